import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findJson, MAX_OBJECTS } from '../signals/json-answer.ts';

test.each([
  ['bare', '{"a":1}'],
  ['with prose around', 'I say:\n{"a":1}\nthat is all'],
  ['in a json fence', 'x\n```json\n{"a":1}\n```\ny'],
  ['in a fence of tildes', '~~~ JSON\n{"a":1}\n~~~'],
  ['in a jsonc fence that never ends', '```jsonc\n{"a":1}'],
  ['over several lines', '{\n  "a": 1\n}'],
])('SIGNAL-03 a JSON object %s is found', (_, text) => {
  expect(findJson(text).map(({ value }) => value)).toEqual([{ a: 1 }]);
});

test.each([
  ['no object', 'a'],
  ['in another fence', '```ts\n{"a":1}\n```'],
  ['in a quote', '> {"a":1}'],
  ['within a line', 'x {"a":1}'],
  ['indented', '  {"a":1}'],
  ['in a comment', '<!--\n{"a":1}\n-->'],
])('SIGNAL-03 JSON %s is not an answer', (_, text) => {
  expect(findJson(text)).toEqual([]);
});

test.each([
  ['cut off', '{"a":1'],
  ['broken', '{"a":1,}'],
  ['with a key twice', '{"a":1,"a":2}'],
  ['with a key twice further down', '{"a":{"b":1,"b":2}}'],
  ['with a number that is none', '{"a":1x}'],
])('SIGNAL-03 a JSON object %s has no value', (_, text) => {
  expect(findJson(text).map(({ value }) => value)).toEqual([null]);
});

test('SIGNAL-03 objects that follow one another are told apart, nested ones are not objects of their own', () => {
  expect(findJson('{"a":\n{"b":1}\n}\n{"c":2}')).toEqual([
    { start: 0, raw: '{"a":\n{"b":1}\n}', value: { a: { b: 1 } }, isFollowed: false },
    { start: 16, raw: '{"c":2}', value: { c: 2 }, isFollowed: false },
  ]);
});

test('SIGNAL-03 the search ends one object beyond the maximum', () => {
  expect(findJson('{}\n'.repeat(MAX_OBJECTS))).toHaveLength(MAX_OBJECTS);
  expect(findJson('{}\n'.repeat(MAX_OBJECTS + 5))).toHaveLength(MAX_OBJECTS + 1);
});

test('SIGNAL-06 any object is found the way it was written', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
      const written = JSON.stringify(object);
      expect(findJson(`x\n${written}\n`)).toEqual([
        { start: 2, raw: written, value: JSON.parse(written), isFollowed: false },
      ]);
    }),
  );
});

test.each([
  ['blanks', '{} \t\nx', false],
  ['words', '{} x', true],
  ['another object', '{}{}', true],
  ['blanks without end', `{}${' '.repeat(200)}x`, true],
])('SIGNAL-03 an object with %s behind it on its line is told apart', (_, text, isFollowed) => {
  expect(findJson(text)[0]?.isFollowed).toBe(isFollowed);
});
