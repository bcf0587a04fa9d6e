import { expect, test } from 'vitest';
import { readStatusEntry, writeStatusEntry } from './status.ts';

const words = ['NOT OK', 'OK', 'BAD'];

test.each([
  ['a: OK - seen', 'a', 'OK', 'seen'],
  ['a: OK', 'a', 'OK', ''],
  ['a - OK: seen', 'a', 'OK', 'seen'],
  ['a — OK — seen', 'a', 'OK', 'seen'],
  ['a -> OK, seen', 'a', 'OK', 'seen'],
  ['a → OK; seen', 'a', 'OK', 'seen'],
  ['a (OK) seen', 'a', 'OK', 'seen'],
  ['a [OK]: seen', 'a', 'OK', 'seen'],
  ['a = OK', 'a', 'OK', ''],
  ['**a**: **OK** - seen', 'a', 'OK', 'seen'],
  ['a: ✅ OK - seen', 'a', 'OK', 'seen'],
  ['a: b: OK - seen', 'a: b', 'OK', 'seen'],
  ['a: NOT OK - seen', 'a', 'NOT OK', 'seen'],
  ['`a: OK`: BAD - seen', 'a: OK', 'BAD', 'seen'],
  ['`a` works: OK', '`a` works', 'OK', ''],
  ['`a`: OK - b: BAD', 'a', 'OK', 'b: BAD'],
  ['a: OK - b: OK', 'a', 'OK', 'b: OK'],
])('FLOW-06 %j gives a status', (item, subject, word, note) => {
  expect(readStatusEntry(item, words)).toEqual({ subject, word, note });
});

test('FLOW-11 two different status words on one line are none', () => {
  expect(readStatusEntry('a: OK - b: BAD', words)).toEqual({ subject: 'a', word: '', note: 'b: BAD' });
});

test.each([['a'], ['a: OKAY'], ['a: ok'], ['OK'], ['a OK'], ['a: mostly OK'], ['a-OK']])(
  'FLOW-11 %j gives no status',
  (item) => {
    expect(readStatusEntry(item, words)).toEqual({ subject: item, word: '', note: '' });
  },
);

test('SIGNAL-06 a subject stands in code marks only where it would be misread', () => {
  expect(writeStatusEntry({ subject: 'a', word: 'OK', note: 'seen' }, words)).toBe('a: OK - seen');
  expect(writeStatusEntry({ subject: 'a', word: 'OK', note: '' }, words)).toBe('a: OK');
  expect(writeStatusEntry({ subject: 'a: BAD', word: 'OK', note: '' }, words)).toBe('`a: BAD`: OK');
  expect(writeStatusEntry({ subject: 'a', word: 'OK', note: 'b: BAD' }, words)).toBe('`a`: OK - b: BAD');
});
