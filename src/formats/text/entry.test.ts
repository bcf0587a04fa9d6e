import { expect, test } from 'vitest';
import { readFileEntry, readFileNames, writeFileEntry, writeFileName } from './entry.ts';

test.each([
  ['src/a.ts: new', 'src/a.ts', 'new'],
  ['src/a.ts - new', 'src/a.ts', 'new'],
  ['src/a.ts – new: yes', 'src/a.ts', 'new: yes'],
  ['src/a.ts (new)', 'src/a.ts', 'new'],
  ['src/a.ts', 'src/a.ts', ''],
  ['src/a.ts:', 'src/a.ts', ''],
  ['src/a-b.ts: new', 'src/a-b.ts', 'new'],
  ['`src/a.ts`: new', 'src/a.ts', 'new'],
  ['`src/a.ts` (new)', 'src/a.ts', 'new'],
  ['`a: b.ts` — new', 'a: b.ts', 'new'],
  ['**src/a.ts**: new', 'src/a.ts', 'new'],
  ['src\\a.ts: new', 'src/a.ts', 'new'],
  ['C:\\x\\a.ts: new', 'C:/x/a.ts', 'new'],
  ['my file.ts: new', 'my file.ts', 'new'],
])('SIGNAL-01 %j is a file and what happened to it', (item, file, note) => {
  expect(readFileEntry(item)).toEqual({ file, note });
});

test('SIGNAL-06 a file entry is written plainly, and in code marks only where it would be misread', () => {
  expect(writeFileEntry({ file: 'a.ts', note: 'new' })).toBe('a.ts: new');
  expect(writeFileEntry({ file: 'a.ts', note: '' })).toBe('a.ts');
  expect(writeFileEntry({ file: 'a: b', note: 'new' })).toBe('`a: b`: new');
});

test.each([
  ['src/a.ts', 'src/a.ts'],
  ['src/a.ts:10-20', 'src/a.ts'],
  ['src/a.ts (lines 1-5)', 'src/a.ts'],
  ['src/a.ts - fine', 'src/a.ts'],
  ['`src/a.ts`', 'src/a.ts'],
  ['`src/a.ts:3`', 'src/a.ts'],
  ['README', 'README'],
  ['src/a.ts (new)', 'src/a.ts'],
])('FLOW-03 %j names one file', (item, file) => {
  expect(readFileNames(item)).toEqual([file]);
});

test('FLOW-03 several files may stand in one entry, and a sentence is not taken for them', () => {
  expect(readFileNames('src/a.ts, `src/b.ts`,  README.md')).toEqual(['src/a.ts', 'src/b.ts', 'README.md']);
  expect(readFileNames('src/a.ts: new, and long')).toEqual(['src/a.ts']);
  expect(readFileNames('`src/a, src/b`')).toEqual(['src/a, src/b']);
  expect(readFileNames('src/a.ts, line 3')).toEqual(['src/a.ts']);
});

test('SIGNAL-06 a file whose name looks like a place is written so that it is not taken for one', () => {
  expect(writeFileName('a.ts')).toBe('a.ts');
  expect(writeFileName('a b: c')).toBe('`a b: c`');
  expect(writeFileName('a/b, c/d')).toBe('`a/b, c/d`');
  expect(writeFileName('a.ts:10')).toBe('`a.ts:10`:0');
});
