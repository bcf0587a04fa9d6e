import { addLine, addQuoted, isRule, type Keeps, type Open, type Shape } from './text-section.ts';
import { type Heading, isNoEntry, isNothing, readBullet, readHeading } from './text-heading.ts';
import { sanitize } from './sanitize.ts';
import type { LineKind } from './text-lines.ts';
import {
  complaintsOf,
  strangeEntry,
  type Stranger,
  strangeTitle,
  type StrangeTitle,
} from './text-strangers.ts';

/** A line of an answer's body; comments are not part of it. An `end` belongs to no section. */
export type BodyLine = {
  readonly text: string;
  readonly kind: Exclude<LineKind, 'comment'> | 'end';
};

/** The sections an answer may have, each with its shape and every label it goes by, in lower case. */
export type Outline<Name extends string> = Readonly<
  Record<
    Name,
    { readonly shape: Shape; readonly labels: readonly string[]; readonly keeps?: Exclude<Keeps, 'bullets'> }
  >
>;

export type Sections<Name extends string> = {
  /** The items of a list section; those that say "None" are left out. */
  items(name: Name): readonly string[];
  /** The words of a `line` or `text` section, empty where it is missing or says "None". */
  text(name: Name): string;
  /** What was left out because it was too much. */
  readonly reasons: readonly string[];
  /** Every entry under headings outside the outline. */
  readonly strange: readonly string[];
  /** Those that may be a complaint. */
  readonly strangers: readonly Stranger[];
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
  const strange: { readonly title: StrangeTitle; readonly section: Open }[] = [];
  let current = null as Open | null;
  let isAfterBlank = false;
  for (const line of lines) {
    if (line.kind === 'open' || line.kind === 'close') continue;
    if (line.kind === 'end') {
      current = null;
      continue;
    }
    if (line.kind === 'fence' || line.kind === 'quote') {
      if (current !== null) addQuoted(current, line.text, line.kind);
      continue;
    }
    if (line.text.trim() === '') {
      if (current?.shape === 'line' && current.parts.length > 0) current = null;
      isAfterBlank = true;
      continue;
    }
    const heading = headingOf(line.text, current);
    const name = heading === null ? undefined : labels.get(heading.label);
    const title = name === undefined ? strangeIn(current, heading, line.text, isAfterBlank) : null;
    if (heading !== null && name !== undefined) {
      const { shape, keeps = 'list' } = outline[name];
      current = start(open, name, { shape, keeps, rank: heading.rank });
      addInline(current, heading.rest);
    } else if (title !== null) {
      current = opened({
        shape: 'list',
        keeps: title.isComplaint ? 'all' : 'bullets',
        rank: heading?.rank ?? 7,
      });
      strange.push({ title, section: current });
      addInline(current, title.rest);
    } else if (current !== null) {
      current = passOver(current, heading, line.text, isAfterBlank);
    }
    isAfterBlank = false;
  }
  const outside = strange.map(({ title, section }) => ({ title, items: section.parts.map(oneLine) }));
  const strangers = outside.map(({ title, items }) => complaintsOf(title, items));
  const all = outside.flatMap(({ items }) => items);
  return {
    ...sectionsFrom(open),
    strange: all,
    strangers: strangers.filter(({ items }) => items.length > 0),
  };
}

/**
 * The line as the heading of a section nobody asked for. Where everything is kept anyway, a line that merely ends with
 * a colon goes on with the entry before it, and a deeper heading divides the section.
 */
function strangeIn(
  section: Open | null,
  heading: Heading | null,
  line: string,
  isAfterBlank: boolean,
): StrangeTitle | null {
  if (section?.shape === 'text') return null;
  const keepsAll = section !== null && section.keeps !== 'list' && section.keeps !== 'bullets';
  if (readBullet(line) !== null) return keepsAll || heading === null ? null : strangeEntry(heading);
  const title = strangeTitle(line, isAfterBlank);
  if (title === null || section === null) return title;
  if (title.isComplaint && !keepsAll) return title;
  if (title.isComplaint && section.keeps === 'against' && isAfterBlank) return title;
  if (heading === null) return isAfterBlank && title.rest === '' ? title : null;
  const isHeading = heading.isMarked || (heading.isBare && isAfterBlank);
  return isHeading && endsBefore(section, heading) ? title : null;
}

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
  addLine(section, line, isAfterBlank);
  return section;
}

/** A deeper heading divides a section; so does one that follows the section's own, where both have no hashes. */
function endsBefore(section: Open, { rank }: Heading): boolean {
  if (rank !== section.rank) return rank < section.rank;
  return rank < 7 || section.parts.length > 0;
}

type Start = Pick<Open, 'shape' | 'keeps' | 'rank'>;

function opened({ shape, keeps, rank }: Start): Open {
  return { shape, keeps, parts: [], indent: -1, isInline: false, rank };
}

function start<Name extends string>(open: Map<Name, Open>, name: Name, how: Start): Open {
  const section = open.get(name) ?? opened(how);
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
function sectionsFrom<Name extends string>(
  open: ReadonlyMap<Name, Open>,
): Omit<Sections<Name>, 'strange' | 'strangers'> {
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
