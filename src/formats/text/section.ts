import { isNothing, readBullet } from './heading.ts';
import { readLocated } from './location.ts';

/**
 * How a section is written. `list`: items, one a line or behind bullets. `line`: one paragraph. `text`: everything up
 * to the next heading, code fences included.
 */
export type Shape = 'list' | 'line' | 'text';

/**
 * What a list takes besides its bullets and what is indented below them. `all`: code, quotes, tables and prose too, so that
 * no finding is lost. `evidence`: rows of tables, and code below an entry. `list`: nothing.
 */
export type Keeps = 'all' | 'evidence' | 'list';

/** A section while it is read. */
export type Open = {
  readonly shape: Shape;
  readonly keeps: Keeps;
  /** Items of a list, lines of a text. */
  readonly parts: string[];
  /** How far the first bullet is indented; -1 while the list has none. */
  indent: number;
  /** The last item stood on the heading's own line. */
  isInline: boolean;
  /** That of its heading. */
  rank: number;
};

/** Adds a line of code or of a quote; false where it has no place in the section. */
export function addQuoted(section: Open | null, line: string, kind: 'fence' | 'quote'): boolean {
  if (section === null) return false;
  if (section.shape !== 'list') {
    const isKept = kind === 'fence' && section.shape === 'text';
    if (isKept) section.parts.push(line);
    return isKept;
  }
  if (section.keeps !== 'all')
    return kind === 'fence' && section.keeps === 'evidence' && section.parts.length > 0;
  const text = kind === 'quote' ? line.replace(/^[ >]{1,20}/, '').trim() : line.trim();
  if (text === '') return true;
  const last = section.parts.at(-1) ?? '';
  const isAfterNothing = last.length < MAX_NOTHING && isNothing(last);
  const isEntry = isAfterNothing || readBullet(text) !== null || readLocated(text).file !== '';
  if (isEntry) section.parts.push(unbulleted(text));
  else join(section, text);
  return true;
}

/** Longer entries say something; looking at them again for each line would take too long. */
const MAX_NOTHING = 100;

function unbulleted(text: string): string {
  return readBullet(text)?.text ?? text;
}

/**
 * Adds a line; false where it has no place in the section. What follows an entry without being indented is read as part of
 * it, so that nothing said is lost, and has no place there all the same.
 */
export function addLine(section: Open, line: string, isAfterBlank: boolean): boolean {
  if (section.shape === 'text') section.parts.push(line.trim());
  if (isRule(line) || section.shape === 'text') return true;
  if (section.shape === 'line') return addToLine(section, line, isAfterBlank);
  const bullet = readBullet(line);
  if (bullet !== null) addBullet(section, bullet);
  else if (section.keeps !== 'list' && line.trimStart().startsWith('|')) addRow(section, line);
  else return addProse(section, line, isAfterBlank);
  return true;
}

/** A line is one line: the next one that is not indented goes on with it, and has no place there. */
function addToLine(section: Open, line: string, isAfterBlank: boolean): boolean {
  const isFirst = section.parts.length === 0;
  if (isFirst || !isAfterBlank) section.parts.push(line.trim());
  return isFirst || (isIndented(line) && !isAfterBlank);
}

/** Whether the line is only a rule drawn across the page. */
export function isRule(line: string): boolean {
  return /^ {0,3}(?:[-*_] ?){3,80}$/.test(line.trimEnd());
}

function addProse(section: Open, line: string, isAfterBlank: boolean): boolean {
  if (hasItems(section) && (isIndented(line) || !isAfterBlank)) {
    // A table in a plain list is read by whoever knows its columns.
    const isRow = line.trimStart().startsWith('|');
    if (!isRow) join(section, line);
    return isIndented(line) && !isRow;
  }
  const isTaken =
    section.keeps === 'all' || (!hasItems(section) && !(isAfterBlank && section.parts.length > 0));
  if (isTaken) section.parts.push(line.trim());
  return isTaken;
}

function hasItems({ indent, isInline }: Open): boolean {
  return indent >= 0 || isInline;
}

function isIndented(line: string): boolean {
  return line.startsWith('  ') || line.startsWith('\t');
}

/** The cells of a table row as one item. Its header and the rule below it say nothing. */
function addRow(section: Open, line: string): void {
  const cells = line
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => !isNothing(cell) && !/^:?-+:?$/.test(cell));
  if (cells.every((cell) => HEADER.has(cell.toLowerCase().replaceAll(/[^a-z ]/g, '')))) return;
  section.parts.push(cells.join(' - '));
}

const HEADER: ReadonlySet<string> = new Set(
  ' file files line lines location place issue issues finding severity description message priority fix category problem status criterion criteria evidence result results note notes check checks command environment exit code id aspect assessment'
    .split(' ')
    .concat('exit code', 'acceptance criterion'),
);

function addBullet(section: Open, { indent, text }: { indent: number; text: string }): void {
  // A bullet below a bullet belongs to it.
  if (section.indent >= 0 && indent >= section.indent + 2) {
    join(section, `- ${text}`);
    return;
  }
  if (section.indent < 0) section.indent = indent;
  section.isInline = false;
  section.parts.push(text);
}

function join(section: Open, line: string): void {
  const last = section.parts.pop() ?? '';
  section.parts.push(`${last} ${line.trim()}`);
}
