// The benchmark of the contracts as a command: a real journal on a disk and a real run of the built CLI. Limits here are
// absurd on purpose: none says anything about how quick this machine is.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { Ran } from './built-cli.ts';
import { root } from './source.ts';

const NEVER = 1e9;
const columns = ['what', 'value', 'unit', 'goal', 'verdict'] as const;

function bench(...args: readonly string[]): Ran {
  const words = ['--no-warnings', join(root, 'bench/main.ts'), 'contracts', ...args];
  const ran = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
  return { code: ran.status, stdout: ran.stdout, stderr: ran.stderr };
}

/** The rows of the one table that is printed. */
function table({ stdout }: Ran): readonly Readonly<Record<(typeof columns)[number], string>>[] {
  const [, , ...rows] = stdout.trimEnd().split('\n');
  return rows.map((line) => {
    const [what = '', value = '', unit = '', goal = '', verdict = ''] = line
      .slice(1, -1)
      .split(' |')
      .map((cell) => cell.trim());
    return { what, value, unit, goal, verdict };
  });
}

test('EPIC-14 the benchmark measures all three contracts on a real journal and a real run with one; limits that are kept end it with 0', () => {
  const ran = bench('--tickets', '20', '--revisions', '1', '--limits', `${NEVER},${NEVER},${NEVER}`);
  expect([ran.code, ran.stderr]).toEqual([0, 'measuring contracts …\n']);
  const rows = table(ran);
  expect(rows.map(({ what, unit, verdict }) => [what, unit, verdict])).toEqual([
    [expect.stringMatching(/^journal of 20 tickets × 6\d events: state update, p99$/), 'ms', 'ok'],
    ['failing verdict to revision at work, slowest', 'ms', 'ok'],
    ['our part of a review, slowest', 'ms', 'ok'],
  ]);
  expect(rows.filter(({ value }) => !(Number(value.replaceAll(',', '')) > 0))).toEqual([]);
});

test('EPIC-14 a limit that nothing can keep is BROKEN, alone, and the command exits with 1 and names it', () => {
  const ran = bench('--tickets', '20', '--revisions', '1', '--limits', `${NEVER},0,${NEVER}`);
  expect(table(ran).map(({ goal, verdict }) => [goal, verdict])).toEqual([
    [`< ${NEVER.toFixed(2)}`, 'ok'],
    ['< 0.00', 'BROKEN'],
    [`< ${NEVER.toFixed(2)}`, 'ok'],
  ]);
  expect(ran.code).toBe(1);
  expect(ran.stderr).toContain('1 of the goals are broken: failing verdict to revision at work, slowest');
});
