import { EventSchema } from '../model/events.ts';
import type { Event } from '../model/events.ts';

/** The parts of a schema's definition that are looked at. */
type Definition = {
  readonly type: string;
  readonly format?: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly catchall?: Schema;
  readonly element?: Schema;
  readonly innerType?: Schema;
  readonly options?: readonly Schema[];
  readonly values?: readonly unknown[];
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly checks?: readonly { readonly _zod: { readonly def: Bound } }[];
};
type Schema = { readonly _zod: { readonly def: Definition } };
type Bound = {
  readonly check: string;
  readonly format?: string;
  readonly value?: unknown;
  readonly inclusive?: boolean;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
};

type Check = (value: unknown) => boolean;

/** What the written checks call. */
const tools = { all, keys };
type Tools = typeof tools;

const schemas = new Map<unknown, Schema>(
  (definition(EventSchema as unknown as Schema)?.options ?? []).map((option) => [typeOf(option), option]),
);
const checks = new Map<unknown, Check>();

/**
 * Whether this is certainly an event. The schema stays the judge: this says yes only where the schema would, and what it
 * does not know it leaves to the schema. It costs a twentieth, because it builds no copy, and because the check of each
 * type is written out as one expression when the first event of that type comes by; its text is made of the schema alone.
 */
export function fitsEvent(value: unknown): value is Event {
  if (typeof value !== 'object' || value === null) return false;
  const { type } = value as { readonly type?: unknown };
  return (checks.get(type) ?? learnt(type))(value);
}

function learnt(type: unknown): Check {
  const schema = schemas.get(type);
  if (schema === undefined) return no;
  const check = written(expression(schema, 'value', 0));
  checks.set(type, check);
  return check;
}

function no(): boolean {
  return false;
}

function written(text: string | undefined): Check {
  if (text === undefined) return no;
  try {
    // oxlint-disable-next-line no-new-func, no-implied-eval -- no word of it comes from outside
    const make = new Function('tools', `return (value) => ${text};`) as (given: Tools) => Check;
    return make(tools);
  } catch {
    // A process may forbid to make code from text.
    return no;
  }
}

function typeOf(schema: Schema): unknown {
  return definition(definition(schema)?.shape?.['type'])?.values?.[0];
}

function definition(schema: Schema | undefined): Definition | undefined {
  if (schema === undefined) return undefined;
  const { _zod: inner } = schema;
  return inner.def;
}

/** The check of what stands at a place, as an expression; undefined where the schema itself has to be asked. */
function expression(schema: Schema | undefined, place: string, depth: number): string | undefined {
  const def = definition(schema);
  if (def === undefined) return undefined;
  switch (def.type) {
    case 'object':
      return ofObject(def, place, depth);
    case 'array':
      return ofList(def, place, depth);
    case 'string':
      return bounded(def, place, `typeof ${place} === 'string'`);
    case 'number':
      return bounded(def, place, def.format === undefined ? `Number.isFinite(${place})` : whole(def, place));
    case 'boolean':
      return bounded(def, place, `typeof ${place} === 'boolean'`);
    case 'literal':
      return oneOf(def.values ?? [], place);
    case 'enum':
      return oneOf(Object.values(def.entries ?? {}), place);
    case 'nullable':
      return either(`${place} === null`, expression(def.innerType, place, depth));
    case 'readonly':
    case 'optional':
      return expression(def.innerType, place, depth);
    default:
      return undefined;
  }
}

/** Only strict objects: every key there that has to be, and no other. */
function ofObject({ shape, catchall, checks: more = [] }: Definition, place: string, depth: number) {
  if (shape === undefined || definition(catchall)?.type !== 'never' || more.length > 0) return undefined;
  const parts = [`typeof ${place} === 'object'`, `${place} !== null`, `!Array.isArray(${place})`];
  let count = '0';
  for (const [key, field] of Object.entries(shape)) {
    const member = `${place}[${JSON.stringify(key)}]`;
    const mayLack = definition(field)?.type === 'optional';
    const check = expression(field, member, depth);
    const part = mayLack ? either(`${member} === undefined`, check) : check;
    if (part === undefined) return undefined;
    parts.push(part);
    count += mayLack ? ` + (${member} === undefined ? 0 : 1)` : ' + 1';
  }
  return `(${parts.join(' && ')} && tools.keys(${place}) === ${count})`;
}

function keys(value: object): number {
  let count = 0;
  for (const _ in value) count++;
  return count;
}

function ofList(def: Definition, place: string, depth: number): string | undefined {
  const each = `each${depth}`;
  const check = expression(def.element, each, depth + 1);
  if (check === undefined) return undefined;
  return bounded(def, place, `Array.isArray(${place}) && tools.all(${place}, (${each}) => ${check})`);
}

/** Unlike `every`, it looks into holes as well. */
function all(list: readonly unknown[], check: Check): boolean {
  for (const each of list) if (!check(each)) return false;
  return true;
}

function either(one: string, other: string | undefined): string | undefined {
  return other === undefined ? undefined : `(${one} || ${other})`;
}

function bounded({ checks: bounds = [] }: Definition, place: string, kind: string | undefined) {
  const parts = [kind, ...bounds.map(({ _zod: { def } }) => boundOf(def, place))];
  return parts.includes(undefined) ? undefined : `(${parts.join(' && ')})`;
}

function boundOf(bound: Bound, place: string): string | undefined {
  const { check, value, inclusive, minimum, maximum } = bound;
  if (check === 'min_length' && isAmount(minimum)) return `${place}.length >= ${minimum}`;
  if (check === 'max_length' && isAmount(maximum)) return `${place}.length <= ${maximum}`;
  if (check === 'number_format') return whole(bound, place);
  if (inclusive !== true || !isAmount(value)) return undefined;
  if (check === 'greater_than') return `${place} >= ${value}`;
  return check === 'less_than' ? `${place} <= ${value}` : undefined;
}

function isAmount(bound: unknown): bound is number {
  return Number.isFinite(bound);
}

function whole({ format }: { readonly format?: string }, place: string): string | undefined {
  return format === 'safeint' ? `Number.isSafeInteger(${place})` : undefined;
}

function oneOf(values: readonly unknown[], place: string): string | undefined {
  const plain = values.every((value) => typeof value === 'string' || Number.isFinite(value));
  if (!plain || values.length === 0) return undefined;
  return `(${values.map((value) => `${place} === ${JSON.stringify(value)}`).join(' || ')})`;
}
