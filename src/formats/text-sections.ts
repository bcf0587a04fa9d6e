import { type Heading, isNothing, readBullet, readHeading } from './text-heading.ts';
import { sanitize } from './sanitize.ts';
import type { LineKind } from './text-lines.ts';

/** A line of an answer's body; quotes and comments are not part of it. An `end` belongs to no section. */
export type BodyLine = {
  readonly text: string;
  readonly kind: Exclude<LineKind, 'quote' | 'comment'> | 'end';
};

/**
 * How a section is written. `list`: items, one a line or behind bullets. `line`: one paragraph. `text`: everything up
 * to the next heading, code fences included.
 */
export type Shape = 'list' | 'line' | 'text';

/** The sections an answer may have, each with its shape and every label it goes by, in lower case. */
export type Outline<Name extends string> = Readonly<
  Record<Name, { readonly shape: Shape; readonly labels: readonly string[] }>
>;

export type Sections<Name extends string> = {
  /** The items of a list section; those that say "None" are left out. */
  items(name: Name): readonly string[];
  /** The words of a `line` or `text` section, empty where it is missing or says "None". */
  text(name: Name): string;
  /** What was left out because it was too much. */
  readonly reasons: readonly string[];
};

export const MAX_ITEMS = 1000;
export const MAX_ITEM = 2000;
export const MAX_TEXT = 4000;

/** Sorts the lines of a body into the sections of an outline. A section that comes twice is continued. */
export function readSections<Name extends string>(
  lines: readonly BodyLine[],
  outline: Outline<Name>,
): Sections<Name> {
  const labels = labelsOf(outline);
  const open = new Map<Name, Open>();
  let current = null as Open | null;
  let isAfterBlank = false;
  for (const line of lines) {
    if (line.kind === 'open' || line.kind === 'close') continue;
    if (line.kind === 'end') {
      current = null;
      continue;
    }
    if (line.kind === 'fence') {
      if (current !== null && current.shape !== 'list') current.parts.push(line.text);
      continue;
    }
    if (line.text.trim() === '') {
      if (current?.shape === 'line' && current.parts.length > 0) current = null;
      isAfterBlank = true;
      continue;
    }
    const heading = headingOf(line.text, current);
    const name = heading === null ? undefined : labels.get(heading.label);
    if (heading !== null && name !== undefined) {
      current = start(open, name, { shape: outline[name].shape, rank: heading.rank });
      addInline(current, heading.rest);
    } else if (current !== null) {
      current = passOver(current, heading, line.text, isAfterBlank);
    }
    isAfterBlank = false;
  }
  return sectionsFrom(open);
}

type Open = {
  readonly shape: Shape;
  /** Items of a list, lines of a text. */
  readonly parts: string[];
  /** How far the first bullet is indented; -1 while the list has none. */
  indent: number;
  /** The last item stood on the heading's own line. */
  isInline: boolean;
  /** That of its heading. */
  rank: number;
};

function labelsOf<Name extends string>(outline: Outline<Name>): ReadonlyMap<string, Name> {
  const names = Object.keys(outline) as Name[];
  return new Map(names.flatMap((name) => outline[name].labels.map((label) => [label, name] as const)));
}

/** The line as a heading, where it can be one here: in a list a bullet is an item unless its marks make it one. */
function headingOf(line: string, current: Open | null): Heading | null {
  const bullet = readBullet(line);
  const heading = readHeading(bullet === null ? line : bullet.text);
  if (bullet === null || heading === null) return heading;
  return current?.shape !== 'list' || heading.isMarked ? heading : null;
}

/**
 * What an unknown heading or a line of content does to the section it stands in. Lines that merely end with a colon
 * are headings after a blank line only, so that a wrapped item does not cut off the items after it.
 */
function passOver(section: Open, heading: Heading | null, line: string, isAfterBlank: boolean): Open | null {
  const isHeading = heading !== null && readBullet(line) === null;
  if (isHeading && (heading.isMarked || (heading.isBare && isAfterBlank)))
    return endsBefore(section, heading) ? null : section;
  add(section, line, isAfterBlank);
  return section;
}

/** A deeper heading divides a section; so does one that follows the section's own, where both have no hashes. */
function endsBefore(section: Open, { rank }: Heading): boolean {
  if (rank !== section.rank) return rank < section.rank;
  return rank < 7 || section.parts.length > 0;
}

type Start = { readonly shape: Shape; readonly rank: number };

function start<Name extends string>(open: Map<Name, Open>, name: Name, { shape, rank }: Start): Open {
  const section = open.get(name) ?? { shape, parts: [], indent: -1, isInline: false, rank };
  open.set(name, section);
  section.indent = -1;
  section.isInline = false;
  section.rank = rank;
  return section;
}

function addInline(section: Open, rest: string): void {
  if (rest === '') return;
  section.parts.push(rest);
  section.isInline = true;
}

/**
 * Adds a line to the section. Prose after a list and a blank line is passed over, but does not end the list: an item
 * that follows it must not be lost.
 */
function add(section: Open, line: string, isAfterBlank: boolean): void {
  if (section.shape !== 'list') {
    section.parts.push(line.trim());
    return;
  }
  const bullet = readBullet(line);
  if (bullet !== null) {
    addBullet(section, bullet);
    return;
  }
  const hasItems = section.indent >= 0 || section.isInline;
  const isIndented = line.startsWith('  ') || line.startsWith('\t');
  // A table is read by whoever knows its columns.
  const isTable = line.trimStart().startsWith('|');
  if (hasItems && !isTable && (isIndented || !isAfterBlank)) join(section, line);
  if (!hasItems && !(isAfterBlank && section.parts.length > 0)) section.parts.push(line.trim());
}

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

function sectionsFrom<Name extends string>(open: ReadonlyMap<Name, Open>): Sections<Name> {
  const reasons: string[] = [];
  for (const [name, { shape, parts }] of open) {
    if (shape === 'list' && parts.length > MAX_ITEMS)
      reasons.push(`${name}: ${parts.length - MAX_ITEMS} of ${parts.length} entries left out`);
  }
  return {
    items: (name) =>
      (open.get(name)?.parts ?? [])
        .slice(0, MAX_ITEMS)
        .map(oneLine)
        .filter((item) => !isNothing(item))
        .map(withoutEscape),
    text: (name) => textOf(open.get(name)),
    reasons,
  };
}

/** An entry that would be taken for a heading starts with a backslash, as Markdown has it. */
export function escapeItem(item: string): string {
  return ESCAPED.test(item) || readHeading(item)?.isMarked === true ? `\\${item}` : item;
}

function withoutEscape(item: string): string {
  return ESCAPED.test(item) ? item.slice(1) : item;
}

const ESCAPED = /^\\[\\*_`#\d]/;

function textOf(section: Open | undefined): string {
  if (section === undefined) return '';
  const text =
    section.shape === 'text' ? longText(section.parts.join('\n')) : oneLine(section.parts.join(' '));
  return isNothing(text) ? '' : text;
}

/** The form of every single-line value: clean, trimmed, at most 2,000 characters. */
export function oneLine(text: string): string {
  return sanitize(text, { singleLine: true, maxLength: MAX_ITEM });
}

/** The form of every longer value: clean, trimmed, at most 4,000 characters. */
export function longText(text: string): string {
  return sanitize(sanitize(text).trim(), { maxLength: MAX_TEXT });
}
