import { expect, test } from 'vitest';
import { inCode, posixPath, readCode, readLocated, writeLocated } from './location.ts';

test.each([
  ['a.ts:10: bad', 'a.ts', 10, 'bad'],
  ['a.ts:10:5: bad', 'a.ts', 10, 'bad'],
  ['a.ts:10-20: bad', 'a.ts', 10, 'bad'],
  ['a.ts:10–20: bad', 'a.ts', 10, 'bad'],
  ['a.ts:L10: bad', 'a.ts', 10, 'bad'],
  ['a.ts#L10: bad', 'a.ts', 10, 'bad'],
  ['a.ts#L10-L20 - bad', 'a.ts', 10, 'bad'],
  ['a.ts line 10: bad', 'a.ts', 10, 'bad'],
  ['a.ts, line 10 — bad', 'a.ts', 10, 'bad'],
  ['a.ts (line 10): bad', 'a.ts', 10, 'bad'],
  ['a.ts (lines 10-12): bad', 'a.ts', 10, 'bad'],
  ['a.ts at line 10: bad', 'a.ts', 10, 'bad'],
  ['a.ts:10 bad', 'a.ts', 10, 'bad'],
  ['a.ts:10', 'a.ts', 10, ''],
  ['a.ts: bad', 'a.ts', 0, 'bad'],
  ['a.ts - bad', 'a.ts', 0, 'bad'],
  ['src/Makefile: bad', 'src/Makefile', 0, 'bad'],
  ['Makefile:3: bad', 'Makefile', 3, 'bad'],
  ['__init__.py:3: bad', '__init__.py', 3, 'bad'],
  ['src\\a.ts:5: bad', 'src/a.ts', 5, 'bad'],
  ['C:\\x\\a.ts:5: bad', 'C:/x/a.ts', 5, 'bad'],
  ['./a.ts:5: bad', 'a.ts', 5, 'bad'],
  ['`a.ts:10`: bad', 'a.ts', 10, 'bad'],
  ['`a.ts`:10: bad', 'a.ts', 10, 'bad'],
  ['`my file.ts`:10: bad', 'my file.ts', 10, 'bad'],
  ['`my file.ts` line 10: bad', 'my file.ts', 10, 'bad'],
  ['`a.ts` - bad', 'a.ts', 0, 'bad'],
  ['**a.ts:10**: bad', 'a.ts', 10, 'bad'],
  ['**`a.ts:10`** - bad', 'a.ts', 10, 'bad'],
  ['[HIGH] a.ts:10: bad', 'a.ts', 10, '[HIGH] bad'],
  ['(general): a.ts:10: bad', '', 0, 'a.ts:10: bad'],
  ['a.ts:10: : bad', 'a.ts', 10, ': bad'],
  ['a.h: bad', 'a.h', 0, 'bad'],
  ['a.markdown: bad', 'a.markdown', 0, 'bad'],
  ['`` `a`.ts ``:10: bad', '`a`.ts', 10, 'bad'],
  ['`` a.ts` ``:10: bad', 'a.ts`', 10, 'bad'],
  ['` a.ts `:10: bad', 'a.ts', 10, 'bad'],
])('FLOW-04 %j names a place', (item, file, line, message) => {
  expect(readLocated(item)).toEqual({ file, line, message });
});

test.each([
  ['no place at all'],
  ['Missing: error handling'],
  ['Fix 3 - bugs'],
  ['step 10: do it'],
  ['see line 10: bad'],
  ['10:30: late'],
  ['`parse`: fails on null'],
  ['`a.ts` is bad'],
  ['`a.ts is bad'],
  ['a.ts is bad'],
  ['foo() fails: always'],
  ['http://x.example/a: gone'],
])('FLOW-04 %j is a message about the whole', (message) => {
  expect(readLocated(message)).toEqual({ file: '', line: 0, message });
});

test('FLOW-04 SIGNAL-06 a place is written plainly, and in code marks only where it would be misread', () => {
  expect(writeLocated({ file: 'src/a.ts', line: 3, message: 'bad' })).toBe('src/a.ts:3: bad');
  expect(writeLocated({ file: 'src/a.ts', line: 0, message: 'bad' })).toBe('src/a.ts:0: bad');
  expect(writeLocated({ file: 'a b', line: 3, message: 'bad' })).toBe('`a b`:3: bad');
  expect(writeLocated({ file: 'a.ts', line: 3, message: '' })).toBe('a.ts:3:');
  expect(writeLocated({ file: '', line: 0, message: 'bad' })).toBe('(general): bad');
});

test('FLOW-04 a path is kept with forward slashes and without a leading dot', () => {
  expect(posixPath(' .\\src\\a.ts ')).toBe('src/a.ts');
  expect(posixPath('././a')).toBe('a');
  expect(posixPath('../a')).toBe('../a');
  expect(posixPath('.eslintrc')).toBe('.eslintrc');
});

test.each([['a'], ['a`b'], ['`'], ['``a`'], ['a`'], [' a ']])('SIGNAL-06 %j survives code marks', (value) => {
  expect(readCode(inCode(value))).toEqual({ code: value, rest: '' });
});

test('SIGNAL-06 code marks end where a run of the same length stands', () => {
  expect(readCode('`a` b `c`')).toEqual({ code: 'a', rest: ' b `c`' });
  expect(readCode('``a` b`` c')).toEqual({ code: 'a` b', rest: ' c' });
  expect(readCode('**`a`**: b')).toEqual({ code: 'a', rest: ': b' });
  expect(readCode('`a')).toBeNull();
  expect(readCode('`a``')).toBeNull();
  expect(readCode('a `b`')).toBeNull();
});

test('FLOW-04 a value in code marks comes back, whatever marks it holds at its ends', () => {
  for (const value of ['a', '`', '`a', 'a`', '``a', ' a', 'a ', ' `', '` ', ' a '])
    expect(readCode(`${inCode(value)} rest`)?.code).toBe(value);
  expect(inCode('`a')).toBe('`` `a ``');
  expect(inCode('a`')).toBe('`` a` ``');
  expect(inCode(' a ')).toBe('` a `');
});

test('FLOW-04 a place whose file reads as another one is put in code marks', () => {
  expect(writeLocated({ file: 'a b.ts', line: 3, message: 'bad' })).toBe('`a b.ts`:3: bad');
  expect(writeLocated({ file: './a.ts', line: 3, message: 'bad' })).toContain('./a.ts');
  expect(writeLocated({ file: 'README', line: 3, message: 'bad' })).toBe('README:3: bad');
});
