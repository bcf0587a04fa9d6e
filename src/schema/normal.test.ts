import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fits } from './fits.ts';
import { normal } from './normal.ts';
import { duration, list } from './parts.ts';
import { problemTexts, salvage } from './salvage.ts';
import { either, layerOf, listOf, mapOf, oneOf, optional, or, text, truth, turned, whole } from './shape.ts';

const shape = mapOf({
  id: text(),
  retries: or(2, whole(0, 9)),
  timeout: or('10m', duration('How long.')),
  note: or(null, text()),
  tags: or([], list('Words.')),
  hidden: optional(truth()),
  owner: or({}, mapOf({ name: or('nobody', text()) })),
});

test('DISPATCH-01 what is left out has its default, in the form that everything else has', () => {
  expect(normal(shape, { id: 'a' })).toEqual({
    id: 'a',
    retries: 2,
    timeout: 600_000,
    note: null,
    tags: [],
    owner: { name: 'nobody' },
  });
});

test('DISPATCH-01 what is written wins over its default', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9 }), fc.boolean(), fc.string(), (retries, hidden, note) => {
      const written = { id: 'a', retries, hidden, note, owner: { name: note } };
      expect(fits(shape, written)).toBe(true);
      expect(normal(shape, written)).toMatchObject(written);
    }),
  );
});

test('DISPATCH-01 a part that was wrong is empty, and the others are kept', () => {
  const { value, problems } = salvage(shape, { id: 1, retries: 3, tags: ['a', 2], timout: '1s' });
  expect(problems.map(({ path, hint }) => [path.join('.'), hint])).toEqual([
    ['timout', 'did you mean "timeout"?'],
    ['id', 'put it in quotes: "1"'],
    ['tags.1', 'put it in quotes: "2"'],
  ]);
  expect(normal(shape, value)).toMatchObject({ id: '', retries: 3, tags: ['a'] });
});

test('DISPATCH-01 a layer has only what was written, so that layers can override each other', () => {
  const limits = layerOf({ most: or(3, whole()), wait: or('1s', duration('How long.')) });
  expect(normal(limits, { wait: '2s' })).toEqual({ wait: 2_000 });
});

test('DISPATCH-01 one of several forms is brought to the same normal form', () => {
  const names = turned(either([text(), listOf(text())]), (given) =>
    typeof given === 'string' ? [given] : given,
  );
  expect(normal(mapOf({ names: or([], names) }), { names: 'a' })).toEqual({ names: ['a'] });
  expect(normal(mapOf({ names: or([], names) }), { names: ['a', 'b'] })).toEqual({ names: ['a', 'b'] });
});

test('DISPATCH-01 a problem quotes what was written without what a terminal would obey', () => {
  expect(problemTexts(mapOf({ a: oneOf(['x']) }), { a: '\u001b[31m' })).toEqual([
    'a: "�[31m" is not one of x',
  ]);
});
