import { expect, test } from 'vitest';

import { cellText } from './requirements/review-log.ts';
import { roles } from '../model/team.ts';
import {
  cyclesDue,
  cyclesOf,
  replaceOldReviews,
  ticksFrom,
  usedUp,
  type ItemCycle,
  type ItemVerdict,
} from './ticks.ts';

const said: ItemVerdict = { item: 'REQ-1', role: 'critic', auditor: null, verdict: 'pass' };

test('TEAM-26 a pass of the critic ticks and a fail unticks', () => {
  expect(ticksFrom([said, { ...said, item: 'REQ-2', verdict: 'fail' }])).toEqual({
    tick: ['REQ-1'],
    untick: ['REQ-2'],
  });
});

test('TEAM-12 002#34 each review that failed an item is a cycle; one that the last round has not open has no limit', () => {
  const items = ['REQ-1', 'REQ-2'].map((id, at) => ({ id, line: at + 1, checked: false, cycles: 7 }));
  const used = (rounds: readonly (readonly string[])[], ...verdicts: readonly ItemVerdict[]) =>
    usedUp(items, verdicts, rounds, { maxCycles: 10 });
  expect(used([['REQ-1'], ['REQ-1']])).toEqual([]);
  expect(used([['REQ-1'], ['REQ-1', 'REQ-2'], ['REQ-1']])).toEqual(['REQ-1']);
  expect(used([['REQ-1', 'REQ-2']], { ...said, item: 'REQ-2', failures: 2 })).toEqual(['REQ-2']);
  expect(used([['REQ-1'], ['REQ-1'], ['REQ-1'], []])).toEqual([]);
  expect(used([])).toEqual([]);
});

test('TEAM-26 of all roles only the critic, the reviewer of a recovery and the test auditor are heard', () => {
  const heard = roles.filter((role) => ticksFrom([{ ...said, role }]).tick.length > 0);
  expect(heard).toEqual(['critic', 'reviewer']);
  const byAuditor = (auditor: ItemVerdict['auditor']) =>
    ticksFrom([{ ...said, role: 'auditor', auditor }]).tick;
  expect(byAuditor('test')).toEqual(['REQ-1']);
  expect(byAuditor('requirements')).toEqual([]);
  expect(ticksFrom([{ ...said, role: 'developer', auditor: 'test' }]).tick).toEqual([]);
});

test('TEAM-26 one fail outweighs any number of passes', () => {
  expect(ticksFrom([said, { ...said, verdict: 'fail' }, said])).toEqual({ tick: [], untick: ['REQ-1'] });
});

test('TEAM-26 unknown and blocked leave a box as it is', () => {
  const unclear = (['unknown', 'blocked'] as const).map((verdict) => ({ ...said, verdict }));
  expect(ticksFrom([...unclear, said])).toEqual({ tick: [], untick: [] });
});

test('TEAM-12 an audit that is held again adds only the reviews that its log lacks, and a verdict that changed', () => {
  const cycle = (verdict: 'PASS' | 'FAIL'): ItemCycle => ({
    item: 'REQ-1',
    rows: [{ reviewer: 'critic', verdict, details: '' }],
  });
  const [failed, passed] = [cycle('FAIL'), cycle('PASS')];
  const logged = (...cycles: readonly ItemCycle[]) => cycles.map(({ rows }, at) => ({ cycle: at + 3, rows }));
  expect(cyclesDue([failed, failed, passed], [])).toEqual([failed, failed, passed]);
  expect(cyclesDue([failed, failed, passed], logged(failed, failed))).toEqual([passed]);
  expect(cyclesDue([failed, passed], logged(failed, passed))).toEqual([]);
  expect(cyclesDue([failed], logged(passed))).toEqual([failed]);
  expect(cyclesDue([], [])).toEqual([]);
  // What another judge of the same review said later goes beside it.
  const late = [
    { reviewer: 'test auditor', verdict: 'FAIL', details: `audit:run: ${'long '.repeat(200)}` },
  ] as const;
  const whole = { ...passed, rows: [...passed.rows, ...late] };
  expect(cyclesDue([failed, whole], logged(failed, passed))).toEqual([
    { item: 'REQ-1', rows: late, into: 4 },
  ]);
  const cut = late.map((row) => ({ ...row, details: cellText(row.details) }));
  expect(cyclesDue([whole], logged({ ...whole, rows: [...passed.rows, ...cut] }))).toEqual([]);
});

