import { expect, test } from 'vitest';
import { parseLocation, parseLocations, writeLocation } from './location.ts';

test.each([
  ['src/a.ts:45', 'src/a.ts', 45],
  ['src/a.ts:45-50', 'src/a.ts', 45],
  ['src/a.ts:45 – 50', 'src/a.ts', 45],
  ['src/a.ts:45:10', 'src/a.ts', 45],
  ['src/a.ts:45, 60', 'src/a.ts', 45],
  ['src/a.ts#L10', 'src/a.ts', 10],
  ['src/a.ts#L10-L12', 'src/a.ts', 10],
  ['src/a.ts line 10', 'src/a.ts', 10],
  ['src/a.ts, lines 10-12', 'src/a.ts', 10],
  ['src/a.ts (line 10)', 'src/a.ts', 10],
  ['src/a.ts at line 10', 'src/a.ts', 10],
  ['src/a.ts:45 - the handler', 'src/a.ts', 45],
  ['`src/a.ts`:45', 'src/a.ts', 45],
  ['**`src/a.ts:45`**', 'src/a.ts', 45],
  ['"src/a.ts",', 'src/a.ts', 0],
  ['src\\a.ts:5', 'src/a.ts', 5],
  ['.\\src\\a.ts:5', 'src/a.ts', 5],
  ['C:\\x\\a.ts:5', 'C:/x/a.ts', 5],
  ['././src/a.ts', 'src/a.ts', 0],
  ['src/a.ts', 'src/a.ts', 0],
  ['src/a.ts:0', 'src/a.ts', 0],
  ['src/a.ts (the handler)', 'src/a.ts', 0],
  ['src/a.ts — the handler', 'src/a.ts', 0],
  ['my docs/a b.ts:3', 'my docs/a b.ts', 3],
  ['app/[id]/page.tsx:3', 'app/[id]/page.tsx', 3],
  ['src/a.ts:999999999', 'src/a.ts', 999_999_999],
  ['src/outline 5x.ts', 'src/outline 5x.ts', 0],
  ['N/A', '', 0],
  ['none', '', 0],
  ['-', '', 0],
  ['General', '', 0],
  ['', '', 0],
  [':45', '', 0],
  ['n/a:45', '', 0],
])('TEAM-04 the place %j is %j, line %d', (text, file, line) => {
  expect(parseLocation(text)).toEqual({ file, line });
});

test('TEAM-04 a list is a list only when all of it looks like paths', () => {
  expect(parseLocations('a.ts:1, b.ts; lib/c.ts:3')).toEqual([
    { file: 'a.ts', line: 1 },
    { file: 'b.ts', line: 0 },
    { file: 'lib/c.ts', line: 3 },
  ]);
  expect(parseLocations('a.ts:1, 5')).toEqual([{ file: 'a.ts', line: 1 }]);
  expect(parseLocations('N/A')).toEqual([]);
});

test('TEAM-04 files below one another are read, other lines are not', () => {
  expect(parseLocations('\n- a.ts:1\nsome words about it\n  * b.ts')).toEqual([
    { file: 'a.ts', line: 1 },
    { file: 'b.ts', line: 0 },
  ]);
});

test('SIGNAL-06 places are written so that they read back', () => {
  expect(writeLocation({ file: 'a.ts', line: 3 })).toBe('a.ts:3');
  expect(writeLocation({ file: 'a.ts', line: 0 })).toBe('a.ts');
  expect(writeLocation({ file: '', line: 3 })).toBe('N/A');
});

test('TEAM-04 a very long place is cut, not suffered', () => {
  expect(parseLocation('a'.repeat(1000)).file).toHaveLength(300);
});
