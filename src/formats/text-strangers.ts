import { type Heading, isNoEntry } from './text-heading.ts';
import { isComplaint, isSettled, isUnsettled, speaksAgainst } from './text-doubt.ts';
import { readLocated } from './text-location.ts';

/** A section under a heading that nobody asked for. */
export type Stranger = {
  readonly title: string;
  readonly items: readonly string[];
};

export type StrangeTitle = { readonly title: string; readonly rest: string; readonly isComplaint: boolean };

/**
 * The line as a heading of a section nobody asked for: `### ❌ Issues Found`, `Issues Found (2 critical):`. One that
 * announces complaints needs no more than a colon; any other has to look like a heading.
 */
export function strangeTitle(line: string, isAfterBlank: boolean): StrangeTitle | null {
  const match = TITLE.exec(line);
  if (match === null) return null;
  const [all, lead = '', label = '', colon = ''] = match;
  const title = label.trim();
  const after = line.slice(all.length).replace(/^[*_` ]{1,8}/, '');
  const isMarked = /[#]|\*\*|__/.test(lead);
  if (colon === '' && (after !== '' || !isMarked)) return null;
  const words = title.split(/\s+/);
  const isTitled = words.every((word) => !/^[a-z]/.test(word) || word.length < 4);
  if (isComplaint(title) && !/[./\\]/.test(words[0] ?? '')) {
    const isSection = isMarked || after === '' || isTitled || words.length <= 3;
    return isSection ? { title, rest: after, isComplaint: true } : null;
  }
  const looksLikeOne = isMarked || (after === '' && isAfterBlank && isTitled);
  return looksLikeOne ? { title, rest: after, isComplaint: false } : null;
}

/** What is no letter, the words up to a colon or the end, and the marks that close around the colon. */
const TITLE = /^([^\p{L}\n|>"'{}[\]]{0,12})(\p{L}[^:：\n|*_`]{1,80})[*_` ]{0,8}([:：]?)/u;

/** The same from a list item, which has to be bold to be a heading. */
export function strangeEntry({ label, rest, isMarked }: Heading): StrangeTitle | null {
  return isMarked && isComplaint(label) ? { title: label, rest, isComplaint: true } : null;
}

/** What a section nobody asked for has against a pass. Below a harmless title an entry has to say it itself. */
export function complaintsOf(title: StrangeTitle, items: readonly string[]): Stranger {
  const said = items.filter((item) => !isNoEntry(item));
  if (isSettled(title.title)) return { title: title.title, items: said.filter(isUnsettled) };
  const isOpen = title.isComplaint || !HARMLESS.test(title.title);
  return { title: title.title, items: isOpen ? said : said.filter(isSuspicious) };
}

function isSuspicious(item: string): boolean {
  return readLocated(item).line > 0 || speaksAgainst(item);
}

const HARMLESS =
  /^no\b|check|look|read|strength|note|positive|good|well|overview|analysis|review|approach|context|background|step|test|evidence|verdict|summary|scope|praise|method|detail|highlight|observation|change|conclusion|recommend|suggest|nit|optional|next|follow|file|architecture|style|naming|handling|plan|result|audit|output|signal|ticket|task/i;
