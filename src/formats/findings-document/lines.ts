import { isContent, scanLines } from '../text/lines.ts';

/** The headings that count. Everything else is prose. */
const sectionNames = ['critical', 'important', 'minor', 'summary'] as const;

export type SectionName = (typeof sectionNames)[number];

export type Heading = {
  readonly level: number;
  readonly text: string;
  readonly section: SectionName | undefined;
};

/** 3 of "Critical Issues (3)" and "Critical: 3 found"; 0 where no number stands at the end. */
export function countIn({ text }: Heading): number {
  const [, digits] = HEADING_COUNT.exec(text) ?? [];
  return Number(digits ?? 0);
}

const HEADING_COUNT =
  /(?:issues?|findings?|problems?|critical|important|minor|\)|[:–—-])[ \t]{0,3}\(?(\d{1,4})(?: (?:issues?|findings?|found))?\)?[ \t]{0,3}$/i;

/** A Markdown heading, or a line that is bold from end to end, which is how some agents write one. */
export function readHeading(line: string): Heading | undefined {
  const marked = /^ {0,3}(#{1,6})[ \t]+(.*)$/.exec(line);
  const bold = /^ {0,3}\*\*([^*]{1,200})\*\*:?[ \t]*$/.exec(line);
  const text = (marked?.[2] ?? bold?.[1] ?? '').trim();
  const section = sectionOf(text);
  if (marked !== null) return { level: marked[1]?.length ?? 1, text, section };
  return section === undefined ? undefined : { level: 2, text, section };
}

const SECTION =
  /^(?:(critical|important|minor)(?: issues?| findings?| problems?)?(?: \([^()]*\))?(?: (?:none|\d{1,4}))?|(summary)(?: of .*)?)$/;

function sectionOf(text: string): SectionName | undefined {
  const words = text
    .toLowerCase()
    .replace(/[^a-z0-9()]+/g, ' ')
    .trim();
  const [, severity, summary] = SECTION.exec(words) ?? [];
  return sectionNames.find((name) => name === (severity ?? summary));
}

export type Label = { readonly name: string; readonly value: string };

const LABEL =
  /^\s*(?:[-*+•][ \t]+)?(?:\d{1,6}[.)][ \t]+)?(?:\*\*|__)?([A-Za-z][A-Za-z ]{0,20})(?:\*\*|__)?:(?:\*\*|__)?(?:[ \t]+(.*))?$/;

/** `- **File:** x`, `* File: x`, `**File**: x` and their like. The name comes in lower case. */
export function readLabel(line: string): Label | undefined {
  const [, name, value = ''] = LABEL.exec(line) ?? [];
  return name === undefined ? undefined : { name: name.trim().toLowerCase(), value: value.trim() };
}

export type FindingItem = {
  readonly numbered: boolean;
  /** undefined where no category is set off from the rest. */
  readonly category: string | undefined;
  readonly title: string;
};

const ITEM = /^ {0,3}(?:#{1,6}[ \t]+)?(?:(\d{1,6})[.)][ \t]+|[-*+•][ \t]+)?(.*)$/;
const BRACKETED = /^[*_`]{0,3}\[([^\][]{0,100})\][*_`]{0,3}:?[*_`]{0,3}:?(?:[ \t]+|$)(.*)$/;
const BOLD = /^\*\*([^*]{1,100}?):?\*\*:?(?:[ \t]+|$)(.*)$/;

/** The line as the start of a finding; whether it is one depends on where it stands. */
export function readItem(line: string): FindingItem {
  const [, number, rest = ''] = ITEM.exec(line) ?? [];
  const [, category, title] = BRACKETED.exec(rest) ?? BOLD.exec(rest) ?? [];
  return {
    numbered: number !== undefined,
    category: category?.trim(),
    title: category === undefined ? rest : (title ?? ''),
  };
}

const LEAD =
  /^[*_`(]{0,4}([^\s:()*_`]{1,40}(?:[ \t/]{1,3}[^\s:()*_`]{1,40}){0,2})(?:[*_`)]{0,4}:|[*_`)]{1,4}(?:\s|$)|[ \t]{1,3}[-–—][ \t])/;

/** `Security` of "Security: a hole", "(Security) a hole", "Security - a hole": a category that nothing sets off. */
export function leadingWords(title: string): string {
  const [, words = ''] = LEAD.exec(title) ?? [];
  return words;
}

/** A line that only separates: a rule, or the one below the head of a table. */
export function isSeparator(line: string): boolean {
  return /^ {0,3}(?:(?:-{3,}|\*{3,}|_{3,})[ \t]*|\|[ \t|:-]*)$/.test(line);
}

const MAX_PHRASE = 120;
const NONE = /^(?:none|nothing|nil|n\/a|0)(?: (?:found|identified|reported|detected|to report))?$/;
const NO_FINDINGS =
  /^no (?:(?:critical|important|minor|major|blocking|further|other|or|and),? ){0,5}(?:issues?|findings?|problems?)(?: (?:were|was))?(?: (?:found|identified|reported|detected))?$/;

/**
 * Whether a line below a heading says that there is nothing: "None.", "_No critical issues found_". "No" goes with
 * known words alone, and never in a numbered line: "1. No auth check (problem)" is a finding.
 */
export function saysNothing(line: string): boolean {
  if (line.length > MAX_PHRASE) return false;
  const [, bullet = '', rest = ''] = /^\s*((?:[-*+•]|\d{1,6}[.)])[ \t]+)?(.*)$/.exec(line) ?? [];
  const words = rest
    .replace(/^[*_([]+/, '')
    .replace(/[*_)\].!\s]+$/, '')
    .toLowerCase();
  return NONE.test(words) || (!/\d/.test(bullet) && NO_FINDINGS.test(words));
}

/** What is inside the fence, what stands before it, and what follows it. */
type FencedBody = Readonly<Record<'before' | 'body' | 'after', string>>;

/** The inside of the one fence around a whole document; undefined where a heading stands outside of fences. */
export function fencedBody(text: string): FencedBody | undefined {
  if (!text.includes('```') && !text.includes('~~~')) return undefined;
  let opened = 0;
  let fence = 0;
  let before = 0;
  let from: number | undefined;
  let until = text.length;
  let outside = false;
  scanLines(text, (start, end, kind) => {
    if (kind === 'open') [fence, opened] = [start, end + 1];
    if (from !== undefined && FENCE_LINE.test(text.slice(start, end))) until = start;
    const isInside = kind === 'fence';
    if ((isInside && from !== undefined) || !hasHeading(text, start, end)) return true;
    if (isInside) [before, from] = [fence, opened];
    else outside = isContent(kind);
    return !outside;
  });
  if (outside || from === undefined) return undefined;
  const closed = text.indexOf('\n', until);
  const after = closed === -1 ? '' : text.slice(closed + 1);
  return { before: text.slice(0, before), body: text.slice(from, until), after };
}

function hasHeading(text: string, start: number, end: number): boolean {
  if (!mayTell(text, start)) return false;
  return readHeading(text.slice(start, Math.min(end, start + MAX_LINE)))?.section !== undefined;
}

const FENCE_LINE = /^ {0,3}(?:`{3,}|~{3,})[ \t]*$/;

const MAX_LINE = 20_000;

/** Character by character: this is asked about every line of a text that may have millions. */
export function mayTell(text: string, start: number): boolean {
  let at = start;
  while (at - start < 3 && text.charCodeAt(at) === 0x20) at++;
  const code = text.charCodeAt(at);
  return code === 0x23 || code === 0x2a || code === 0x2d || (code >= 0x30 && code <= 0x39);
}
