import { sanitize } from '../sanitize.ts';
import { eachLine, type LineSpan } from './each-line.ts';
import { fencingAfter, noFencing, openingFence, type Fencing } from './fencing.ts';
import { isSummaryHeading, readLabel, type Label } from './labels.ts';

/** A heading and what stands below it until the next. */
export type Block = {
  readonly heading: string;
  readonly fields: readonly Field[];
  /** Lines that belong to no field. */
  readonly lines: readonly string[];
  /** Which unwrapped fence it was found in, counted from 1; 0 outside of all. */
  readonly fence: number;
};

/** A labelled bullet with all its lines. */
export type Field = { readonly name: string; readonly text: string };

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
  /** Whether reading again with `unwrap` could show more. */
  readonly mayBeWrapped: boolean;
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
  fencing: Fencing;
  wrappers: number;
  mayBeWrapped: boolean;
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
const NOT_PLAIN = /[^\t\x20-\x7e]/;
/** What a heading, a fence or a comment begins with, and whatever is taken away when a line is cleaned. */
const STRUCTURAL = /[#`~<\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\udb40]/;

/** Splits a report into headings and labelled bullets: lenient, linear, bounded. */
export function readBlocks(text: string, options: BlockOptions): Blocks {
  const reader: Reader = {
    options,
    blocks: [],
    block: undefined,
    field: undefined,
    fencing: noFencing,
    wrappers: 0,
    mayBeWrapped: false,
  };
  let read = 0;
  eachLine(text, (line) => {
    if (!matters(reader, text, line)) return 'go on';
    read += 1;
    if (read > MOST_LINES) return 'stop';
    addBlanks(reader, line.blanks);
    readLine(reader, cleanLine(text.slice(line.start, Math.min(line.end, line.start + LONGEST_LINE))));
    return 'go on';
  });
  const isOpen = reader.fencing.inComment || reader.fencing.fences.length > 0;
  return {
    blocks: reader.blocks.map(closeBlock),
    whole: !isOpen && read <= MOST_LINES,
    mayBeWrapped: reader.mayBeWrapped,
  };
}

/** The text of a field as it is kept; a text that already is such comes back unchanged. */
export function fieldText(text: string): string {
  const clean = sanitize(text).replace(BLANK, '').trim();
  return sanitize(clean, { maxLength: LONGEST_FIELD });
}

/** Outside of wanted blocks only marks of structure can change anything; noise around a report costs next to nothing. */
function matters(reader: Reader, text: string, line: LineSpan): boolean {
  if (reader.block !== undefined || reader.fencing.inComment) return true;
  return STRUCTURAL.test(text.charAt(line.ink));
}

function addBlanks(reader: Reader, blanks: number): void {
  const { field } = reader;
  if (field === undefined) return;
  for (let left = blanks; left > 0 && field.size <= LONGEST_FIELD; left -= 1) {
    field.lines.push('');
    field.size += 1;
  }
}

function cleanLine(line: string): string {
  return NOT_PLAIN.test(line) ? sanitize(line) : line;
}

function readLine(reader: Reader, line: string): void {
  const before = reader.fencing;
  const after = fencingAfter(before, line);
  reader.fencing = after;
  if (after.fences[0]?.mayWrap === true) reader.mayBeWrapped = true;
  if (after.inComment || before.inComment) return;
  if (isFenced(before, reader.options) || isFenced(after, reader.options)) return continueField(reader, line);
  if (after !== before) return passWrapper(reader, after);
  if (HEADING.test(line) && readHeading(reader, line)) return;
  readBody(reader, line);
}

/** Inside a fence, beyond the one that wraps the whole report where we look through it. */
function isFenced(fencing: Fencing, options: BlockOptions): boolean {
  const [outer] = fencing.fences;
  if (outer === undefined) return false;
  return !(options.unwrap && outer.mayWrap) || fencing.fences.length > 1;
}

function passWrapper(reader: Reader, after: Fencing): void {
  if (after.fences.length > 0) reader.wrappers += 1;
  reader.block = undefined;
  reader.field = undefined;
}

/** false for an indented line that is no heading we look for: that one may be a remark in quoted code. */
function readHeading(reader: Reader, line: string): boolean {
  const heading = line.slice(0, LONGEST_HEADING).replace(HEADING, '').replaceAll('\uff5c', '|').trim();
  const isWanted = reader.options.keep(heading);
  if (!isWanted && line.startsWith(' ')) return false;
  reader.field = undefined;
  reader.block = undefined;
  if (!isWanted) return true;
  const fence = reader.fencing.fences.length > 0 ? reader.wrappers : 0;
  reader.block = { heading, fence, fields: [], lines: [], indent: DEEPEST_LABEL };
  reader.blocks.push(reader.block);
  return true;
}

function readBody(reader: Reader, line: string): void {
  const { block } = reader;
  if (block === undefined) return;
  const label = readLabel(line, { indent: block.indent, bare: isSummaryHeading(block.heading) });
  if (label !== undefined) return openField(reader, block, label);
  if (RULE.test(line)) reader.field = undefined;
  else if (reader.field !== undefined) continueField(reader, line);
  else block.lines.push(line.slice(0, LONGEST_HEADING));
}

function openField(reader: Reader, block: OpenBlock, label: Label): void {
  const { name, value } = label;
  if (block.fields.length === 0) block.indent = label.indent;
  reader.field = undefined;
  if (name === '') return;
  reader.field = { name, lines: [value], indent: undefined, size: value.length };
  block.fields.push(reader.field);
  // A code block may begin right behind the bullet; its lines are evidence, whatever they look like.
  const fence = QUOTING.has(name) ? openingFence(value) : undefined;
  if (fence === undefined) return;
  reader.fencing = { fences: [...reader.fencing.fences, { ...fence, isMarkdown: false }], inComment: false };
}

/** Adds a line to the open field, without the indentation that only says that it belongs there. */
function continueField(reader: Reader, line: string): void {
  const { field } = reader;
  if (field === undefined || field.size > LONGEST_FIELD) return;
  const spaces = line.length - line.replace(/^ +/, '').length;
  field.indent ??= Math.min(spaces, CONTINUATION);
  field.lines.push(line.slice(Math.min(spaces, field.indent)));
  field.size += line.length + 1;
}

function closeBlock(block: OpenBlock): Block {
  const { heading, fence, lines } = block;
  const fields = block.fields.map(({ name, lines: all }) => ({ name, text: fieldText(all.join('\n')) }));
  return { heading, fence, lines, fields };
}
