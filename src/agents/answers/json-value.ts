import { isMap } from '../../schema/fits.ts';

/** An object of JSON that somebody else wrote: nothing in it is taken for granted. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The object itself; an empty one for anything else. */
export function objectOf(value: unknown): JsonObject {
  return isMap(value) ? value : {};
}

/** The objects of a list; none where there is no list. */
export function objectsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

/** The text itself; an empty one for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The number itself where it is above 0; else 0. */
export function amountOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
}
