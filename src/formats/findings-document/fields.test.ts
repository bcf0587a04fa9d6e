import { expect, test } from 'vitest';

import { writeFindingsDocument } from './write.ts';
import { parseFindingsDocument } from './findings-document.ts';
import type { DocumentFinding } from './findings-document.ts';

const head = { ticket: '1', round: 1, reviewer: 'r', date: 'd', branch: 'b', recommendation: 'Merge' };
const style: DocumentFinding = {
  severity: 'LOW',
  category: 'Style',
  title: 't',
  file: 'a.ts',
  line: 1,
  problem: 'p',
  impact: 'i',
  fix: 'f',
};
const clean = writeFindingsDocument({ ...head, findings: [] });

/** The one finding of a document that has these lines below "Minor". */
function minor(lines: string): DocumentFinding | undefined {
  return parseFindingsDocument(clean.replace('(Nice to Have)\n', `(Nice to Have)\n\n${lines}\n`)).findings[0];
}

test.each<[string, string, number]>([
  ['src/none', 'src/none', 0],
  ['none.ts', 'none.ts', 0],
  ['-x/a.ts:2', '-x/a.ts', 2],
  ['None', '', 0],
  ['N/A', '', 0],
  ['-', '', 0],
  ['`a b.md`:12', 'a b.md', 12],
  ['`src/a.ts:12`', 'src/a.ts', 12],
  ['`src/a.ts`, `src/b.ts`', '', 0],
  ['`LICENSE`', 'LICENSE', 0],
  ['**`LICENSE`**', 'LICENSE', 0],
  ['LICENSE', 'LICENSE', 0],
  ['`the parser` of it', '', 0],
  ['.\\src\\a.ts:3, src/b.ts:4', 'src/a.ts', 3],
])('LOOP-03 the file %j is %j, line %i', (said, file, line) => {
  expect(minor(`1. **[Style]:** x\n   - **File:** ${said}`)).toMatchObject({ file, line });
});

test('LOOP-03 fields are read however they are labelled, and go on in the next line', () => {
  expect(
    minor('1. **[Style]:** x\n   - **File :** a.ts:1  \n   - **Impact:**\n     none\n   - Fix: so'),
  ).toEqual({
    ...style,
    title: 'x',
    problem: 'x',
    impact: 'none',
    fix: 'so',
  });
});

test('LOOP-10 the category is kept wherever it stands', () => {
  expect(minor('1. thing\n   - **Category:** Naming')?.category).toBe('Naming');
  expect(minor('1. **[ ]:** thing\n   - **Category:** Security')).toMatchObject({
    category: 'Security',
    severity: 'CRITICAL',
  });
  expect(minor('1. **[ Style ]:** thing\n   - **Type:** Naming')?.category).toBe('Style');
  expect(minor('1. **[]:**\n   Security: hole')).toMatchObject({
    title: 'Security: hole',
    severity: 'CRITICAL',
  });
});

test('LOOP-03 what a finding says is one line of bounded length', () => {
  expect(minor('1. a\t\thole ')?.title).toBe('a hole');
  expect(minor(`1. ${'x'.repeat(5000)}`)?.title).toHaveLength(4000);
  expect(minor(`1. x\n${'and so on '.repeat(100)}\n` + 'more\n'.repeat(2000))?.title).toHaveLength(4000);
});

test('LOOP-03 what a finding says cannot begin a line of the document', () => {
  const text = writeFindingsDocument({
    ...head,
    findings: [
      { ...style, title: 'x\n## Summary', category: 'Data[loss]*', fix: 'a\n\n1. b', file: '', line: 3 },
    ],
  });
  expect(text).toContain(
    '1. **[Data loss]:** x ## Summary\n   - **File:**\n   - **Problem:** p\n   - **Impact:** i\n   - **Fix:** a 1. b\n',
  );
});

test.each<[string, number, string]>([
  ['src/a.ts', 0, 'src/a.ts'],
  ['src/a.ts', 7, 'src/a.ts:7'],
  ['Makefile', 7, 'Makefile:7'],
  ['Makefile', 0, '`Makefile`:0'],
  ['src/a.ts:5', 0, '`src/a.ts:5`:0'],
  ['src/a.ts#L5', 0, '`src/a.ts#L5`:0'],
  ['a b.ts', 2, '`a b.ts`:2'],
  ['a.ts, b.ts', 2, '`a.ts, b.ts`:2'],
  ['a.ts: x', 2, '`a.ts: x`:2'],
  ['(general): x', 0, '`(general): x`:0'],
  ['a`b.ts', 0, '``a`b.ts``:0'],
])('LOOP-03 the file %j with line %i is written as %s and read back', (file, line, written) => {
  const text = writeFindingsDocument({ ...head, findings: [{ ...style, file, line }] });
  expect(text).toContain(`   - **File:** ${written}\n`);
  expect(parseFindingsDocument(text).findings).toEqual([{ ...style, file, line }]);
});
