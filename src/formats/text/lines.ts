/**
 * What a line is to somebody who reads the text as Markdown.
 *
 * `lazy` continues a block quote without its mark, `shadow` starts inside a comment that was opened in the middle of
 * a line: a verdict may not stand there, but what it says still counts, so that neither can be used to hide a finding.
 * `wrap` opens or closes a fence around a whole document, where `unwraps` is asked for.
 */
export type LineKind = 'text' | 'lazy' | 'shadow' | 'quote' | 'open' | 'fence' | 'close' | 'comment' | 'wrap';

/**
 * The line is `text.slice(start, end)`; numbers count from 1. Ends the walk by answering false. A fence as the answer
 * is one that opens within the line, behind a label.
 */
export type Visit = (start: number, end: number, kind: LineKind, number: number) => boolean | Fence;

export type Fence = {
  /** Code of its character. */
  readonly mark: number;
  readonly length: number;
  /** A fenced Markdown document may hold fences of its own. */
  readonly isMarkdown: boolean;
  /** Somebody may have put a whole document into a fence like this. */
  readonly mayWrap: boolean;
};

export type LineOptions = {
  /** A carriage return ends a line too: what follows it must not hide in the line before. */
  readonly returns?: boolean;
  /** Fences and comments count at any indentation, as between the items of a list. */
  readonly anyIndent?: boolean;
  /** Fences may stand in a fence for Markdown, and are closed at any indentation. */
  readonly nests?: boolean;
  /** The inside of a fence that may wrap a document is text. */
  readonly unwraps?: boolean;
};

/**
 * Walks over every line once, with memory that does not grow. Answers whether all was seen: false where the walk ended
 * inside a fence or comment.
 */
export function scanLines(text: string, visit: Visit, options: LineOptions = {}): boolean {
  const scan: Scan = {
    text,
    options,
    fences: [],
    commentEnd: 0,
    shadowEnd: 0,
    nextComment: -1,
    nextFeed: -1,
    nextReturn: options.returns === true ? -1 : text.length,
    isQuoted: false,
    isUnclosed: false,
  };
  let number = 0;
  for (let start = 0; start < text.length;) {
    const end = lineEnd(scan, start);
    number += 1;
    const kind = start === end ? emptyLine(scan, start) : classify(scan, start, end);
    const answer = visit(start, end, kind, number);
    if (answer === false) return false;
    if (answer !== true) scan.fences.push(answer);
    start = end + (text.charCodeAt(end) === CR && text.charCodeAt(end + 1) === LF ? 2 : 1);
  }
  return scan.fences.length === 0 && !(scan.isUnclosed && scan.commentEnd === text.length);
}

/** What counts as said by the writer itself. */
export function isContent(kind: LineKind): boolean {
  return kind === 'text' || kind === 'lazy' || kind === 'shadow';
}

/** Whether a line is part of a code block, marks included. */
export function isCode(kind: LineKind): boolean {
  return kind === 'open' || kind === 'fence' || kind === 'close';
}

type Scan = {
  readonly text: string;
  readonly options: LineOptions;
  /** The open ones, outermost first: two at most. */
  readonly fences: Fence[];
  /** Lines that start before this place are inside a comment block. */
  commentEnd: number;
  /** Lines that start before this place are in the shadow of a comment opened within a line. */
  shadowEnd: number;
  /** Where the next comment opens; recomputed only once the walk has passed it, which keeps the walk linear. */
  nextComment: number;
  /** Where the next line feed and the next carriage return stand; recomputed likewise. */
  nextFeed: number;
  nextReturn: number;
  isQuoted: boolean;
  /** No comment closes any more from here on. */
  isUnclosed: boolean;
};

const LF = 10;
const CR = 13;
const SPACE = 32;
const QUOTE = 62;
const BACKTICK = 96;
const TILDE = 126;
const MAX_INDENT = 3;

/** Walks the first characters itself, because where lines are short a call for each costs more than the line. */
function lineEnd(scan: Scan, start: number): number {
  const { text } = scan;
  const near = Math.min(text.length, start + 24);
  for (let end = start; end < near; end += 1) {
    const code = text.charCodeAt(end);
    if (code === LF || (code === CR && scan.options.returns === true)) return end;
  }
  // Looked up again only once passed, so that a text without one of the two is not searched at every line.
  if (scan.nextFeed < near) scan.nextFeed = placeOf(text, '\n', near);
  if (scan.nextReturn < near) scan.nextReturn = placeOf(text, '\r', near);
  return Math.min(scan.nextFeed, scan.nextReturn);
}

function placeOf(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found;
}

function emptyLine(scan: Scan, start: number): LineKind {
  if (scan.fences.length > 0) return isWrapped(scan) ? 'text' : 'fence';
  if (start < scan.commentEnd) return 'comment';
  scan.isQuoted = false;
  return start < scan.shadowEnd ? 'shadow' : 'text';
}

