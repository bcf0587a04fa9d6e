import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readMatrix, writeMatrix } from './matrix.ts';
import { isNothing } from './text/heading.ts';
import { oneLine } from './text/sections.ts';

const header = '| Check | Environment | Exit Code | Result |';
const rule = '|---|:--|--:|:-:|';

function read(...rows: readonly string[]): ReturnType<typeof readMatrix> {
  return readMatrix([header, rule, ...rows]);
}

test('ENV-03 the matrix is read by trimmed cells, with blanks in names and negative exit codes', () => {
  expect(read('| Unit Tests | local | 0 | PASS |', '|Type Check|  node 22 |-1|FAIL|')).toEqual({
    rows: [
      { check: 'Unit Tests', environment: 'local', exitCode: 0, result: 'PASS' },
      { check: 'Type Check', environment: 'node 22', exitCode: -1, result: 'FAIL' },
    ],
    reasons: [],
  });
});

test('ENV-03 columns may come in any order, beside others, and without a last bar', () => {
  const lines = [
    '| Result | Notes | Exit | Env | Checks',
    '| - | - | - | - | - |',
    '| PASSED | fast | `0` | ci | a',
  ];
  expect(readMatrix(lines)).toEqual({
    rows: [{ check: 'a', environment: 'ci', exitCode: 0, result: 'PASS' }],
    reasons: [],
  });
});

test('ENV-03 an escaped bar belongs to its cell, and a backslash escapes itself', () => {
  const [row] = read('| a \\| b \\\\ c \\d | local | 0 | PASS |').rows;
  expect(row?.check).toBe('a | b \\ c \\d');
});

test.each([
  ['0', '**PASS**', 'PASS', 0, null],
  ['0', '✅ PASS', 'PASS', 0, null],
  ['**1**', 'failed', 'FAIL', 1, null],
  ['2', 'ERROR', 'FAIL', 2, null],
  ['-0', 'PASS', 'PASS', 0, null],
  ['1', 'PASS', 'FAIL', 1, 'matrix: a in e says PASS with exit code 1'],
  ['', 'PASS', 'FAIL', null, 'matrix: a in e says PASS with exit code missing'],
  ['zero', 'PASS', 'FAIL', null, 'matrix: a in e says PASS with exit code missing'],
  ['0', 'FAIL', 'FAIL', 0, 'matrix: a in e says FAIL with exit code 0'],
  ['0', 'NOT PASS', 'FAIL', 0, 'matrix: a in e has no readable result'],
  ['0', '', 'FAIL', 0, 'matrix: a in e has no readable result'],
  ['', 'FAIL', 'FAIL', null, null],
])('ENV-03 exit code %j and result %j count as %s', (code, claim, result, ...[exitCode, reason]) => {
  expect(read(`| a | e | ${code} | ${claim} |`)).toEqual({
    rows: [{ check: 'a', environment: 'e', exitCode, result }],
    reasons: reason === null ? [] : [reason],
  });
});

test('ENV-03 a row without a check is left out and said so, one without an environment is kept', () => {
  expect(read('|  | local | 0 | PASS |', '| a | | 1 | PASS |', '| b |')).toEqual({
    rows: [
      { check: 'a', environment: '', exitCode: 1, result: 'FAIL' },
      { check: 'b', environment: '', exitCode: null, result: 'FAIL' },
    ],
    reasons: [
      'matrix: a row names no check',
      'matrix: a says PASS with exit code 1',
      'matrix: b has no readable result',
    ],
  });
});

test('ENV-03 a table without the four columns is not the matrix, and a line between ends one', () => {
  expect(readMatrix(['| Check | Result |', '| a | PASS |'])).toEqual({ rows: [], reasons: [] });
  expect(read('', '| a | e | 0 | PASS |')).toEqual({ rows: [], reasons: [] });
  expect(readMatrix(['| a | e | 0 | PASS |'])).toEqual({ rows: [], reasons: [] });
  expect(readMatrix([header, rule])).toEqual({ rows: [], reasons: [] });
});

test('ENV-03 two tables are one matrix', () => {
  const { rows } = read('| a | e | 0 | PASS |', 'then', header, '| b | e | 0 | PASS |');
  expect(rows.map(({ check }) => check)).toEqual(['a', 'b']);
});

test('ENV-03 no more than a thousand rows are read', () => {
  const row = '| a | e | 0 | PASS |';
  expect(read(...Array<string>(1000).fill(row)).reasons).toEqual([]);
  const { rows, reasons } = read(...Array<string>(1001).fill(row));
  expect(rows).toHaveLength(1000);
  expect(reasons).toEqual(['matrix: more than 1000 rows']);
});

test('SIGNAL-06 the matrix is written as a table with the four columns', () => {
  const rows = [
    { check: 'a | b', environment: 'local', exitCode: 0, result: 'PASS' as const },
    { check: 'c\\d', environment: '', exitCode: null, result: 'FAIL' as const },
  ];
  expect(writeMatrix(rows)).toBe(
    [header, '| --- | --- | --- | --- |', '| a \\| b | local | 0 | PASS |', '| c\\\\d |  |  | FAIL |'].join(
      '\n',
    ),
  );
});

test('SIGNAL-06 ENV-03 any matrix is written and read back to the same rows', () => {
  const cell = fc
    .array(fc.constantFrom('a', '|', '\\', ' ', '`', '-', ':', 'Check', 'é', '\\|'))
    .map((parts) => oneLine(parts.join('')));
  const row = fc
    .record({ check: cell.filter((name) => !isNothing(name)), environment: cell, exitCode: fc.integer() })
    .map((cells) => ({ ...cells, result: cells.exitCode === 0 ? ('PASS' as const) : ('FAIL' as const) }));
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      expect(readMatrix(writeMatrix(rows).split('\n'))).toEqual({ rows, reasons: [] });
    }),
  );
});
