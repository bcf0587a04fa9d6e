import fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { EventSchema } from '../../src/model/events.ts';
import type { Event } from '../../src/model/events.ts';
import { fits, variantFields } from '../../src/schema/fits.ts';
import type { AnyShape, Fields } from '../../src/schema/shape.ts';
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
  ticket: fc.constantFrom(
    'A',
    'B',
    'C',
    'baseline',
    'audit:m',
    'audit:run',
    'fix:1',
    'remediation:1',
    'review:1',
    'X',
  ),
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
  rounds: fc.integer({ min: 1, max: 5 }),
  reviewers: fc.integer({ min: 1, max: 3 }),
  plan: fc.constantFrom(...plans),
};

/** Every kind of event but the first of a run, made from the schema: a new kind takes part by itself. */
export const anyEvent: Arbitrary<Event> = fc.oneof(
  ...[...variantFields(EventSchema)]
    .filter(([type]) => type !== 'run_started')
    .map(([, fields]) => fromFields(fields) as Arbitrary<Event>),
);

function fromFields(fields: Fields): Arbitrary<unknown> {
  const entries = Object.entries(fields);
  const values = entries.map(
    ([key, field]) => [key, fromShape('optional' in field ? field.optional : field, pools[key])] as const,
  );
  const needed = entries.filter(([, field]) => !('optional' in field)).map(([key]) => key);
  return fc.record(Object.fromEntries(values), { requiredKeys: needed });
}

function fromShape(shape: AnyShape, pool?: Arbitrary<unknown>): Arbitrary<unknown> {
  switch (shape.type) {
    case 'literal':
      return fc.constant(shape.value);
    case 'enum':
      return fc.constantFrom(...shape.words);
    case 'string':
      return pool?.filter((value) => fits(shape, value)) ?? fc.constantFrom('one', 'two');
    case 'number':
      return pool ?? fc.constantFrom(0, 1);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(fromShape(shape.item), { maxLength: 2 });
    case 'object':
      return pool ?? fromFields(shape.fields);
    case 'union':
      return fc.oneof(...shape.options.map((option) => fromShape(option, pool)));
    case 'record':
    case 'any':
      throw new Error(`nobody has said how to make a ${shape.type}`);
  }
}
