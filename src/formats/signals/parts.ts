import { GauntletError } from '../../model/error.ts';
import { isMap } from '../../schema/fits.ts';
import { normal } from '../../schema/normal.ts';
import { anything, openMapOf, or, type Shape, turned } from '../../schema/shape.ts';
import { isNothing } from '../text/heading.ts';
import { type LocatedMessage, posixPath, readLocated, writeLocated } from '../text/location.ts';
import { longText, MAX_ITEMS, oneLine, type Outline, type Sections, escapeItem } from '../text/sections.ts';
import type { JsonObject } from './json-answer.ts';
import { type SignalName, signalLine } from './names.ts';

type Section = Outline<string>[string];

/** One part of an answer, declared once: its section in a text, its member in JSON, and how it is written. */
export type AnswerPart<Value> = {
  /** Missing where a text has no section for it. */
  readonly section?: Section | undefined;
  /** The keys that objects in its JSON may have, where those are read. */
  readonly keys?: readonly string[];
  fromText(sections: Sections<string>, name: string): Value;
  fromJson(member: unknown): Value;
  write(value: Value): string;
};

export type Parts = Readonly<Record<string, AnswerPart<unknown>>>;

/** What an answer of these parts says. */
export type BodyOf<P extends Parts> = {
  readonly [Name in keyof P]: P[Name] extends AnswerPart<infer Value> ? Value : never;
};

/** How an entry of a list is read from a JSON object. None is refused: whole is all of it, in one line. */
type EntryForm<Read, Entry> = {
  readonly form: Shape<Read, unknown>;
  readonly make: (read: Read, whole: string) => Entry | readonly Entry[];
};

type Listed<Read, Entry> = Partial<Omit<Section, 'shape'>> & {
  /** The heading it is written under; the labels are further ones that it may have. */
  readonly title: string;
  readonly read: (item: string) => Entry | readonly Entry[];
  readonly entry?: EntryForm<Read, Entry>;
  readonly write: (entry: Entry) => string;
};

/** A list, of which each entry is read from its line, or in JSON from its object. */
export function listPart<Read, Entry>(list: Listed<Read, Entry>): AnswerPart<readonly Entry[]> {
  const { title, labels = [], read, entry, write, ...keeps } = list;
  return {
    section: { shape: 'list', labels: [title.toLowerCase(), ...labels], ...keeps },
    ...(entry?.form.type === 'object' && { keys: Object.keys(entry.form.fields) }),
    fromText: (sections, name) => sections.items(name).flatMap(read),
    fromJson: (member) =>
      entriesOf(member).flatMap((each) => {
        const whole = oneLine(typeof each === 'string' ? each : JSON.stringify(each));
        if (entry !== undefined && isMap(each)) return entry.make(normal(entry.form, each), whole);
        return isNothing(whole) ? [] : read(whole);
      }),
    write: (entries) => listSection(title, entries.map(write)),
  };
}

/** A list of lines. */
export function linesPart(
  title: string,
  labels: readonly string[] = [],
  keeps: Section['keeps'] = 'list',
): AnswerPart<readonly string[]> {
  return listPart({ title, labels, keeps, read: (item) => item, write: (item) => item });
}

/** A list of places with what is said about them. */
export function locatedPart(title: string, labels: readonly string[]): AnswerPart<readonly LocatedMessage[]> {
  const entry = { form: openMapOf({ file: line, line, message: line }), make: locatedFrom };
  return listPart({ title, labels, keeps: 'all', read: readLocated, entry, write: writeLocated });
}

/** A line, as it stands or as it is turned. */
export function linePart(title: string, ...labels: readonly string[]): AnswerPart<string> {
  return {
    section: { shape: 'line', labels: [title.toLowerCase(), ...labels] },
    fromText: (sections, name) => sections.text(name),
    fromJson: lineFrom,
    write: (text) => lineSection(title, text),
  };
}

/** Text of several lines. */
export function textPart(title: string, ...labels: readonly string[]): AnswerPart<string> {
  return {
    section: { shape: 'text', labels: [title.toLowerCase(), ...labels] },
    fromText: (sections, name) => sections.text(name),
    fromJson: (member) => {
      const text = typeof member === 'string' ? longText(member) : '';
      return isNothing(text) ? '' : text;
    },
    write: (text) => textSection(title, text),
  };
}

/** The sections that a text with these parts may have. */
export function outlineOf(parts: Parts): Outline<string> {
  const named = Object.entries(parts).map(([name, { section }]) => [name, section] as const);
  return Object.fromEntries(named.flatMap(([name, section]) => (section ? [[name, section]] : [])));
}

export function fromText<P extends Parts>(parts: P, sections: Sections<string>): BodyOf<P> {
  return bodyOf(parts, (part, name) => part.fromText(sections, name));
}

export function fromJson<P extends Parts>(parts: P, json: JsonObject): BodyOf<P> {
  return bodyOf(parts, (part, name) => part.fromJson(own(json, name)));
}

/** The sections of a text that says this. */
export function writeParts<P extends Parts>(parts: P, body: BodyOf<P>): readonly string[] {
  return Object.entries(parts).map(([name, part]) => part.write(body[name]));
}

