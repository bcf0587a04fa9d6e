import fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { EventSchema } from '../../src/model/events.ts';
import type { Event } from '../../src/model/events.ts';
import { planOf } from './sketch.ts';

const [a, b] = [
  { id: 'A', milestone: 'm', touchClass: 0 },
  { id: 'B', needs: ['A'], touchClass: 0 },
];
const around = { milestones: [{ id: 'm' }], overlaps: [[0]] };

/** Plans that a run of A, B and C may be changed to: by one ticket each, so that one can follow the other. */
const plans = [
  planOf({ tickets: [a, { id: 'B' }, 'C'], ...around }),
  planOf({ tickets: [a, { id: 'B', needs: ['C'] }, 'C'], ...around }),
  planOf({ tickets: [a, b, { id: 'C', needs: ['B'] }], ...around }),
  planOf({ tickets: [a, b, 'C', { id: 'X', needs: ['A'], milestone: 'm' }], ...around }),
];

/** Few names and numbers, so that events that have nothing to do with each other still meet. */
const pools: Readonly<Record<string, Arbitrary<unknown>>> = {
  ticket: fc.constantFrom('A', 'B', 'C', 'baseline', 'audit:m', 'audit:run', 'fix:1', 'remediation:1', 'X'),
  on: fc.constantFrom('A', 'B', 'C', 'X'),
  audit: fc.constantFrom('audit:m', 'audit:run', 'A', 'X'),
  commit: fc.constantFrom('c1', 'c2'),
  tree: fc.constantFrom('t1', 't2'),
  run: fc.nat({ max: 6 }),
  seat: fc.nat({ max: 3 }),
  seats: fc.integer({ min: 1, max: 3 }),
  group: fc.nat({ max: 2 }),
  groups: fc.nat({ max: 2 }),
  developers: fc.integer({ min: 1, max: 3 }),
  seq: fc.nat({ max: 100 }),
  at: fc.nat({ max: 100 }),
  critics: fc.integer({ min: 1, max: 3 }),
  from: fc.constantFrom('', 'one'),
  plan: fc.constantFrom(...plans),
};

/** Every kind of event but the first of a run, made from the schema: a new kind takes part by itself. */
export const anyEvent: Arbitrary<Event> = fc.oneof(
  ...EventSchema.options
    .filter((option) => option.shape.type.value !== 'run_started')
    .map((option) => fromShape(option.shape) as Arbitrary<Event>),
);

type Definition = {
  readonly type: string;
  readonly innerType?: Schema;
  readonly element?: Schema;
  readonly values?: readonly unknown[];
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly shape?: Readonly<Record<string, Schema>>;
};
type Schema = { readonly def: unknown };

function fromShape(shape: Readonly<Record<string, Schema>>): Arbitrary<unknown> {
  const fields = Object.entries(shape).map(([key, schema]) => [key, fromSchema(schema, pools[key])] as const);
  const needed = Object.entries(shape).filter(([, schema]) => (schema.def as Definition).type !== 'optional');
  return fc.record(Object.fromEntries(fields), { requiredKeys: needed.map(([key]) => key) });
}

function fromSchema(schema: Schema, pool?: Arbitrary<unknown>): Arbitrary<unknown> {
  const definition = schema.def as Definition;
  switch (definition.type) {
    case 'literal':
      return fc.constantFrom(...(definition.values ?? []));
    case 'enum':
      return fc.constantFrom(...Object.values(definition.entries ?? {}));
    case 'string':
      return pool ?? fc.constantFrom('one', 'two');
    case 'number':
      return pool ?? fc.constantFrom(0, 1);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(inside(definition.element), { maxLength: 2 });
    case 'object':
      return pool ?? fromShape(definition.shape ?? {});
    case 'nullable':
      return fc.option(inside(definition.innerType, pool));
    case 'readonly':
    case 'optional':
      return inside(definition.innerType, pool);
    default:
      throw new Error(`nobody has said how to make a ${definition.type}`);
  }
}

function inside(schema: Schema | undefined, pool?: Arbitrary<unknown>): Arbitrary<unknown> {
  if (schema === undefined) throw new Error('a schema of nothing');
  return fromSchema(schema, pool);
}
