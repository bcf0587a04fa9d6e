import { hash } from 'node:crypto';
import { GauntletError } from '../model/error.ts';

/** The one way to write a value: equal values give equal bytes, whatever the order of their keys. */
export function canonicalJson(value: unknown): string {
  return written(JSON.parse(jsonOf(value)));
}

/** A value as JSON. Any text survives: half a surrogate pair is written as an escape. */
export function jsonOf(value: unknown): string {
  const json = JSON.stringify(value) as string | undefined;
  if (json === undefined) throw new GauntletError('BUG', `${typeof value} cannot be written as JSON`);
  return json;
}

export function hashOf(text: string): string {
  return hash('sha256', text, 'hex');
}

function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${written(each)}`).join(',')}}`;
}