function bodyOf<P extends Parts>(
  parts: P,
  read: (part: AnswerPart<unknown>, name: string) => unknown,
): BodyOf<P> {
  const body = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, read(part, name)]));
  if (!isBody(body, parts)) throw new GauntletError('BUG', 'a part of an answer was not read');
  return body;
}

function isBody<P extends Parts>(body: object, parts: P): body is BodyOf<P> {
  return Object.keys(parts).every((name) => name in body);
}

/** A member of a JSON object as a cleaned line, empty where it is missing or no text. Numbers are taken as written. */
export function lineFrom(value: unknown): string {
  if (typeof value === 'number') return String(value);
  const said = typeof value === 'string' ? oneLine(value) : '';
  return isNothing(said) ? '' : said;
}

/** The form of a member that is one line. */
export const line = or('', turned(anything(), lineFrom));

/** The entries of a list. Text where a list is expected is a list of one: nothing said is passed over. */
export function entriesOf(value: unknown): readonly unknown[] {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
  // What says nothing goes first, so that nothing said is cut off for it.
  return entries.filter((entry) => !saysNothing(entry)).slice(0, MAX_ITEMS);
}

/** Whether a member is missing or empty. */
export function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(saysNothing);
  return saysNothing(value) || (isMap(value) && Object.keys(value).length === 0);
}

function saysNothing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && isNothing(oneLine(value)));
}

/** A finding from `{file, line, message}`; what has another shape is kept as its message. */
function locatedFrom(
  read: Readonly<Record<'file' | 'line' | 'message', string>>,
  whole: string,
): LocatedMessage {
  const file = posixPath(read.file);
  const at = Number(read.line || '0');
  return {
    file,
    line: file !== '' && Number.isSafeInteger(at) && at > 0 ? at : 0,
    message: read.message || whole,
  };
}

/** The keys that a JSON object may have, and those that the objects below them may have. */
export type PartKeys = Readonly<Record<string, { readonly keys?: readonly string[] }>>;

/** What every verdict may have. */
const verdictKeys: PartKeys = {
  signal: {},
  ticket: {},
  token: {},
  verdict: {},
  reasons: {},
  /** What the answer cost, which says nothing about the work. */
  usage: { keys: ['tokensIn', 'tokensOut', 'usd'] },
};

/** Members nobody knows, at whatever level. One that holds nothing says nothing. */
export function unknownKeys(json: JsonObject, parts: PartKeys): readonly string[] {
  const known = { ...verdictKeys, ...parts };
  return Object.keys(json).flatMap((key) => {
    if (isEmpty(json[key])) return [];
    if (!Object.hasOwn(known, key)) return [key];
    const { keys } = known[key] ?? {};
    if (keys === undefined) return [];
    const unknown = entriesOf(json[key])
      .filter(isMap)
      .flatMap((entry) => Object.keys(entry).filter((name) => !keys.includes(name) && !isEmpty(entry[name])));
    return [...new Set(unknown)].map((name) => `${key}.${name}`);
  });
}

/** Why a pass as JSON cannot be taken at its word: it says more than is understood, or leaves out what it must say. */
export function keyProblems(json: JsonObject, parts: PartKeys, needed: readonly string[]): readonly string[] {
  const missing = needed.filter((key) => !Array.isArray(json[key]) && isEmpty(own(json, key)));
  const long = Object.entries(json).filter(([, value]) => Array.isArray(value) && value.length > MAX_ITEMS);
  return [
    ...unknownKeys(json, parts).map((key) => `the JSON verdict has an unknown key: ${oneLine(key)}`),
    ...missing.map((key) => `the JSON verdict has no ${key}`),
    ...long.map(([key]) => `the JSON verdict has more than ${MAX_ITEMS} entries: ${oneLine(key)}`),
    ...(isEmpty(own(json, 'reasons')) ? [] : ['the JSON verdict contradicts itself']),
  ];
}

export function own(json: JsonObject, key: string): unknown {
  return Object.hasOwn(json, key) ? json[key] : undefined;
}

export type WriteOptions = { readonly token?: string };

/** A document: the closing signal, then its sections, empty ones left out. */
export function document(
  signal: SignalName | null,
  ticket: string | null,
  sections: readonly string[],
  { token }: WriteOptions,
): string {
  // A value without a signal is written without one, so that it stays unknown.
  const closing = signal === null ? [] : [signalLine(signal, ticket ?? '', token)];
  return `${[...closing, ...sections.filter((section) => section !== '')].join('\n\n')}\n`;
}

/** A section with one bullet for each entry; nothing without entries. */
export function listSection(label: string, items: readonly string[]): string {
  const kept = items.map(oneLine).filter((item) => !isNothing(item));
  return kept.length === 0 ? '' : [`${label}:`, ...kept.map((item) => `- ${escapeItem(item)}`)].join('\n');
}

/** A section of one line; nothing for an empty text. */
export function lineSection(label: string, text: string): string {
  const line = oneLine(text);
  return isNothing(line) ? '' : `${label}: ${line}`;
}

/** A section of free text: on its line, or in a fence where it has several. */
function textSection(label: string, text: string): string {
  const value = longText(text);
  if (isNothing(value)) return '';
  if (!value.includes('\n')) return `${label}: ${value}`;
  const longest = Math.max(2, ...(value.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${label}:\n${fence}\n${value}\n${fence}`;
}
