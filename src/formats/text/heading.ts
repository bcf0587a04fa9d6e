/** A line that introduces something: `Issues Found:`, `### Issues Found`, `**Priority:** HIGH`. */
export type Heading = {
  /** Lower case, single spaces. */
  readonly label: string;
  /** What follows the colon on the same line. */
  readonly rest: string;
  /** By its marks alone it can only be a heading, known or not. */
  readonly isMarked: boolean;
  /** Nothing follows its colon. */
  readonly isBare: boolean;
  /** 1 to 6 by its hashes, 7 without: the larger, the deeper. */
  readonly rank: number;
};

/** Reads a line as a heading; null where it has no such shape. A plain word without a colon is one, unmarked. */
export function readHeading(line: string): Heading | null {
  const match = SHAPE.exec(line);
  if (match === null) return null;
  const [all, hashes = '', lead = '', label = '', tail = '', colon = ''] = match;
  const after = line.slice(all.length);
  if (colon === '' && after.trim() !== '') return null;
  const isClosed = lead === '' || tail !== '';
  const rest = isClosed ? after.trim() : withoutMark(after.trim(), lead);
  const isBold = lead !== '' && (tail !== '' || rest === '' || after.startsWith(lead));
  return {
    label: label.toLowerCase().replaceAll(/_| {2}/g, ' '),
    rest,
    isMarked: hashes !== '' || isBold,
    isBare: colon !== '' && rest === '',
    rank: hashes === '' ? 7 : hashes.trim().length,
  };
}

/*
 * Every repetition is bounded, so the work on a line does not depend on its length.
 * Hashes, a number, an opening mark, the label (a key such as `blocking_issues` too, a signal never), a count in brackets, a closing mark,
 * the colon.
 */
const SHAPE = new RegExp(
  [
    '^ {0,3}(#{1,6} {1,3})?(?:\\d{1,2}[.)] {1,3})?([*_`]{0,3})',
    "([A-Za-z][A-Za-z/&'-]{0,30}(?:(?: {1,2}|_(?=[a-z]))[A-Za-z/&'-]{1,30}){0,4})",
    '(?: ?\\(\\d{1,6}\\))? {0,3}([*_`]{0,3}) {0,3}(:?)',
  ].join(''),
);

/** The mark that opened before the label closes right after the colon, or at the end of the line. */
function withoutMark(rest: string, mark: string): string {
  if (rest.startsWith(mark)) return rest.slice(mark.length).trim();
  return rest.endsWith(mark) ? rest.slice(0, -mark.length).trim() : rest;
}

/** The words of a list item, and how far it is indented; null where the line is none. */
export function readBullet(line: string): { readonly indent: number; readonly text: string } | null {
  const match = BULLET.exec(line);
  if (match === null) return null;
  return { indent: match[1]?.length ?? 0, text: line.slice(match[0].length).trim() };
}

const BULLET = /^([ \t]*)(?:[-*+•–—‣◦▪]|\d{1,3}[.)])(?:[ \t]|$)/;

/** Whether a text says that there is nothing: `None`, `N/A`, `-`. Exactly that and no more. */
export function isNothing(text: string): boolean {
  const said = text
    .toLowerCase()
    .replace(/^[*_(\s]+/, '')
    .replace(EMPTY_END, '');
  return NOTHING.has(said) || NO_ENTRY.test(said);
}

/** Whether an entry of a list says that the list is empty. A score or an exit code of 0 says something. */
export function isNoEntry(item: string): boolean {
  return isNothing(item) || /^[*_(\s]*0[*_)\s.]*$/.test(item);
}

const EMPTY_END = /[*_)\s.!]{1,8}$/;
const NOTHING: ReadonlySet<string> = new Set(['', '-', '–', '—', 'n/a', 'na', 'nil', 'not applicable']);
const NO_ENTRY =
  /^(?:\[ ?\]|\{ ?\}|(?:none|nothing)(?: (?:found|identified|required|needed|blocking|(?:that|which) blocks(?: (?:it|this|(?:the |a )?merge|merging))?|to (?:fix|change|report)))?|(?:no|zero) (?:(?:blocking|open|critical|further|other|new|major|required) ){0,2}(?:issues?|findings?|problems?|blockers?|fixes|concerns|defects|bugs)(?: (?:found|identified|required|needed|remaining))?)$/;
