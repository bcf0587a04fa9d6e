import ts from 'typescript-api';
import { expect, test } from 'vitest';

import { memoryTree } from '../../../test/support/memory-tree.ts';
import { sampleRule } from '../../../test/support/sample-rule.ts';
import type { CodeRule } from './rule.ts';
import { scanTree } from './scan-tree.ts';

const broken: CodeRule = {
  ...sampleRule,
  id: 'BROKEN-001',
  applies: () => true,
  visit: new Map([
    [
      ts.SyntaxKind.CallExpression,
      () => {
        throw new Error('it broke');
      },
    ],
  ]),
};

function scanned(files: Readonly<Record<string, string>>, rules: readonly CodeRule[]) {
  return scanTree(memoryTree(new Map(Object.entries(files))), { rules, finders: [] });
}

const page = 'src/pages/a.tsx';

test('a rule that fails is named once for the file, and the others go on', () => {
  const { findings, crashes } = scanned({ [page]: 'console.log(1);\nconsole.log(2);\n' }, [
    broken,
    sampleRule,
  ]);
  expect(crashes).toEqual([{ rule: 'BROKEN-001', file: page, because: 'it broke' }]);
  expect(findings.map(({ line }) => line)).toEqual([1, 2]);
});

test('what is nested too deep to be followed is said to have failed', () => {
  const deep = `${'a(\n'.repeat(3_000)}console.log(1)${')'.repeat(3_000)};`;
  const { crashes } = scanned({ [page]: deep }, [sampleRule]);
  expect(crashes).toMatchObject([{ rule: 'parse', file: page }]);
});

test('what is not looked at is counted with its reason', () => {
  const { scanned: looked, left } = scanned(
    {
      'a.png': 'x',
      'b.rb': 'puts 1',
      'c.ts': 'a\0b',
      'd.ts': '// @generated\n',
      'e.ts': 'x'.repeat(1_000_001),
      'f.ts': 'const f = 1;\n',
    },
    [sampleRule],
  );
  expect(looked.files).toBe(1);
  expect(left.map(({ reason, examples }) => `${reason}: ${examples.join()}`).toSorted()).toEqual([
    'Ruby: unsupported language: b.rb',
    'binary: c.ts',
    'generated: d.ts',
    'larger than 1 MB: e.ts',
    'unsupported file type: a.png',
  ]);
});
