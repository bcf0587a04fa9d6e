import { speaksAgainst } from './text-doubt.ts';
import { isNothing, readBullet } from './text-heading.ts';
import { readLocated } from './text-location.ts';

/**
 * How a section is written. `list`: items, one a line or behind bullets. `line`: one paragraph. `text`: everything up
 * to the next heading, code fences included.
 */
export type Shape = 'list' | 'line' | 'text';

/**
 * What a list holds besides its entries. `all`: code, quotes, tables and prose too, so that no finding is lost.
 * `against`: tables, and of the others what speaks against a pass. `list`: wrapped lines. `bullets`: no prose at all.
 */
export type Keeps = 'all' | 'against' | 'list' | 'bullets';

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

/** Adds a line of code or of a quote. */
export function addQuoted(section: Open, line: string, kind: 'fence' | 'quote'): void {
  if (section.shape !== 'list') {
    if (kind === 'fence') section.parts.push(line);
    return;
  }
  const text = kind === 'quote' ? line.replace(/^[ >]{1,20}/, '').trim() : line.trim();
  if (text === '') return;
  if (section.keeps === 'against' && speaksAgainst(text)) section.parts.push(unbulleted(text));
  if (section.keeps !== 'all') return;
  const last = section.parts.at(-1) ?? '';
  const isAfterNothing = last.length < MAX_NOTHING && isNothing(last);
  const isEntry = isAfterNothing || readBullet(text) !== null || readLocated(text).file !== '';
  if (isEntry) section.parts.push(unbulleted(text));
  else join(section, text);
}

/** Longer entries say something; looking at them again for each line would take too long. */
const MAX_NOTHING = 100;

function unbulleted(text: string): string {
  return readBullet(text)?.text ?? text;
}

/**
 * Adds a line. Prose after a list and a blank line is passed over where the list does not keep it, but never ends the
 * list: an item that follows it must not be lost.
 */
export function addLine(section: Open, line: string, isAfterBlank: boolean): void {
  if (section.shape !== 'list') {
    section.parts.push(line.trim());
    return;
  }
  if (isRule(line)) return;
  const bullet = readBullet(line);
  if (bullet !== null) addBullet(section, bullet);
  else if (section.keeps !== 'list' && line.trimStart().startsWith('|')) addRow(section, line);
  else addProse(section, line, isAfterBlank);
}

/** Whether the line is only a rule drawn across the page. */
export function isRule(line: string): boolean {
  return /^ {0,3}(?:[-*_] ?){3,80}$/.test(line.trimEnd());
}

function addProse(section: Open, line: string, isAfterBlank: boolean): void {
  const hasItems = section.indent >= 0 || section.isInline;
  if (section.keeps === 'bullets' && !hasItems) return;
  const isIndented = line.startsWith('  ') || line.startsWith('\t');
  // A table in a plain list is read by whoever knows its columns.
  const isTable = line.trimStart().startsWith('|');
  if (hasItems && (isIndented || !isAfterBlank)) {
    if (!isTable) join(section, line);
    return;
  }
  const isFirst = !hasItems && !(isAfterBlank && section.parts.length > 0);
  if (isFirst || isKept(section, line)) section.parts.push(line.trim());
}

function isKept({ keeps }: Open, line: string): boolean {
  return keeps === 'all' || (keeps === 'against' && speaksAgainst(line));
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
