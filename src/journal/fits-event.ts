import { EventSchema } from '../model/events.ts';
import type { Event } from '../model/events.ts';

/** Whether a value fits; false also means "not known here": then the schema itself is asked. */
type Check = (value: unknown) => boolean;

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
  readonly value?: number;
  readonly inclusive?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
};

const no: Check = () => false;

/**
 * Whether this is certainly an event. The schema stays the judge: this is read from it once, says yes only where the
 * schema would, and costs a tenth, because it builds no copy. What it does not know it leaves to the schema.
 */
export const fitsEvent: (value: unknown) => value is Event = eventCheck() as (
  value: unknown,
) => value is Event;

function eventCheck(): Check {
  const byType = new Map<unknown, Check>();
  for (const option of definition(EventSchema as unknown as Schema)?.options ?? []) {
    const [type] = definition(definition(option)?.shape?.['type'])?.values ?? [];
    byType.set(type, checkOf(option));
  }
  return (value) => isRecord(value) && byType.get(value['type'])?.(value) === true;
}

function definition(schema: Schema | undefined): Definition | undefined {
  if (schema === undefined) return undefined;
  const { _zod: inner } = schema;
  return inner.def;
}

function checkOf({ _zod: { def } }: Schema): Check {
  switch (def.type) {
    case 'object':
      return objectCheck(def);
    case 'array':
      return arrayCheck(def);
    case 'string':
      return bounded(def, (value) => typeof value === 'string', lengthBound);
    case 'number':
      return bounded(def, def.format === undefined ? Number.isFinite : wholeOr(def.format), numberBound);
    case 'boolean':
      return def.checks === undefined || def.checks.length === 0 ? (value) => typeof value === 'boolean' : no;
    case 'literal':
      return oneOf(def.values ?? []);
    case 'enum':
      return oneOf(Object.values(def.entries ?? {}));
    case 'nullable':
      return orNull(def.innerType);
    case 'readonly':
    case 'optional':
      return def.innerType === undefined ? no : checkOf(def.innerType);
    default:
      return no;
  }
}

/** Only strict objects: every key there that has to be, and no other. */
function objectCheck({ shape, catchall, checks = [] }: Definition): Check {
  if (shape === undefined || definition(catchall)?.type !== 'never' || checks.length > 0) return no;
  const keys = Object.keys(shape);
  const fields = Object.values(shape).map(checkOf);
  const mayLack = Object.values(shape).map((field) => definition(field)?.type === 'optional');
  return (value) => {
    if (!isRecord(value)) return false;
    let known = 0;
    for (let nth = 0; nth < keys.length; nth++) {
      const member = value[keys[nth] ?? ''];
      if (member === undefined && mayLack[nth]) continue;
      if (!fields[nth]?.(member)) return false;
      known++;
    }
    let count = 0;
    for (const _ in value) count++;
    return count === known;
  };
}

function arrayCheck(def: Definition): Check {
  const element = def.element === undefined ? no : checkOf(def.element);
  const isList = (value: unknown): boolean => {
    if (!Array.isArray(value)) return false;
    for (const each of value) if (!element(each)) return false;
    return true;
  };
  return bounded(def, isList, lengthBound);
}

function bounded({ checks = [] }: Definition, kind: Check, boundOf: (bound: Bound) => Check): Check {
  const [one, two, ...more] = checks.map(({ _zod: { def } }) => boundOf(def));
  // Most have one bound or two; a walk through a list of them costs more than they do.
  if (one === undefined) return kind;
  if (two === undefined) return (value) => kind(value) && one(value);
  if (more.length === 0) return (value) => kind(value) && one(value) && two(value);
  return (value) => kind(value) && one(value) && two(value) && more.every((bound) => bound(value));
}

function lengthBound({ check, minimum, maximum }: Bound): Check {
  if (check === 'min_length' && minimum !== undefined)
    return (value) => (value as string | unknown[]).length >= minimum;
  if (check === 'max_length' && maximum !== undefined)
    return (value) => (value as string | unknown[]).length <= maximum;
  return no;
}

function numberBound({ check, value: bound, inclusive, format }: Bound): Check {
  if (check === 'number_format') return wholeOr(format);
  if (bound === undefined || inclusive !== true) return no;
  if (check === 'greater_than') return (value) => (value as number) >= bound;
  if (check === 'less_than') return (value) => (value as number) <= bound;
  return no;
}

function wholeOr(format: string | undefined): Check {
  return format === 'safeint' ? Number.isSafeInteger : no;
}

function oneOf(values: readonly unknown[]): Check {
  if (values.length === 1) return (value) => value === values[0];
  const known = new Set(values);
  return (value) => known.has(value);
}

function orNull(inner: Schema | undefined): Check {
  const check = inner === undefined ? no : checkOf(inner);
  return (value) => value === null || check(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
