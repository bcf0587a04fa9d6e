import { expect, test } from 'vitest';

import { textsOf } from './material.ts';
import { inOneLine } from '../../cli/calibrate/tell.ts';

const version = (text: string) => ({ mode: '100644', blob: '', text, unread: null });
const changed = (path: string, after: string, before: string | null = null) => ({
  path,
  before: before === null ? null : version(before),
  after: version(after),
});

test('BEYOND-04 what is not UTF-8, by its name or in its text, is no material', () => {
  const good = changed('src/a.ts', 'export const a = 1;\n');
  const found = textsOf([
    good,
    changed('src/b\uFFFD.ts', 'export const b = 1;\n'),
    changed('src/c.ts', "export const c = '\uFFFD';\n"),
    changed('src/d.ts', 'export const d = 1;\n', "export const d = '\uFFFD';\n"),
    changed('README.md', '# Words\n'),
  ]);
  expect(found).toEqual([{ path: 'src/a.ts', mode: '100644', before: null, after: good.after.text }]);
});

test('BEYOND-04 a name with line ends stays in its line', () => {
  expect(['src/a.ts', 'a\nchange-2  clean.ts', 'b\r.ts'].map(inOneLine)).toEqual([
    'src/a.ts',
    '"a\\nchange-2  clean.ts"',
    '"b\\r.ts"',
  ]);
});
