import { isCode, scanLines } from '../../formats/index.ts';
import { findBox, mayBeginBox, type Box } from './box.ts';

/** A stretch of the document, in UTF-16 units. */
export type TextSpan = { readonly start: number; readonly end: number };

/** One box with where it stands, so that it can be changed without touching anything else. */
export type LocatedItem = {
  readonly line: number;
  /** What stands between the brackets. */
  readonly box: TextSpan;
  readonly mark: string;
  /** A sign such as ☐ instead of brackets: whoever changes it has to write the brackets too. */
  readonly isBare: boolean;
  /** What follows the brackets, up to the end of the line. */
  readonly text: TextSpan;
  /** The number in its `(review_cycles: N)`; the highest, so that a second marker cannot turn the counter back. */
  marker: (TextSpan & { readonly count: number }) | undefined;
};

export type LocatedLog = {
  /** Where a heading "Review Log" ends. */
  readonly headingEnd: number;
  /** The rows of its table, header and ruler included. */
  readonly rows: TextSpan[];
};

export type Scan = {
  readonly items: readonly LocatedItem[];
  /** How many boxes there were beyond the ones listed. */
  readonly unlisted: number;
  readonly log: LocatedLog | undefined;
  /** false when a fence or comment is never closed, or there was more than we read. */
  readonly whole: boolean;
};

type Scanner = {
  readonly document: string;
  readonly items: LocatedItem[];
  item: LocatedItem | undefined;
  unlisted: number;
  log: LocatedLog | undefined;
  /** Rows are collected until the table or its section ends. */
  inLog: boolean;
};

type LineSpan = TextSpan & { readonly number: number };

const MOST_ITEMS = 10_000;
const MOST_ROWS = 10_000;
const LONGEST_LINE = 5_000;
/** Lines that could matter; far more than any list of requirements has. */
const MOST_LINES = 200_000;
const CYCLES = /\(review_cycles:[ \t]{0,3}(\d{1,6})\)/gi;
const LOG_HEADING = /^#{1,6}[ \t].*\breview log\b/i;

/** Finds boxes, cycle markers and the Review Log. Linear, and what it keeps is bounded. */
export function scanRequirements(document: string): Scan {
  const scanner: Scanner = {
    document,
    items: [],
    item: undefined,
    unlisted: 0,
    log: undefined,
    inLog: false,
  };
  let read = 0;
  // Boxes are nested in lists at any depth, and so are the fences between them.
  const isClosed = scanLines(
    document,
    (start, end, kind, number) => {
      if (start === end || isCode(kind) || kind === 'comment' || !matters(scanner, start, end)) return true;
      read += 1;
      if (read <= MOST_LINES) scanLine(scanner, { start, end, number });
      return read <= MOST_LINES;
    },
    { returns: true, anyIndent: true, nests: true },
  );
  const { items, unlisted, log } = scanner;
  return { items, unlisted, log, whole: isClosed && read <= MOST_LINES };
}

/** Prose cannot change anything but the item or the table that it follows. */
function matters({ document, item, inLog }: Scanner, start: number, end: number): boolean {
  const beginning = /^[ \t]*(.{0,2})/s.exec(document.slice(start, end))?.[1] ?? '';
  if (beginning === '') return false;
  return item !== undefined || inLog || beginning.startsWith('#') || mayBeginBox(beginning);
}

function scanLine(scanner: Scanner, span: LineSpan): void {
  const line = scanner.document.slice(span.start, Math.min(span.end, span.start + LONGEST_LINE));
  if (line.startsWith('#')) return scanHeading(scanner, line, span);
  if (scanner.inLog && scanRow(scanner, line, span)) return;
  const box = findBox(line);
  if (box !== undefined) return addItem(scanner, box, { line, span });
  if (scanner.item === undefined) return;
  if (/^[ \t]/.test(line)) addCycles(scanner.item, line, span.start);
  else scanner.item = undefined;
}

function scanHeading(scanner: Scanner, line: string, span: TextSpan): void {
  scanner.item = undefined;
  scanner.inLog = scanner.log === undefined && LOG_HEADING.test(line);
  if (scanner.inLog) scanner.log = { headingEnd: span.end, rows: [] };
}

/** The table may begin after some words, and ends with the first line that is not one of its rows. */
function scanRow(scanner: Scanner, line: string, span: TextSpan): boolean {
  const rows = scanner.log?.rows ?? [];
  const isRow = line.startsWith('|');
  if (!isRow) scanner.inLog = rows.length === 0;
  else if (rows.length < MOST_ROWS) rows.push({ start: span.start, end: span.end });
  else rows.splice(-1, 1, { start: span.start, end: span.end });
  return isRow;
}

function addItem(
  scanner: Scanner,
  box: Box,
  { line, span }: { readonly line: string; readonly span: LineSpan },
): void {
  if (scanner.items.length >= MOST_ITEMS) {
    scanner.unlisted += 1;
    scanner.item = undefined;
    return;
  }
  const item: LocatedItem = {
    line: span.number,
    box: { start: span.start + box.start, end: span.start + box.start + box.mark.length },
    mark: box.mark,
    isBare: box.isBare,
    text: { start: span.start + box.text, end: span.end },
    marker: undefined,
  };
  addCycles(item, line, span.start);
  scanner.items.push(item);
  scanner.item = item;
}

function addCycles(item: LocatedItem, line: string, offset: number): void {
  for (const match of line.matchAll(CYCLES)) {
    const [whole, digits = ''] = match;
    const count = Number(digits);
    const end = offset + match.index + whole.length - 1;
    if (count >= (item.marker?.count ?? 0)) item.marker = { start: end - digits.length, end, count };
  }
}
