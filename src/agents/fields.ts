import { nearest } from '../schema/nearest.ts';
import type { Path, Say } from './yaml-value.ts';

/** The members of one map, each read with what is wrong noted on the way; a missing one is undefined. */
export type Fields = {
  readonly path: Path;
  readonly keys: readonly string[];
  raw(key: string): unknown;
  text(key: string): string | undefined;
  /** A whole number from 0 on. */
  count(key: string): number | undefined;
  oneOf<T extends string>(key: string, words: readonly T[]): T | undefined;
  texts(key: string): readonly string[] | undefined;
  /** The maps of a list, each with these members. */
  maps(key: string, known: readonly string[]): readonly Fields[] | undefined;
};

/** Takes a map apart. An unknown member is an error, because a setting that is silently ignored is worse than none. */
export function fieldsOf(value: unknown, path: Path, known: readonly string[], say: Say): Fields | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    say(path, `must be a map of ${known.join(', ')}`);
    return undefined;
  }
  const map = new Map<string, unknown>(Object.entries(value));
  for (const key of map.keys())
    if (!known.includes(key)) say([...path, key], `unknown key "${key}"${didYouMean(key, known)}`);
  return reader(map, path, say);
}

/** The items of a list; nothing with a complaint for what is none. */
export function listOf(value: unknown, path: Path, say: Say): readonly unknown[] {
  if (Array.isArray(value)) return value;
  say(path, 'must be a list');
  return [];
}

function reader(map: ReadonlyMap<string, unknown>, path: Path, say: Say): Fields {
  const has = (key: string): boolean => map.has(key) && map.get(key) !== null;
  const read = <T>(key: string, fits: (value: unknown) => value is T, must: string): T | undefined => {
    if (!has(key)) return undefined;
    const value = map.get(key);
    if (fits(value)) return value;
    say([...path, key], `must be ${must}`);
    return undefined;
  };
  return {
    path,
    keys: [...map.keys()],
    raw: (key) => map.get(key),
    text: (key) => read(key, isText, 'text'),
    count: (key) => read(key, isCount, 'a whole number from 0 on'),
    oneOf: <T extends string>(key: string, words: readonly T[]) => {
      const word = read(key, isText, `one of ${words.join(', ')}`);
      const found = words.find((each) => each === word);
      if (word !== undefined && found === undefined)
        say([...path, key], `must be one of ${words.join(', ')}${didYouMean(word, words)}`);
      return found;
    },
    texts: (key) => read(key, isTexts, 'a list of texts'),
    maps: (key, known) => {
      if (!has(key)) return undefined;
      return listOf(map.get(key), [...path, key], say).flatMap((item, index) => {
        const fields = fieldsOf(item, [...path, key, index], known, say);
        return fields === undefined ? [] : [fields];
      });
    },
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function didYouMean(word: string, known: readonly string[]): string {
  const close = nearest(word, known);
  return close === undefined ? '' : `, did you mean "${close}"?`;
}
