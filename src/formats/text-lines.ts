/**
 * What a line is to somebody who reads the text as Markdown.
 *
 * `lazy` continues a block quote without its mark, `shadow` starts inside a comment that was opened in the middle of
 * a line: a verdict may not stand there, but what it says still counts, so that neither can be used to hide a finding.
 */
export type LineKind = 'text' | 'lazy' | 'shadow' | 'quote' | 'open' | 'fence' | 'close' | 'comment';

/** The line is `text.slice(start, end)`; numbers count from 1. Ends the walk by answering false. */
export type Visit = (start: number, end: number, kind: LineKind, number: number) => boolean;

/** Walks over every line once, with memory that does not grow. Expects sanitised text: lines end with LF alone. */
export function scanLines(text: string, visit: Visit): void {
  const scan: Scan = {
    text,
    fence: 0,
    fenceLength: 0,
    commentEnd: 0,
    shadowEnd: 0,
    nextComment: -1,
    isQuoted: false,
    isUnclosed: false,
  };
  let number = 0;
  for (let start = 0; start < text.length;) {
    const end = lineEnd(text, start);
    number += 1;
    const kind = start === end ? emptyLine(scan, start) : classify(scan, start, end);
    if (!visit(start, end, kind, number)) return;
    start = end + 1;
  }
}

type Scan = {
  readonly text: string;
  /** Code of the open fence's character, 0 outside fences. */
  fence: number;
  fenceLength: number;
  /** Lines that start before this place are inside a comment block. */
  commentEnd: number;
  /** Lines that start before this place are in the shadow of a comment opened within a line. */
  shadowEnd: number;
  /** Where the next comment opens; recomputed only once the walk has passed it, which keeps the walk linear. */
  nextComment: number;
  isQuoted: boolean;
  /** No comment closes any more from here on. */
  isUnclosed: boolean;
};

const LF = 10;
const SPACE = 32;
const QUOTE = 62;
const BACKTICK = 96;
const TILDE = 126;
const MAX_INDENT = 3;

/** Walks the first characters itself, because where lines are short a call for each costs more than the line. */
function lineEnd(text: string, start: number): number {
  const near = Math.min(text.length, start + 24);
  for (let end = start; end < near; end += 1) {
    if (text.charCodeAt(end) === LF) return end;
  }
  const end = text.indexOf('\n', near);
  return end < 0 ? text.length : end;
}

function emptyLine(scan: Scan, start: number): LineKind {
  if (scan.fence !== 0) return 'fence';
  if (start < scan.commentEnd) return 'comment';
  scan.isQuoted = false;
  return start < scan.shadowEnd ? 'shadow' : 'text';
}

function classify(scan: Scan, start: number, end: number): LineKind {
  if (scan.fence !== 0) return insideFence(scan, start, end);
  if (start < scan.commentEnd) return 'comment';
  const first = firstVisible(scan.text, start, end);
  if (first < 0) return plain(scan, start, end);
  if (opensFence(scan, first, end)) return 'open';
  if (scan.text.startsWith('<!--', first)) return commentBlock(scan, first);
  if (scan.text.charCodeAt(first) !== QUOTE) return plain(scan, start, end);
  lookForComments(scan, start, end);
  scan.isQuoted = true;
  return 'quote';
}

function insideFence(scan: Scan, start: number, end: number): LineKind {
  const first = firstVisible(scan.text, start, end);
  if (first < 0) return 'fence';
  const after = afterRun(scan.text, first, scan.fence);
  if (after - first < scan.fenceLength) return 'fence';
  if (scan.text.slice(after, end).trim() !== '') return 'fence';
  scan.fence = 0;
  return 'close';
}

/** The first character of the line that is not one of up to three spaces, -1 for none such: indented or empty. */
function firstVisible(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && at - start < MAX_INDENT && text.charCodeAt(at) === SPACE) at += 1;
  return at < end && text.charCodeAt(at) !== SPACE ? at : -1;
}

function afterRun(text: string, from: number, code: number): number {
  let at = from;
  while (text.charCodeAt(at) === code) at += 1;
  return at;
}

function opensFence(scan: Scan, first: number, end: number): boolean {
  const code = scan.text.charCodeAt(first);
  if (code !== BACKTICK && code !== TILDE) return false;
  const after = afterRun(scan.text, first, code);
  if (after - first < 3) return false;
  // Backticks after the run make it code within a line of text.
  if (code === BACKTICK && scan.text.slice(after, end).includes('`')) return false;
  scan.fence = code;
  scan.fenceLength = after - first;
  scan.isQuoted = false;
  return true;
}

/** A comment at the start of a line hides its lines up to the one that closes it, or everything. */
function commentBlock(scan: Scan, first: number): LineKind {
  const close = closingOf(scan, first);
  scan.commentEnd = close < 0 ? scan.text.length : lineEnd(scan.text, close);
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
  if (scan.isQuoted && isBlank(scan.text, start, end)) scan.isQuoted = false;
  if (inShadow) return 'shadow';
  return scan.isQuoted ? 'lazy' : 'text';
}

function isBlank(text: string, start: number, end: number): boolean {
  return text.slice(start, end).trim() === '';
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
