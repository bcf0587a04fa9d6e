import { sanitize } from '../sanitize.ts';
import { type Fence, isCode, type LineKind, openingFence, scanLines } from '../text/lines.ts';
import { isSummaryHeading, readLabel, type Label } from './labels.ts';

/** A heading and what stands below it until the next. */
export type Block = {
  readonly heading: string;
  readonly fields: readonly BlockField[];
  /** Lines that belong to no field. */
  readonly lines: readonly string[];
  /** Which unwrapped fence it was found in, counted from 1; 0 outside of all. */
  readonly fence: number;
};

/** A labelled bullet with all its lines. */
export type BlockField = { readonly name: string; readonly text: string };

export type BlockOptions = {
  /** Whether the block below this heading is wanted; asked once per heading that is not hidden in a fence. */
  readonly keep: (heading: string) => boolean;
  /** Read the inside of a fence that may hold a whole document as if the fence were not there. */
  readonly unwrap: boolean;
};

export type Blocks = {
  readonly blocks: readonly Block[];
  /** false when a fence or comment was still open at the end, or there was more than we read. */
  readonly whole: boolean;
  /** The first lines that say something and stand below no wanted heading, or in a field without being indented. */
  readonly outside: readonly string[];
};

type OpenField = {
  readonly name: string;
  readonly lines: string[];
  indent: number | undefined;
  size: number;
};

type OpenBlock = {
  readonly heading: string;
  readonly fence: number;
  readonly fields: OpenField[];
  readonly lines: string[];
  /** How far right a label may stand: as far as the first one did. */
  indent: number;
};

type Reader = {
  readonly options: BlockOptions;
  readonly blocks: OpenBlock[];
  /** undefined before the first heading and below one that is not wanted. */
  block: OpenBlock | undefined;
  field: OpenField | undefined;
  /** How many fences around a report were opened or closed. */
  wraps: number;
  readonly outside: string[];
};

/** The longest text of a field; a longer one is cut and says so. */
const LONGEST_FIELD = 10_000;
const LONGEST_LINE = 2 * LONGEST_FIELD;
const LONGEST_HEADING = 1_000;
/** Lines that could matter; a thousand findings need a fifth of it. */
const MOST_LINES = 100_000;
const DEEPEST_LABEL = 3;
/** What we write on further lines of a field stands this far right, where nothing is a heading, fence or label. */
export const CONTINUATION = 4;

/** The fields in which code is quoted. */
const QUOTING = new Set(['evidence', 'fix hint']);
const HEADING = /^ {0,3}#+/;
const RULE = /^(?:-{3,}|\*{3,}|_{3,})$/;
const BLANK = /^[ \t]+$/gm;

/** Splits a report into headings and labelled bullets: lenient, linear, bounded. */
export function readBlocks(text: string, options: BlockOptions): Blocks {
  const clean = sanitize(text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text);
  const reader: Reader = { options, blocks: [], block: undefined, field: undefined, wraps: 0, outside: [] };
  let read = 0;
  const isClosed = scanLines(
    clean,
    (start, end, kind) => {
      // Outside of wanted blocks only a heading can change anything; noise around a report costs next to nothing.
      const mayMatter =
        reader.block !== undefined || kind === 'wrap' || HEADING.test(clean.slice(start, start + 4));
      if (kind === 'comment' || !mayMatter)
        noteOutside(reader, clean.slice(start, Math.min(end, start + LONGEST_HEADING)));
      if (kind === 'comment' || !mayMatter) return true;
      read += 1;
      if (read > MOST_LINES) return false;
      return readLine(reader, clean.slice(start, Math.min(end, start + LONGEST_LINE)), kind);
    },
    { nests: true, unwraps: options.unwrap },
  );
  // Half of a surrogate pair is no character: what was meant by it cannot be said.
  const whole = isClosed && read <= MOST_LINES && text.isWellFormed();
  return { blocks: reader.blocks.map(closeBlock), whole, outside: reader.outside };
}

/** As many lines outside as are kept. */
const MOST_OUTSIDE = 20;

