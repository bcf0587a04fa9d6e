import { standardOf } from '../model/epic.ts';
import { pathProblem } from '../model/paths.ts';
import type { Complaint, Path, Remark } from '../schema/complaint.ts';
import type { Suggest } from '../schema/suggest.ts';
import type { Draft, ReadFile } from './drafts.ts';

export type EpicReferences = {
  readonly ticketIds: ReadonlySet<string>;
  readonly milestoneIds: ReadonlySet<string>;
  readonly readFile: ReadFile;
  readonly suggest: Suggest;
};

/** What the shape of a single ticket cannot say. */
export function ticketRules(draft: Draft, around: EpicReferences): readonly Complaint[] {
  return [
    ...missing(draft),
    ...identity(draft),
    ...dependencies(draft, around),
    ...criteria(draft),
    ...files(draft, around.readFile),
  ];
}

function missing(draft: Draft): readonly Complaint[] {
  const { id } = draft.ticket;
  const complaints = (['id', 'title'] as const)
    .filter((key) => !draft.has(key))
    .map((key) => draft.complain([], { message: `"${key}" is missing` }));
  const name = id === '' ? 'the ticket' : id;
  const none = {
    message: `${name} has no acceptance criteria`,
    hint: 'say what must be true when it is done',
  };
  if (!draft.has('acceptance')) return [...complaints, draft.complain([], none)];
  const isEmpty = draft.written.acceptance?.length === 0;
  return isEmpty ? [...complaints, draft.complain(['acceptance'], none)] : complaints;
}

/** Names of our own jobs, or of their workspaces and branches. On some disks case does not count. */
const OURS = /^(?:(?:fix|remediation)-\d+|baseline)$/i;

function identity(draft: Draft): readonly Complaint[] {
  const { id } = draft.written;
  if (id === undefined || !OURS.test(id)) return [];
  const message = `the id "${id}" is reserved for work that Gauntlet starts itself`;
  return [draft.complain(['id'], { message, hint: 'give the ticket another id' })];
}

function dependencies(
  draft: Draft,
  { ticketIds, milestoneIds, suggest }: EpicReferences,
): readonly Complaint[] {
  const { id, needs, milestone } = draft.written;
  const complaints = [...(needs ?? []).entries()].flatMap(([index, need]) => {
    if (need === undefined) return [];
    if (need === id) return [draft.complain(['needs', index], { message: `"${need}" cannot need itself` })];
    if (ticketIds.has(need)) return [];
    return [draft.complain(['needs', index], unknown('ticket', need, suggest(need, ticketIds)))];
  });
  if (milestone === undefined || milestoneIds.has(milestone)) return complaints;
  return [
    ...complaints,
    draft.complain(['milestone'], unknown('milestone', milestone, suggest(milestone, milestoneIds))),
  ];
}

/** `there is no … "x"`, with the name that was probably meant. */
export function unknown(kind: string, name: string, hint: string): Remark {
  return { message: `there is no ${kind} "${name}"`, hint };
}

function criteria(draft: Draft): readonly Complaint[] {
  const names = new Map<string, string>();
  const texts = new Map<string, string>();
  return [...(draft.written.acceptance ?? []).entries()].flatMap(([index, one]) => {
    if (one === undefined) return [];
    const { id, text, verify }: typeof one & object = typeof one === 'string' ? { text: one } : one;
    const name = id ?? `AC${index + 1}`;
    const wish = verify === undefined ? untestable(text ?? '') : undefined;
    const remarks = [
      sameName(name, names),
      text === undefined ? undefined : sameText(name, text, texts),
      wish === undefined ? undefined : vague(name, wish),
    ];
    return remarks.flatMap((remark) => (remark ? [draft.complain(['acceptance', index], remark)] : []));
  });
}

