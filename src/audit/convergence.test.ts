import { expect, test } from 'vitest';
import {
  aggregate,
  convergenceHealth,
  convergenceRatio,
  convergenceReport,
  defaultConvergence,
  type ConvergenceReport,
} from '../model/convergence.ts';
import { asksPerson, mustReview, needsRecovery } from './convergence.ts';

const counts = { total: 10, checked: 9, cycles: 2 };
const healthy = convergenceReport('m1', { ...counts, health: 'healthy' });
const state = { mode: 'plain', retriesUsed: 0, retriesAllowed: 1 } as const;

test('TEAM-12 the thresholds are those of the founding document', () => {
  expect(defaultConvergence).toEqual({
    minRatio: 0.9,
    recoveryRatio: 0.8,
    degradedRatio: 0.5,
    maxCycles: 10,
    escalateAfter: 3,
  });
});

test('TEAM-12 health is healthy from 0.9, degraded from 0.5 once reviewed, else failed, and unknown without items', () => {
  const health = (checked: number, reviewCycles = 1) =>
    convergenceHealth({ total: 100, checked, reviewCycles });
  expect(health(90)).toBe('healthy');
  expect(health(89)).toBe('degraded');
  expect(health(50)).toBe('degraded');
  expect(health(49)).toBe('failed');
  expect(health(89, 0)).toBe('failed');
  expect(health(90, 0)).toBe('healthy');
  expect(convergenceHealth({ total: 0, checked: 0, reviewCycles: 5 })).toBe('unknown');
});

test('TEAM-12 the thresholds of health can be set', () => {
  const policy = { ...defaultConvergence, minRatio: 0.6, degradedRatio: 0.2 };
  const health = (checked: number) => convergenceHealth({ total: 10, checked, reviewCycles: 1 }, policy);
  expect([health(6), health(5), health(2), health(1)]).toEqual(['healthy', 'degraded', 'degraded', 'failed']);
});

test('TEAM-12 no requirements are no share of anything', () => {
  expect(convergenceRatio({ total: 0, checked: 0 })).toBe(0);
  expect(convergenceRatio({ total: 4, checked: 1 })).toBe(0.25);
});

test('TEAM-25 a milestone’s report has all fields', () => {
  const read = { ...counts, health: 'healthy', open: ['REQ-1'], escalated: ['REQ-1 (cycles: 3)'] } as const;
  expect(convergenceReport('m1', read)).toEqual({
    totalRequirements: 10,
    checkedRequirements: 9,
    reviewCycles: 2,
    convergenceRatio: 0.9,
    reviewFleetDeployed: true,
    health: 'healthy',
    openItems: ['REQ-1'],
    escalatedItems: ['REQ-1 (cycles: 3)'],
    zeroCycleMilestones: [],
  });
});

test('TEAM-25 a milestone with requirements and no cycle is listed, one without requirements is not', () => {
  const zero = { total: 3, checked: 3, cycles: 0, health: 'healthy' } as const;
  expect(convergenceReport('m2', zero)).toMatchObject({
    zeroCycleMilestones: ['m2'],
    reviewFleetDeployed: false,
  });
  expect(convergenceReport('m2', { ...zero, total: 0 }).zeroCycleMilestones).toEqual([]);
});

test('TEAM-25 milestones are summed, with the most cycles of any and the zero-cycle ones listed', () => {
  const second: ConvergenceReport = {
    ...healthy,
    totalRequirements: 30,
    checkedRequirements: 15,
    reviewCycles: 5,
    escalatedItems: ['REQ-7 (cycles: 5)'],
    zeroCycleMilestones: ['m2'],
  };
  expect(aggregate([second, healthy])).toEqual({
    totalRequirements: 40,
    checkedRequirements: 24,
    reviewCycles: 5,
    convergenceRatio: 0.6,
    reviewFleetDeployed: true,
    health: 'degraded',
    openItems: [],
    escalatedItems: ['REQ-7 (cycles: 5)'],
    zeroCycleMilestones: ['m2'],
  });
  const policy = { ...defaultConvergence, minRatio: 0.6 };
  expect(aggregate([second, healthy], policy).health).toBe('healthy');
});

test('TEAM-25 no milestones, and milestones of which one is unknown, sum up to unknown', () => {
  expect(aggregate([])).toEqual({
    totalRequirements: 0,
    checkedRequirements: 0,
    reviewCycles: 0,
    convergenceRatio: 0,
    reviewFleetDeployed: false,
    health: 'unknown',
    openItems: [],
    escalatedItems: [],
    zeroCycleMilestones: [],
  });
  expect(aggregate([healthy, { ...healthy, health: 'unknown' }]).health).toBe('unknown');
  expect(aggregate([healthy]).health).toBe('healthy');
});

test('TEAM-12 requirements without a cycle force a review even where the ratio is healthy', () => {
  expect(mustReview({ ...healthy, reviewCycles: 0 })).toBe(true);
  expect(mustReview({ ...healthy, reviewCycles: 1 })).toBe(false);
  expect(mustReview({ ...healthy, zeroCycleMilestones: ['m2'] })).toBe(true);
  expect(mustReview({ ...healthy, reviewCycles: 0, totalRequirements: 0 })).toBe(false);
  expect(needsRecovery({ ...healthy, reviewCycles: 0 }, state)).toBe(true);
});

test('TEAM-24 a failed or degraded milestone is recovered below 0.8, not at it', () => {
  for (const health of ['failed', 'degraded'] as const) {
    expect(needsRecovery({ ...healthy, health, convergenceRatio: 0.79 }, state)).toBe(true);
    expect(needsRecovery({ ...healthy, health, convergenceRatio: 0.8 }, state)).toBe(false);
  }
  const low = { ...healthy, convergenceRatio: 0.1 };
  expect(needsRecovery(low, state)).toBe(false);
  const policy = { ...defaultConvergence, recoveryRatio: 0.85 };
  expect(needsRecovery({ ...healthy, health: 'degraded', convergenceRatio: 0.8 }, state, policy)).toBe(true);
});

test('TEAM-24 unknown is recovered with milestones only', () => {
  const unknown = { ...healthy, health: 'unknown', totalRequirements: 0, reviewCycles: 0 } as const;
  expect(needsRecovery(unknown, state)).toBe(false);
  expect(needsRecovery(unknown, { ...state, mode: 'milestones' })).toBe(true);
});

test('TEAM-24 recovery stops when its retries are used up', () => {
  const failed = { ...healthy, health: 'failed', convergenceRatio: 0 } as const;
  expect(needsRecovery(failed, { ...state, retriesUsed: 1, retriesAllowed: 2 })).toBe(true);
  expect(needsRecovery(failed, { ...state, retriesUsed: 2, retriesAllowed: 2 })).toBe(false);
  expect(needsRecovery(failed, { ...state, retriesAllowed: 0 })).toBe(false);
});

test('TEAM-12 after ten cycles with something open a person is asked', () => {
  expect(asksPerson({ ...healthy, reviewCycles: 10 })).toBe(true);
  expect(asksPerson({ ...healthy, reviewCycles: 9 })).toBe(false);
  expect(asksPerson({ ...healthy, reviewCycles: 10, checkedRequirements: 10 })).toBe(false);
  expect(asksPerson({ ...healthy, reviewCycles: 4 }, { ...defaultConvergence, maxCycles: 4 })).toBe(true);
});