function noteOutside({ outside }: Reader, line: string): void {
  const said = sanitize(line, { singleLine: true });
  if (said !== '' && !RULE.test(said) && outside.length < MOST_OUTSIDE) outside.push(said);
}

/** The text of a field as it is kept; a text that already is such comes back unchanged. */
export function fieldText(text: string): string {
  const clean = sanitize(text).replace(BLANK, '').trim();
  return sanitize(clean, { maxLength: LONGEST_FIELD });
}

function readLine(reader: Reader, line: string, kind: LineKind): boolean | Fence {
  if (kind === 'wrap') {
    reader.wraps += 1;
    reader.block = undefined;
    reader.field = undefined;
  } else if (isCode(kind) || line.trim() === '') {
    if (kind === 'fence' && !QUOTING.has(reader.field?.name ?? '')) noteOutside(reader, line);
    continueField(reader, line);
  } else if (!HEADING.test(line) || !readHeading(reader, line)) return readBody(reader, line);
  return true;
}

/** false for an indented line that is no heading we look for: that one may be a remark in quoted code. */
function readHeading(reader: Reader, line: string): boolean {
  const heading = line.slice(0, LONGEST_HEADING).replace(HEADING, '').replaceAll('\uff5c', '|').trim();
  const isWanted = reader.options.keep(heading);
  if (!isWanted && line.startsWith(' ')) return false;
  reader.field = undefined;
  reader.block = undefined;
  if (!isWanted && !EMPTY_HEADING.test(heading)) noteOutside(reader, line);
  if (!isWanted) return true;
  const fence = reader.wraps % 2 === 1 ? reader.wraps : 0;
  reader.block = { heading, fence, fields: [], lines: [], indent: DEEPEST_LABEL };
  reader.blocks.push(reader.block);
  return true;
}

/** It only groups the entries below it. */
const EMPTY_HEADING = /^[*_]{0,3}FINDINGS[*_:]{0,3}$/i;

function readBody(reader: Reader, line: string): boolean | Fence {
  const { block } = reader;
  if (block === undefined) {
    noteOutside(reader, line);
    return true;
  }
  const label = readLabel(line, { indent: block.indent, bare: isSummaryHeading(block.heading) });
  if (label?.name === '') noteOutside(reader, line);
  if (label !== undefined) return openField(reader, block, label);
  if (RULE.test(line)) reader.field = undefined;
  else if (reader.field !== undefined) {
    // What is not indented is read as part of the field, so that nothing is lost; its place is elsewhere.
    if (!/^(?: {2}|\t)/.test(line)) noteOutside(reader, line);
    continueField(reader, line);
  } else block.lines.push(line.slice(0, LONGEST_HEADING));
  return true;
}

function openField(reader: Reader, block: OpenBlock, label: Label): boolean | Fence {
  const { name, value } = label;
  if (block.fields.length === 0) block.indent = label.indent;
  reader.field = undefined;
  if (name === '') return true;
  reader.field = { name, lines: [value], indent: undefined, size: value.length };
  block.fields.push(reader.field);
  // A code block may begin right behind the bullet; its lines are evidence, whatever they look like.
  const fence = QUOTING.has(name) ? openingFence(value, 0, value.length, true) : undefined;
  return fence === undefined || { ...fence, isMarkdown: false };
}

/** Adds a line to the open field, without the indentation that only says that it belongs there. */
function continueField({ field }: Reader, line: string): void {
  if (field === undefined || field.size > LONGEST_FIELD) return;
  const text = line.trim() === '' ? '' : line;
  const spaces = text.length - text.replace(/^ +/, '').length;
  if (text !== '') field.indent ??= Math.min(spaces, CONTINUATION);
  field.lines.push(text.slice(Math.min(spaces, field.indent ?? 0)));
  field.size += text.length + 1;
}

function closeBlock(block: OpenBlock): Block {
  const { heading, fence, lines } = block;
  const fields = block.fields.map(({ name, lines: all }) => ({ name, text: fieldText(all.join('\n')) }));
  return { heading, fence, lines, fields };
}
