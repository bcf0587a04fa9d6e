import { isNumber } from './fits.ts';
import type { AnyShape, Remark } from './shape.ts';
import type { Suggest } from './suggest.ts';

/** Our words for why a value does not have a form, with the way out where there is one. */
export function sayMisfit(shape: AnyShape, value: unknown, suggest: Suggest): Remark {
  if (shape.type === 'enum' && typeof value === 'string') {
    return {
      message: `"${value}" is not one of ${shape.words.join(', ')}`,
      hint: suggest(value, shape.words),
    };
  }
  if (shape.type === 'number' && isNumber(shape, value))
    return { message: `must be ${boundOf(shape, value)}, not ${value}` };
  if (shape.type === 'array' && Array.isArray(value)) return wrongNumber(shape, value.length);
  if (shape.type === 'string' && typeof value === 'string') return badForm(shape, value);
  return { message: `must be ${expected(shape)}, not ${described(value)}`, hint: wayOut(shape, value) };
}

type Bounds = { readonly least: number; readonly most: number };

function boundOf({ least, most }: Bounds, size: number): string {
  return size < least ? `at least ${least}` : `at most ${most}`;
}

function wrongNumber(bounds: Bounds, length: number): Remark {
  const bound = boundOf(bounds, length);
  return { message: `must have ${bound} ${bound.endsWith(' 1') ? 'entry' : 'entries'}, not ${length}` };
}

type TextShape = AnyShape & { readonly type: 'string' };

function badForm(
  { pattern, least = 0, most = Infinity, wrong, hint = '' }: TextShape,
  value: string,
): Remark {
  if (wrong !== undefined) return { message: wrong.startsWith('must') ? wrong : `"${value}" ${wrong}`, hint };
  if (value.trim() === '' && (least > 0 || pattern !== undefined)) return { message: 'must not be empty' };
  if (value.length < least || value.length > most)
    return { message: `must have ${boundOf({ least, most }, value.length)} characters, not ${value.length}` };
  return { message: `${described(value)} does not have the form ${pattern?.source ?? ''}`, hint };
}

function expected(shape: AnyShape): string {
  switch (shape.type) {
    case 'string':
      return 'text';
    case 'number':
      return shape.whole ? 'a whole number' : 'a number';
    case 'boolean':
      return 'true or false';
    case 'any':
      return 'a value';
    case 'array':
      return 'a list';
    case 'object':
    case 'record':
      return 'a map of keys and values';
    case 'literal':
      return String(shape.value);
    case 'enum':
      return shape.words.length === 1 ? String(shape.words) : `one of ${shape.words.join(', ')}`;
    case 'union':
      return [...new Set(shape.options.map(expected))].join(' or ');
  }
}

/** A whole file that is no YAML may be one value: enough to know it by, and the complaint stays in sight. */
const LONGEST = 100;

function described(value: unknown): string {
  if (value === null || value === undefined) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  if (typeof value === 'string' && value.length > LONGEST)
    return `${JSON.stringify(value.slice(0, LONGEST))} and ${value.length - LONGEST} more characters`;
  return JSON.stringify(value);
}

function wayOut(shape: AnyShape, value: unknown): string {
  const isMap = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  if (shape.type === 'array' && shape.item.type === 'object' && isMap)
    return `write one entry a line, as - { … }; known there: ${knownKeys(shape.item).join(', ')}`;
  if (shape.type === 'object') return `known here: ${knownKeys(shape).join(', ')}`;
  if (shape.type !== 'string' || typeof value === 'object' || value === undefined) return '';
  return shape.hint ?? `put it in quotes: "${JSON.stringify(value)}"`;
}

/** What a map may hold; the key of its own schema is for editors. */
export function knownKeys({ fields }: AnyShape & { readonly type: 'object' }): readonly string[] {
  return Object.keys(fields).filter((name) => name !== '$schema');
}

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Complaints quote what was written, and what was written may try to drive the terminal. */
export function visible(text: string): string {
  const short = text.length > 2_000 ? `${text.slice(0, 2_000)}…` : text;
  return short.replace(INVISIBLE, '�');
}
