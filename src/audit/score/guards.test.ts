import { expect, test } from 'vitest';
import { fixEffect, nextMove, type AuditRound, type LoopPolicy, type OpenFinding } from './guards.ts';

const open: OpenFinding = { fingerprint: 'a', file: 'a.ts', severity: 'MEDIUM' };
const round: AuditRound = { score: 0.6, health: 'needs-fixes', open: [open], changedFiles: [] };
const policy: LoopPolicy = {
  maxRounds: 9,
  severityGate: 'MEDIUM',
  budget: { usd: 10, tokens: 100 },
  spent: { usd: 4, tokens: 40 },
  nextRound: { usd: 6, tokens: 60 },
};
const scored = (...scores: readonly number[]) => scores.map((score) => ({ ...round, score }));
const goOn = { move: 'continue' };

test('TEAM-09 a first audit with something to fix goes on', () => {
  expect(nextMove([round], policy)).toEqual(goOn);
});

test('TEAM-09 before the first audit only the budget can stop', () => {
  expect(nextMove([], policy)).toEqual(goOn);
  const poor = { ...policy, budget: { usd: 9, tokens: null } };
  expect(nextMove([], poor)).toEqual({ move: 'stop', reason: 'budget', keep: -1 });
});

test('TEAM-09 a passed audit stops and keeps its tree', () => {
  const history = [round, { ...round, health: 'passed' as const, score: 0.95 }];
  expect(nextMove(history, policy)).toEqual({ move: 'stop', reason: 'passed', keep: 1 });
});

test('TEAM-09 an unknown health is not a reason to be content', () => {
  expect(nextMove([{ ...round, health: 'unknown' }], policy)).toEqual(goOn);
});

test('TEAM-09 the number of fix rounds is bounded, and 0 means audit only', () => {
  const stop = { move: 'stop', reason: 'max rounds' };
  expect(nextMove([round], { ...policy, maxRounds: 0 })).toEqual({ ...stop, keep: 0 });
  expect(nextMove(scored(0.5, 0.6), { ...policy, maxRounds: 1 })).toEqual({ ...stop, keep: 1 });
  expect(nextMove(scored(0.5, 0.6), { ...policy, maxRounds: 2 })).toEqual(goOn);
});

test('TEAM-18 a candidate more than 0.01 lower is discarded and the round before it stands', () => {
  expect(nextMove(scored(0.6, 0.58), policy)).toEqual({ move: 'stop', reason: 'lower', keep: 0 });
  expect(nextMove(scored(0.6, 0.59), policy)).toEqual(goOn);
});

test('TEAM-18 a candidate with more red checks of the project is discarded; fewer are a gain', () => {
  const red = (...counts: readonly number[]) => counts.map((count) => ({ ...round, red: count }));
  expect(nextMove(red(0, 1), policy)).toEqual({ move: 'stop', reason: 'lower', keep: 0 });
  expect(nextMove(red(3, 3, 3), policy)).toEqual({ move: 'stop', reason: 'plateau', keep: 2 });
  expect(nextMove(red(3, 2, 1), policy)).toEqual(goOn);
});

test('TEAM-18 small losses do not add up: each candidate is held against the best so far', () => {
  expect(nextMove(scored(0.7, 0.695, 0.689), policy)).toEqual({ move: 'stop', reason: 'lower', keep: 1 });
});

test('TEAM-18 a lower candidate is discarded even if its health says passed', () => {
  const history = [
    { ...round, score: 0.97 },
    { ...round, score: 0.95, health: 'passed' as const },
  ];
  expect(nextMove(history, policy)).toEqual({ move: 'stop', reason: 'lower', keep: 0 });
});

test('TEAM-09 two rounds each less than 0.03 better are a plateau; exactly 0.03 is not', () => {
  expect(nextMove(scored(0.5, 0.529, 0.55), policy)).toEqual({ move: 'stop', reason: 'plateau', keep: 2 });
  expect(nextMove(scored(0.5, 0.53, 0.55), policy)).toEqual(goOn);
  expect(nextMove(scored(0.5, 0.51, 0.54), policy)).toEqual(goOn);
  expect(nextMove(scored(0.5, 0.51), policy)).toEqual(goOn);
  expect(nextMove(scored(0.3, 0.5, 0.51, 0.52), policy)).toEqual({
    move: 'stop',
    reason: 'plateau',
    keep: 3,
  });
});

test('TEAM-07 findings below the gate give a fixer nothing to do; one without severity counts as HIGH', () => {
  const stop = { move: 'stop', reason: 'nothing to fix', keep: 0 };
  expect(nextMove([{ ...round, open: [] }], policy)).toEqual(stop);
  expect(nextMove([{ ...round, open: [{ ...open, severity: 'LOW' }] }], policy)).toEqual(stop);
  expect(nextMove([{ ...round, open: [{ ...open, severity: null }] }], policy)).toEqual(goOn);
  expect(nextMove([round], { ...policy, severityGate: 'HIGH' })).toEqual(stop);
});

test('TEAM-16 a round that would pass the budget is not begun; one that just fits is', () => {
  const stop = { move: 'stop', reason: 'budget', keep: 0 };
  expect(nextMove([round], { ...policy, nextRound: { usd: 6.01, tokens: 0 } })).toEqual(stop);
  expect(nextMove([round], { ...policy, nextRound: { usd: 0, tokens: 61 } })).toEqual(stop);
  expect(nextMove([round], { ...policy, budget: { usd: null, tokens: null } })).toEqual(goOn);
});

test('TEAM-09 fixing stops when it brings in more than it fixes', () => {
  const history = (...after: readonly OpenFinding[]) => [
    round,
    { ...round, score: 0.7, open: after, changedFiles: ['a.ts', 'b.ts'] },
  ];
  const first: OpenFinding = { ...open, fingerprint: 'x', file: 'a.ts' };
  const second: OpenFinding = { ...open, fingerprint: 'y', file: 'b.ts' };
  expect(nextMove(history(first, second), policy)).toEqual({ move: 'stop', reason: 'fix-induced', keep: 1 });
  expect(nextMove(history(first), policy)).toEqual(goOn);
  expect(nextMove(history(first, { ...second, file: 'c.ts' }), policy)).toEqual(goOn);
  expect(nextMove(history(open, first), policy)).toEqual({ move: 'stop', reason: 'fix-induced', keep: 1 });
});

test('TEAM-09 a new finding is fix-induced only in a file that the fix changed', () => {
  const before = { ...round, open: [open, { ...open, fingerprint: 'gone' }] };
  const induced = { ...open, fingerprint: 'new' };
  const elsewhere = { ...open, fingerprint: 'new too', file: 'z.ts' };
  const after = { ...round, open: [open, induced, elsewhere], changedFiles: ['a.ts'] };
  expect(fixEffect(before, after)).toEqual({ induced: [induced], fixed: [{ ...open, fingerprint: 'gone' }] });
});
