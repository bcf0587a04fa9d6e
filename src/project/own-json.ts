import { readFileSync } from 'node:fs';

import { jsonIn } from '../schema/json-in.ts';

/** JSON that only we write, taken at its word; undefined where it is not JSON. */
export function ownJson<T>(text: string): Partial<T> | undefined;
export function ownJson(text: string): unknown {
  return jsonIn(text);
}

/** The same of a file; undefined where it cannot be read. */
export function readOwnJson<T>(file: string): Partial<T> | undefined {
  try {
    return ownJson<T>(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
