import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJournal } from '../../test/support/journal.ts';
import { fits } from '../schema/fits.ts';
import { problemTexts } from '../schema/salvage.ts';
import { type Event, EventSchema } from './events.ts';

const golden = readJournal(join(import.meta.dirname, '../../test/fixtures/journals/v0.1.jsonl'));

test('STATE-01 what a coordinator writes is an event', () => {
  expect(golden.filter((event) => !fits(EventSchema, event))).toEqual([]);
});

const odd = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, '', 'x', 0, -1, 1.5, Number.NaN, Infinity, 2 ** 53, true, [], {}),
  fc.constantFrom<unknown>(
    'x'.repeat(64),
    'x'.repeat(65),
    'x'.repeat(200),
    'x'.repeat(201),
    'x'.repeat(4001),
  ),
  fc.constantFrom<unknown>(['a'], [''], [1], Array(1000).fill('a'), Array(1001).fill('a'), [['a']]),
  fc.constantFrom<unknown>(
    { usd: 0, tokens: 1 },
    { usd: -1, tokens: 1 },
    { usd: 0 },
    { usd: 0, tokens: 1, x: 1 },
  ),
  fc.anything(),
);

test('STATE-01 an event is refused exactly when something is wrong with it, whatever is put into it', () => {
  const spoilt = fc
    .record({
      event: fc.constantFrom(...golden),
      key: fc.nat(20),
      value: odd,
      how: fc.constantFrom('put', 'drop', 'add'),
    })
    .map(({ event, key, value, how }) => spoil(event, key, value, how));
  fc.assert(
    fc.property(
      spoilt,
      (value) => fits(EventSchema, value) === (problemTexts(EventSchema, value).length === 0),
    ),
    { numRuns: 2000 },
  );
});

test('STATE-01 a value that is not an event is refused with a reason', () => {
  fc.assert(fc.property(fc.anything(), (value) => problemTexts(EventSchema, value).length > 0));
});

function spoil(event: Event, nth: number, value: unknown, how: string): unknown {
  const keys = Object.keys(event);
  const key = keys[nth % keys.length] ?? 'type';
  if (how === 'add') return { ...event, extra: value };
  const { [key as keyof Event]: _, ...rest } = event;
  return how === 'drop' ? rest : { ...rest, [key]: value };
}
