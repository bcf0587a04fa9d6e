import { expect, test } from 'vitest';

import { comparedWithBase } from './beyond-base.ts';
import { validate } from '../validate.ts';
import type { CheckResult } from '../checks/check-result.ts';
import { ticket, world } from '../../../test/support/gate-world.ts';

type Some = Partial<CheckResult> & { readonly failures?: readonly string[] | null };

function cell({ failures = null, ...more }: Some): CheckResult {
  const report = {
    runners: ['jest' as const],
    passed: 1,
    failed: 1,
    skipped: 0,
    failures,
    ranNoTest: false,
  };
  const common = { environment: 'local', check: 'unit', exitCode: 1, status: 'FAIL', details: '' } as const;
  return {
    ...common,
    how: 'exited',
    flaky: false,
    logHash: '',
    log: '',
    note: '',
    report,
    again: report,
    ms: 1,
    ...more,
  };
}

const compare = (now: Some, base: Some) => comparedWithBase({ atBase: [cell(base)] }, cell(now));
const none = { ...cell({ failures: [] }).report, ranNoTest: true, passed: 0, failed: 0 } as NonNullable<
  CheckResult['report']
>;

test('REAL-02 failures that base does not have make a red check worse; those it has are listed', () => {
  expect(compare({ failures: ['a', 'b'] }, { failures: ['a'] })).toEqual({
    worse: 'fails here but not at base: b',
    old: ['a'],
  });
  expect(compare({ failures: ['a'] }, { failures: ['a', 'b'] })).toEqual({ worse: null, old: ['a'] });
});

test('REAL-02 a failure counts as new only if both runs have it and no run at base has', () => {
  const second = (failures: readonly string[]) => ({ ...none, ranNoTest: false, failures });
  expect(compare({ failures: ['a', 'b'], again: second(['a']) }, { failures: ['a'] }).worse).toBeNull();
  expect(compare({ failures: ['b'] }, { failures: ['a'], again: second(['b']) }).worse).toBeNull();
});

test('REAL-02 more failures than at base in both runs are worse, also where their titles differ from run to run', () => {
  const run = (...failures: readonly string[]) => ({
    ...none,
    ranNoTest: false,
    failures,
    failed: failures.length,
  });
  const base = { report: run('old', 'x'), again: run('old', 'x') };
  const now = { report: run('old', 'x', 'adds 1'), again: run('old', 'x', 'adds 2') };
  expect(compare(now, base).worse).toBe('3 of its tests fail, and 2 at base');
  expect(compare({ ...now, again: run('old', 'x') }, base).worse).toBeNull();
});

test('REAL-02 a check whose failures can be read at base, and no longer can, is worse', () => {
  expect(compare({ failures: null }, { failures: ['a'] }).worse).toContain(
    'known at base but not on this commit',
  );
  expect(compare({ report: none, again: none }, { failures: ['a'] }).worse).toContain('ran no test');
  expect(compare({ failures: ['a'] }, { report: none, again: none }).worse).toContain('a');
  expect(compare({ failures: ['a'] }, { status: 'PASS' }).worse).toContain('passes at base');
});

test('REAL-02 where base names no failures the two cannot be compared, and nothing is charged', () => {
  for (const base of [{ failures: null }, { failures: [] }, { report: null, again: null }])
    expect(compare({ failures: ['a'] }, base)).toEqual({ worse: null, old: [] });
  expect(comparedWithBase({}, cell({}))).toEqual({ worse: null, old: [] });
});

test('REAL-02 a ticket is charged with a new failure of a check that a person accepted as red', async () => {
  const failing = (names: readonly string[]) => ({
    how: { kind: 'exited', code: 1 } as const,
    stdout: `FAIL ./a.test.js\n${names.map((name) => `  ● ${name}\n`).join('')}\nTests:       ${names.length} failed, ${names.length} total`,
  });
  const atBase = [cell({ failures: ['./a.test.js › old'] })];
  const outcomeOf = async (names: readonly string[]) => {
    const commits = {
      base: { files: { 'src/a.ts': 'a' } },
      head: { files: { 'src/a.ts': 'b' }, parent: 'base', subject: 'T-1: change it' },
    };
    const { context } = world(commits, () => failing(names), { excused: new Set(['unit']), atBase });
    const { findings } = await validate(context, {
      ticket: ticket(),
      base: 'base',
      head: 'head',
      delivery: null,
      claimed: null,
    });
    return findings.filter(({ rule }) => rule.endsWith('check') || rule === 'check-failed');
  };
  expect(await outcomeOf(['old'])).toMatchObject([{ rule: 'excused-check', severity: 'INFO' }]);
  const [charged] = await outcomeOf(['old', 'fresh']);
  expect(charged).toMatchObject({ rule: 'check-failed', severity: 'HIGH' });
  expect(charged?.message).toContain('fails here but not at base: ./a.test.js › fresh');
  expect(charged?.evidence).toContain('failed at base too: ./a.test.js › old');
});
