import { MAX_ITEMS, longText, oneLine } from '../text-sections.ts';
import { isNothing } from '../text-heading.ts';
import { type Located, posixPath } from '../text-location.ts';
import type { JsonObject } from './json-answer.ts';

/** The member as a cleaned line, empty where it is missing or no text. Numbers are taken as they are written. */
export function lineField(object: JsonObject, key: string): string {
  const value = own(object, key);
  if (typeof value === 'number') return String(value);
  const line = typeof value === 'string' ? oneLine(value) : '';
  return isNothing(line) ? '' : line;
}

/** The member as cleaned text of several lines. */
export function textField(object: JsonObject, key: string): string {
  const value = own(object, key);
  const text = typeof value === 'string' ? longText(value) : '';
  return isNothing(text) ? '' : text;
}

/** The entries of a list. Text where a list is expected is a list of one: nothing said is passed over. */
export function listField(object: JsonObject, key: string): readonly unknown[] {
  const value = own(object, key);
  if (value === undefined || value === null) return [];
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
  // What says nothing goes first, so that nothing said is cut off for it.
  return entries.filter((entry) => !saysNothing(entry)).slice(0, MAX_ITEMS);
}

/** Whether the member is missing or empty. */
export function isNothingAt(object: JsonObject, key: string): boolean {
  const value = own(object, key);
  if (Array.isArray(value)) return value.every(saysNothing);
  return saysNothing(value) || (isObject(value) && Object.keys(value).length === 0);
}

function saysNothing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && isNothing(oneLine(value)));
}

/** The texts of a list; an entry that is no text is shown as JSON rather than lost. */
export function linesField(object: JsonObject, key: string): readonly string[] {
  return listField(object, key)
    .map((entry) => oneLine(typeof entry === 'string' ? entry : JSON.stringify(entry)))
    .filter((line) => !isNothing(line));
}

/** The entries of a list, each read from its object, or from its text where it is written as such. */
export function entriesField<Entry>(
  object: JsonObject,
  key: string,
  fromObject: (entry: JsonObject) => Entry,
  fromText: (item: string) => Entry,
): readonly Entry[] {
  return listField(object, key).flatMap((entry) => {
    if (isObject(entry)) return [fromObject(entry)];
    const item = oneLine(typeof entry === 'string' ? entry : JSON.stringify(entry));
    return isNothing(item) ? [] : [fromText(item)];
  });
}

/** A finding from `{file, line, message}`; what has another shape is kept as its message. */
export function locatedFrom(entry: JsonObject): Located {
  const file = posixPath(lineField(entry, 'file'));
  const line = Number(lineField(entry, 'line') || '0');
  const message = lineField(entry, 'message') || oneLine(JSON.stringify(entry));
  return { file, line: file !== '' && Number.isSafeInteger(line) && line > 0 ? line : 0, message };
}

/** Whether the value is a JSON object: not an array, not null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
