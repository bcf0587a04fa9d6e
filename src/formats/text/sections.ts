import { addLine, addQuoted, isRule, type Keeps, type Open, type Shape } from './section.ts';
import { type Heading, isNoEntry, isNothing, readBullet, readHeading } from './heading.ts';
import { sanitize } from '../sanitize.ts';
import type { LineKind } from './lines.ts';

/** A line of an answer's body. An `end` is part of the form and belongs to no section: the signal, or JSON. */
export type BodyLine = {
  readonly text: string;
  readonly kind: LineKind | 'end';
};

/** The sections an answer may have, each with its shape and every label it goes by, in lower case. */
export type Outline<Name extends string> = Readonly<
  Record<Name, { readonly shape: Shape; readonly labels: readonly string[]; readonly keeps?: Keeps }>
>;

export type Sections<Name extends string> = {
  /** The items of a list section; those that say "None" are left out. */
  items(name: Name): readonly string[];
  /** The words of a `line` or `text` section, empty where it is missing or says "None". */
  text(name: Name): string;
  /** What was left out because it was too much. */
  readonly reasons: readonly string[];
  /** Every line that says something and belongs to no section, each in one line. */
  readonly outside: readonly string[];
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
  const outside: string[] = [];
  let current = null as Open | null;
  let isAfterBlank = false;
  for (const { text, kind } of lines) {
    if (kind === 'open' || kind === 'close') continue;
    if (kind === 'end') {
      current = null;
      continue;
    }
    if (kind === 'comment' || kind === 'fence' || kind === 'quote') {
      if (kind === 'comment' || !addQuoted(current, text, kind)) outside.push(text);
      continue;
    }
    if (text.trim() === '') {
      isAfterBlank = true;
      continue;
    }
    const heading = headingOf(text, current);
    const name = heading === null ? undefined : labels.get(heading.label);
    if (heading !== null && name !== undefined) {
      const { shape, keeps = 'list' } = outline[name];
      current = start(open, name, { shape, keeps, rank: heading.rank });
      addInline(current, heading.rest);
    } else if (heading !== null && endsSection(current, heading, text, isAfterBlank)) {
      if (current !== null && endsBefore(current, heading)) current = null;
      outside.push(text);
    } else if (!(current === null ? isRule(text) : addLine(current, text, isAfterBlank))) outside.push(text);
    isAfterBlank = false;
  }
  return { ...sectionsFrom(open), outside: outside.map(oneLine).filter((line) => line !== '') };
}

/**
 * Whether an unknown heading divides or ends the section it stands in. Lines that merely end with a colon are headings
 * after a blank line only, so that a wrapped item does not cut off the items after it.
 */
function endsSection(section: Open | null, heading: Heading, line: string, isAfterBlank: boolean): boolean {
  if (section === null || readBullet(line) !== null) return section === null;
  return heading.isMarked || (heading.isBare && isAfterBlank);
}

function labelsOf<Name extends string>(outline: Outline<Name>): ReadonlyMap<string, Name> {
  const labels = new Map<string, Name>();
  for (const name in outline) for (const label of outline[name].labels) labels.set(label, name);
  return labels;
}

/** The line as a heading, where it can be one here: in a list a bullet is an item unless its marks make it one. */
function headingOf(line: string, current: Open | null): Heading | null {
  const bullet = readBullet(line);
  const heading = readHeading(bullet === null ? line : bullet.text);
  if (bullet === null || heading === null) return heading;
  return current?.shape !== 'list' || heading.isMarked ? heading : null;
}

/** A deeper heading divides a section; so does one that follows the section's own, where both have no hashes. */
function endsBefore(section: Open, { rank }: Heading): boolean {
  if (rank !== section.rank) return rank < section.rank;
  return rank < 7 || section.parts.length > 0;
}

type Start = Pick<Open, 'shape' | 'keeps' | 'rank'>;

function start<Name extends string>(open: Map<Name, Open>, name: Name, how: Start): Open {
  const section = open.get(name) ?? { ...how, parts: [], indent: -1, isInline: false };
  open.set(name, section);
  section.indent = -1;
  section.isInline = false;
  section.rank = how.rank;
  return section;
}

function addInline(section: Open, rest: string): void {
  if (rest === '') return;
  section.parts.push(rest);
  section.isInline = true;
}

/** What says nothing is left out before anything is cut off. */
function sectionsFrom<Name extends string>(open: ReadonlyMap<Name, Open>): Omit<Sections<Name>, 'outside'> {
  const reasons: string[] = [];
  const lists = new Map<Name, readonly string[]>();
  for (const [name, { shape, parts }] of open) {
    if (shape !== 'list') continue;
    const items = parts.map(oneLine).filter((item) => !isNoEntry(item));
    lists.set(name, items.slice(0, MAX_ITEMS).map(withoutEscape));
    if (items.length > MAX_ITEMS)
      reasons.push(`${name}: ${items.length - MAX_ITEMS} of ${items.length} entries omitted`);
  }
  return { items: (name) => lists.get(name) ?? [], text: (name) => textOf(open.get(name)), reasons };
}

/** An entry that would be taken for a heading or a rule starts with a backslash, as Markdown has it. */
export function escapeItem(item: string): string {
  const isTaken = ESCAPED.test(item) || isRule(`- ${item}`) || readHeading(item)?.isMarked === true;
  return isTaken ? `\\${item}` : item;
}

function withoutEscape(item: string): string {
  return ESCAPED.test(item) ? item.slice(1) : item;
}

const ESCAPED = /^\\[\\*_`#\d-]/;

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