/** Judgements are tied to criteria by folded names: two that fold to one could never both be judged. */
function sameName(name: string, seen: Map<string, string>): Remark | undefined {
  const before = seen.get(folded(name));
  seen.set(folded(name), before ?? name);
  if (before === undefined) return undefined;
  if (before.toLowerCase() === name.toLowerCase())
    return { message: `the criterion id "${name}" is used twice` };
  return { message: `the criterion ids "${before}" and "${name}" are too similar` };
}

function sameText(name: string, text: string, seen: Map<string, string>): Remark | undefined {
  const key = folded(text);
  if (key === '') return { message: `${name} has no text`, hint: 'say what must be true when it is done' };
  const before = seen.get(key);
  seen.set(key, before ?? name);
  return before === undefined ? undefined : { message: `${name} says the same as ${before}` };
}

function folded(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function vague(name: string, wish: string): Remark {
  return {
    message: `${name} cannot be tested: "${wish}" means different things to different people`,
    hint: 'name a command, a value, a time or a visible result, or add verify:',
    severity: 'warning',
  };
}

function files(draft: Draft, readFile: ReadFile): readonly Complaint[] {
  const { reading, standards } = draft.written;
  return [...readingFiles(reading), ...standardFiles(standards)].flatMap(({ path, file }) => {
    const remark = fileProblem(file, readFile);
    return remark ? [draft.complain(path, remark)] : [];
  });
}

/** Why a file that must exist cannot be used. */
export function fileProblem(file: string, readFile: ReadFile): Remark | undefined {
  const problem = pathProblem(file);
  if (problem) return { message: `"${file}" ${problem}` };
  if (readFile(file) !== undefined) return undefined;
  return { message: `the file "${file}" does not exist`, hint: 'paths are relative to the repository' };
}

export type NamedFile = { readonly path: Path; readonly file: string };

type WrittenReading = Draft['written']['reading'];

export function readingFiles(reading: WrittenReading): readonly NamedFile[] {
  return (['must', 'reference'] as const).flatMap((key) =>
    [...(reading?.[key] ?? []).entries()].flatMap(([index, file]) =>
      file === undefined ? [] : [{ path: ['reading', key, index], file }],
    ),
  );
}

type WrittenStandards = Draft['written']['standards'];

export function standardFiles(standards: WrittenStandards): readonly NamedFile[] {
  return [...(standards ?? []).entries()].flatMap(([index, one]) => {
    if (one === undefined) return [];
    const standard = standardOf(one);
    return standard.kind === 'file' ? [{ path: ['standards', index], file: standard.path }] : [];
  });
}

/** Wishes that nobody can prove or refute (origins: plan format). Each is bounded, so a long text stays cheap. */
const wishes: readonly RegExp[] = [
  /\bshould be (?:clean|fast|secure|good|nice|robust)\b/i,
  /\bappropriate(?:ly)?\b/i,
  /\bproper(?:ly)?\b/i,
  /\bfollows? best practices?\b/i,
  /\bimplements?\b[^.\n]{0,80}\bfeatures?\b/i,
  /\bgood\b[^.\n]{0,80}\berror handling\b/i,
];

/** What makes even a vague sentence checkable: a command, a thing that exists, a number with a unit, a status. */
const proofs: readonly RegExp[] = [
  /`[^`\n]{1,200}` (?:exits|exists|returns|raises|throws|contains|prints)\b/i,
  /\b(?:exits?|raises?|throws?|returns?|contains?|prints?)\b[^.\n`]{0,40}`[^`\n]{1,200}`/i,
  /\b\d{1,9}(?:\.\d{1,9})? ?(?:ms|milliseconds?|s|seconds?|minutes?|%|percent)(?:\W|$)/i,
  /\b(?:HTTP|status) [1-5]\d\d\b/i,
];

/** The words that make a criterion untestable, or undefined when it can be judged. */
export function untestable(text: string): string | undefined {
  if (proofs.some((proof) => proof.test(text))) return undefined;
  for (const wish of wishes) {
    const found = wish.exec(text);
    if (found) return found[0];
  }
  return undefined;
}