test('TEAM-12 every verdict has a row: failed reviews with their issue, then the last review with each side', () => {
  const rows = (reviews: Partial<Parameters<typeof cyclesOf>[2]>) =>
    cyclesOf('REQ-1', 'audit:m', { verdicts: [], objections: [], rounds: [], issues: [], ...reviews }).map(
      (cycle) => cycle.rows.map(({ reviewer, verdict, details }) => `${reviewer} ${verdict} ${details}`),
    );
  const auditor = { ...said, role: 'auditor', auditor: 'requirements' } as const;
  expect(
    rows({
      objections: ['wrong (a.ts:1)', ''],
      rounds: [{ by: ['audit'], said: ['late'] }],
      verdicts: [said, auditor],
    }),
  ).toEqual([
    ['critic FAIL audit:m: wrong (a.ts:1)'],
    ['critic FAIL audit:m'],
    ['audit FAIL audit:m: late'],
    ['critic, requirements auditor PASS audit:m'],
  ]);
  expect(rows({ verdicts: [said, { ...auditor, verdict: 'fail' }], issues: ['missing (b.ts:2)'] })).toEqual([
    ['critic PASS audit:m', 'requirements auditor FAIL audit:m: missing (b.ts:2)'],
  ]);
  // A fail that the score has set aside does not speak against the item.
  expect(rows({ verdicts: [{ ...auditor, verdict: 'fail' }] })).toEqual([]);
  expect(rows({})).toEqual([]);
});

test('TEAM-26 after a fix the requirements auditor answers for a recovery review about older code', () => {
  const review = (verdict: 'pass' | 'unknown'): ItemVerdict => ({
    ...said,
    role: 'reviewer',
    verdict,
    commit: 'old',
  });
  const answer = { ...said, role: 'auditor', auditor: 'requirements', commit: 'fixed' } as const;
  const ticked = (verdicts: readonly ItemVerdict[], open = ['REQ-1']) =>
    ticksFrom(replaceOldReviews(verdicts, (item) => open.includes(item))).tick;
  expect(ticked([review('unknown'), answer])).toEqual(['REQ-1']);
  expect(ticked([review('pass'), { ...answer, verdict: 'fail' }])).toEqual([]);
  // Only an answer at another commit, about an item that was open, and only where a recovery review looked.
  expect(ticked([review('unknown'), { ...answer, commit: 'old' }])).toEqual([]);
  expect(ticked([review('unknown'), answer], [])).toEqual([]);
  expect(ticked([answer])).toEqual([]);
});

test('TEAM-12 a recovery review about older code has its row in the cycle before the fix', () => {
  const verdicts = replaceOldReviews(
    [
      { ...said, role: 'reviewer', commit: 'old' },
      { ...said, role: 'auditor', auditor: 'requirements', commit: 'fixed' },
    ],
    () => true,
  );
  const cycles = cyclesOf('REQ-1', 'audit:m', {
    verdicts,
    objections: [],
    rounds: [{ by: ['technical auditor', 'technical auditor'], said: ['no guard'] }],
    issues: [],
  });
  expect(cycles.map(({ rows }) => rows.map(({ reviewer, verdict }) => `${reviewer} ${verdict}`))).toEqual([
    ['recovery review PASS', 'technical auditor FAIL'],
    ['requirements auditor PASS'],
  ]);
});

test('FOUND-01 002#32 the last cycle of an item has a row for the judges of the run’s audit too', () => {
  const by = (auditor: 'requirements' | 'technical', verdict: 'pass' | 'fail'): ItemVerdict => ({
    item: 'REQ-1',
    role: 'auditor',
    auditor,
    verdict,
  });
  const own = { verdicts: [by('requirements', 'pass')], objections: [], rounds: [], issues: [] };
  const ofRun = {
    verdicts: [by('requirements', 'fail'), by('technical', 'pass')],
    issues: ['not exported (a.js:1)'],
  };
  expect(cyclesOf('REQ-1', 'audit:m1', { ...own, ofRun })).toEqual([
    {
      item: 'REQ-1',
      rows: [
        { reviewer: 'requirements auditor', verdict: 'PASS', details: 'audit:m1' },
        { reviewer: 'technical auditor', verdict: 'PASS', details: 'audit:run' },
        { reviewer: 'requirements auditor', verdict: 'FAIL', details: 'audit:run: not exported (a.js:1)' },
      ],
    },
  ]);
});

test('FOUND-01 002#32 a recovery review of the run’s audit has its row under that audit, and no earlier answer replaces it', () => {
  const verdicts = replaceOldReviews(
    [
      { ...said, role: 'reviewer', commit: 'last', isOfRun: true },
      { ...said, role: 'auditor', auditor: 'requirements', commit: 'fixed' },
    ],
    () => true,
  );
  const rounds = [{ by: ['recovery review'], said: ['no guard'] }];
  const cycles = cyclesOf('REQ-1', 'audit:m', { verdicts, objections: [], rounds, issues: [] });
  expect(
    cycles.map(({ rows }) => rows.map(({ reviewer, verdict, details }) => [reviewer, verdict, details])),
  ).toEqual([
    [['recovery review', 'FAIL', 'audit:m: no guard']],
    [
      ['requirements auditor', 'PASS', 'audit:m'],
      ['recovery review', 'PASS', 'audit:run'],
    ],
  ]);
});