function classify(scan: Scan, start: number, end: number): LineKind {
  const fence = scan.fences.at(-1);
  if (fence !== undefined) return insideFence(scan, fence, start, end);
  if (start < scan.commentEnd) return 'comment';
  const first = firstVisible(scan, start, end);
  if (first < 0) return plain(scan, start, end);
  const opened = openingFence(scan.text, first, end, scan.options.nests);
  if (opened !== undefined) return openFence(scan, opened);
  if (scan.text.startsWith('<!--', first)) return commentBlock(scan, first);
  if (scan.text.charCodeAt(first) !== QUOTE) return plain(scan, start, end);
  lookForComments(scan, start, end);
  scan.isQuoted = true;
  return 'quote';
}

function openFence(scan: Scan, fence: Fence): LineKind {
  scan.fences.push(fence);
  scan.isQuoted = false;
  return isWrapped(scan) ? 'wrap' : 'open';
}

/** Directly inside a fence that is read as if it were not there. */
function isWrapped({ fences, options }: Scan): boolean {
  return options.unwraps === true && fences.length === 1 && fences[0]?.mayWrap === true;
}

function insideFence(scan: Scan, fence: Fence, start: number, end: number): LineKind {
  const { text, options } = scan;
  const kind = isWrapped(scan) ? 'text' : 'fence';
  const isAnywhere = options.nests === true || options.anyIndent === true;
  const first = isAnywhere ? firstInk(text, start, end) : firstVisible(scan, start, end);
  if (first < 0) return kind;
  if (closes(scan, fence, { first, start, end })) {
    scan.fences.pop();
    return kind === 'text' ? 'wrap' : 'close';
  }
  const nested = options.nests === true && fence.isMarkdown ? firstVisible(scan, start, end) : -1;
  const opened = nested < 0 ? undefined : openingFence(text, nested, end, true);
  return opened === undefined ? kind : openFence(scan, { ...opened, isMarkdown: false });
}

function closes(
  { text, options }: Scan,
  fence: Fence,
  line: Record<'first' | 'start' | 'end', number>,
): boolean {
  const after = afterRun(text, line.first, fence.mark);
  if (after - line.first < fence.length || (options.nests === true && line.end - line.start > MAX_FENCE))
    return false;
  return text.slice(after, line.end).trim() === '';
}

/** The first character that is not one of up to three spaces, or of any blanks; -1 for none such: indented or empty. */
function firstVisible({ text, options }: Scan, start: number, end: number): number {
  if (options.anyIndent === true) return firstInk(text, start, end);
  let at = start;
  while (at < end && at - start < MAX_INDENT && text.charCodeAt(at) === SPACE) at += 1;
  return at < end && text.charCodeAt(at) !== SPACE ? at : -1;
}

function firstInk(text: string, start: number, end: number): number {
  const at = text.slice(start, end).search(/\S/);
  return at < 0 ? -1 : start + at;
}

function afterRun(text: string, from: number, code: number): number {
  let at = from;
  while (text.charCodeAt(at) === code) at += 1;
  return at;
}

/** The fence that opens here, where it stands outside of one. A strict one has no backtick in its info at all. */
export function openingFence(text: string, first: number, end: number, isStrict = false): Fence | undefined {
  const mark = text.charCodeAt(first);
  if (mark !== BACKTICK && mark !== TILDE) return undefined;
  const after = afterRun(text, first, mark);
  if (after - first < 3) return undefined;
  const info = text.slice(after, isStrict ? Math.min(end, first + MAX_FENCE) : end);
  // Backticks after the run make it code within a line of text.
  if ((mark === BACKTICK || isStrict) && info.includes('`')) return undefined;
  return { mark, length: after - first, isMarkdown: MARKDOWN.test(info), mayWrap: WRAPPING.test(info) };
}

/** A longer line is no mark of a fence. */
const MAX_FENCE = 200;
const MARKDOWN = /^\s*(?:markdown|md)\s*$/i;
const WRAPPING = /^\s*(?:markdown|md|text|txt|plaintext|)\s*$/i;

/** A comment at the start of a line hides its lines up to the one that closes it, or everything. */
function commentBlock(scan: Scan, first: number): LineKind {
  const close = closingOf(scan, first);
  scan.commentEnd = close < 0 ? scan.text.length : close + 1;
  scan.isQuoted = false;
  return 'comment';
}

function closingOf(scan: Scan, open: number): number {
  if (scan.isUnclosed) return -1;
  // `<!-->` is a whole comment, so the closing may share the opening's dashes.
  const close = scan.text.indexOf('-->', open + 2);
  scan.isUnclosed = close < 0;
  return close;
}

function plain(scan: Scan, start: number, end: number): LineKind {
  const inShadow = start < scan.shadowEnd;
  lookForComments(scan, start, end);
  if (scan.isQuoted && scan.text.slice(start, end).trim() === '') scan.isQuoted = false;
  if (inShadow) return 'shadow';
  return scan.isQuoted ? 'lazy' : 'text';
}

function lookForComments(scan: Scan, start: number, end: number): void {
  for (let from = Math.max(start, scan.shadowEnd); from < end; from = scan.shadowEnd) {
    const open = nextComment(scan, from);
    if (open >= end) return;
    const close = closingOf(scan, open);
    if (close < 0) return;
    scan.shadowEnd = close + 3;
  }
}

function nextComment(scan: Scan, from: number): number {
  if (scan.nextComment >= from) return scan.nextComment;
  const found = scan.text.indexOf('<!--', from);
  scan.nextComment = found < 0 ? scan.text.length : found;
  return scan.nextComment;
}
