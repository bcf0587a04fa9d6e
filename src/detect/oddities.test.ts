import { expect, test } from 'vitest';

import type { FileVersion } from './change.ts';
import { detectOddities } from './oddities.ts';

const version = (text: string, mode = '100644'): FileVersion => ({ mode, blob: text, text, unread: null });
const rulesOf = (path: string, before: FileVersion | null, after: FileVersion): readonly string[] =>
  detectOddities({ path, before, after }).map(({ rule }) => rule);

test('EVID-02 a program that becomes a link is refused; new links and links of documents are not', () => {
  const link = version('b.js', '120000');
  expect(rulesOf('src/a.js', version('f();\n'), link)).toEqual(['code-became-link']);
  expect(rulesOf('src/a.js', null, link)).toEqual([]);
  expect(rulesOf('src/a.js', version('c.js', '120000'), link)).toEqual([]);
  expect(rulesOf('CLAUDE.md', version('Text.\n'), version('AGENTS.md', '120000'))).toEqual([]);
});

test('EVID-02 a compiled program in the place of its source is refused', () => {
  const compiled: FileVersion = { ...version(''), text: undefined, unread: 'binary' };
  expect(rulesOf('shop/__pycache__/rates.cpython-311.pyc', null, compiled)).toEqual(['compiled-cache']);
  expect(rulesOf('shop/rates.py', null, version('A = 1\n'))).toEqual([]);
});
