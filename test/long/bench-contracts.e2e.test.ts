// The benchmark of the contracts as a command: a real journal on a disk and a real run of the built CLI. Limits here are
// absurd on purpose: none says anything about how quick this machine is.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { Ran } from '../built-cli.ts';
import { root } from '../source.ts';
import { patience } from '../support/epic-run.ts';

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

test(
  'EPIC-14 the benchmark measures all three contracts on a real journal and a real run with one; one that is broken ends it with 1',
  () => {
    // Starting costs the most, so one try shows both: two limits that nothing can break, and one that nothing can keep.
    const ran = bench('--tickets', '20', '--revisions', '1', '--limits', `${NEVER},0,${NEVER}`);
    const rows = table(ran);
    expect(rows.map(({ what, unit, goal, verdict }) => [what, unit, goal, verdict])).toEqual([
      [
        expect.stringMatching(/^journal of 20 tickets × 6\d events: state update, p99$/),
        'ms',
        `< ${NEVER.toFixed(2)}`,
        'ok',
      ],
      ['failing verdict to revision at work, slowest', 'ms', '< 0.00', 'BROKEN'],
      ['our part of a review, slowest', 'ms', `< ${NEVER.toFixed(2)}`, 'ok'],
    ]);
    expect(rows.filter(({ value }) => !(Number(value.replaceAll(',', '')) > 0))).toEqual([]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toBe(
      'measuring contracts …\n1 of the goals are broken: failing verdict to revision at work, slowest\n',
    );
  },
  patience,
);
