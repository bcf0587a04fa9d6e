/** Text of ours: trusted, one line each. What somebody else wrote never goes here. */
export type Words = { readonly kind: 'words'; readonly lines: readonly string[] };

/** How much of somebody else's text is passed on, in characters. */
export type Cap = { readonly entry: number; readonly block: number };

/**
 * Text by somebody else (a ticket, a finding, a repository, a person), rendered inside a fenced block. In a list each
 * entry has its own bullet and its further lines are indented, so that one entry cannot pose as two.
 */
export type Data = {
  readonly kind: 'data';
  readonly shape: 'list' | 'document';
  readonly entries: readonly string[];
  readonly cap: Cap;
  readonly isReport?: true; // Its first line is a signal, and is expected there.
  readonly isAssignment?: true; // It says what is to be done, so orders are expected there.
};

export type SectionPart = Words | Data;

/** One heading of a prompt and what stands below it. The order of sections is the order of the prompt. */
export type Section = {
  readonly heading: string;
  readonly level: 2 | 3;
  readonly parts: readonly SectionPart[];
};

/** REWORK-07: a finding takes at most 2,000 characters; a list of them stays readable. */
export const findingCap: Cap = { entry: 2_000, block: 60_000 };

/** Names, paths, criteria, commands: short entries, possibly many. */
export const listCap: Cap = { entry: 2_000, block: 40_000 };

/** Whole documents: a ticket's description, an agent's closing report, a file that must be read. */
export const documentCap: Cap = { entry: 20_000, block: 80_000 };

/** A main heading, with what stands directly below it. */
export function chapter(heading: string, ...parts: readonly SectionPart[]): Section {
  return { heading, level: 2, parts };
}

/** A heading below the main one. */
export function section(heading: string, ...parts: readonly SectionPart[]): Section {
  return { heading, level: 3, parts };
}

export function words(...lines: readonly string[]): Words {
  return { kind: 'words', lines };
}

export function data(entries: readonly string[], cap: Cap = listCap): Data {
  return { kind: 'data', shape: 'list', entries, cap };
}

/** One text as it was written. */
export function document(text: string): Data {
  return { kind: 'data', shape: 'document', entries: [text], cap: documentCap };
}

/** What the work is: the same text, whose orders are meant. */
export function assignment(block: Data): Data {
  return { ...block, isAssignment: true };
}

/** Lines `1. …` to `n. …`. */
export function numbered(items: readonly string[]): readonly string[] {
  return items.map((item, index) => `${index + 1}. ${item}`);
}

/** A section only if it has something to show: empty sections are left out (REWORK-09). */
export function listed(heading: string, entries: readonly string[], more: Listing = {}): readonly Section[] {
  if (entries.length === 0) return [];
  const block = data(entries, more.cap);
  return [more.intro === undefined ? section(heading, block) : section(heading, words(more.intro), block)];
}

type Listing = { readonly intro?: string; readonly cap?: Cap };
