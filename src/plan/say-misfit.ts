import type { Remark } from './complaint.ts';
import { isNumber } from './fits.ts';
import type { Suggest } from './suggest.ts';
import type { AnyShape } from './shape.ts';

/** Our words for why a value does not have a form, with the way out where there is one. */
export function sayMisfit(shape: AnyShape, value: unknown, suggest: Suggest): Remark {
  if (shape.type === 'enum' && typeof value === 'string') {
    return {
      message: `"${value}" is not one of ${shape.words.join(', ')}`,
      hint: suggest(value, shape.words),
    };
  }
  if (shape.type === 'number' && isNumber(shape, value)) return outOfRange(shape, value);
  if (shape.type === 'array' && Array.isArray(value)) return wrongNumber(shape, value.length);
  if (shape.type === 'string' && typeof value === 'string')
    return badFormat(shape.pattern?.source ?? '', value);
  return { message: `must be ${expected(shape)}, not ${described(value)}`, hint: wayOut(shape, value) };
}

type Bounds = { readonly least: number; readonly most: number };

function boundOf({ least, most }: Bounds, size: number): string {
  return size < least ? `at least ${least}` : `at most ${most}`;
}

function outOfRange(bounds: Bounds, value: number): Remark {
  return { message: `must be ${boundOf(bounds, value)}, not ${value}` };
}

function wrongNumber(bounds: Bounds, length: number): Remark {
  const bound = boundOf(bounds, length);
  return { message: `must have ${bound} ${bound.endsWith(' 1') ? 'entry' : 'entries'}, not ${length}` };
}

const DURATIONS = 'write 90s, 10m or 4h';
const UNITS = '(ms|s|m|h|d)';

function badFormat(pattern: string, value: string): Remark {
  if (pattern.includes(UNITS)) return { message: `"${value}" is not a duration`, hint: DURATIONS };
  if (pattern.includes('https?')) return { message: `"${value}" is not an http or https address` };
  if (pattern.includes('A-Za-z_')) return { message: 'must be the name of a variable, not its value' };
  return { message: 'must not be empty' };
}

function expected(shape: AnyShape): string {
  switch (shape.type) {
    case 'string':
      return 'text';
    case 'number':
      return shape.whole ? 'a whole number' : 'a number';
    case 'boolean':
      return 'true or false';
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
  if (shape.type !== 'string' || typeof value === 'object') return '';
  const isDuration = shape.pattern?.source.includes(UNITS) === true;
  return isDuration ? DURATIONS : `put it in quotes: "${JSON.stringify(value)}"`;
}
