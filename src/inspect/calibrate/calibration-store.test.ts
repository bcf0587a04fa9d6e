import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { calibrationOf } from '../../../test/support/calibration.ts';
import { noAgents } from '../../model/calibration.ts';
import { besideJudge, calibratedCritics, keepCalibration, keptCalibrations } from './calibration-store.ts';

let state: string;

beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'calibrations-'));
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

const judge = { agent: 'sh', model: 'sharp-1', settings: 'x' };

test('BEYOND-04 figures by another measure than the usual one are not kept, and that is answered', () => {
  expect(keepCalibration(state, calibrationOf(judge, { tolerance: 100 }))).toContain('--tolerance 5');
  expect(keepCalibration(state, calibrationOf(judge, { from: 'HIGH' }))).toContain('--from LOW');
  expect(keptCalibrations(state)).toEqual([]);
  expect(keepCalibration(state, calibrationOf(judge))).toBeNull();
  expect(keptCalibrations(state)).toHaveLength(1);
});

test('BEYOND-04 a small calibration replaces none that is large enough, unless that is of another judge or version', () => {
  const small = (more: object = {}) => calibrationOf(judge, { isEnough: false, changes: 3, ...more });
  const changes = (): readonly number[] => keptCalibrations(state).map((each) => each.changes);
  expect([keepCalibration(state, small()), changes()]).toEqual([null, [3]]);
  expect([keepCalibration(state, calibrationOf(judge)), changes()]).toEqual([null, [60]]);
  expect([keepCalibration(state, small()), changes()]).toEqual([
    'a result of the same judge from enough changes already exists',
    [60],
  ]);
  expect(keepCalibration(state, small({ judge: { ...judge, settings: 'y' } }))).toBeNull();
  expect([keepCalibration(state, small({ tool: '2.0.0 xyz' })), changes()]).toEqual([null, [3, 3]]);
});

test('BEYOND-04 beside a judge stand its own figures; of another program only where a model is named, and that is known', () => {
  const own = calibrationOf(judge);
  const newer = calibrationOf({ ...judge, settings: 'y' });
  const unnamed = calibrationOf({ ...judge, model: null });
  const rules = calibrationOf({ ...noAgents, settings: 'z' });
  const all = [newer, own, unnamed, rules];
  expect(besideJudge(judge, all)).toEqual({ kept: own, isOther: false });
  expect(besideJudge({ ...judge, settings: 'now' }, all)).toEqual({ kept: newer, isOther: true });
  expect(besideJudge({ ...judge, model: null }, all)).toEqual({ kept: unnamed, isOther: false });
  expect(besideJudge({ ...judge, model: null, settings: 'now' }, all)).toBeUndefined();
  expect(besideJudge({ ...judge, model: 'other-1' }, all)).toBeUndefined();
  expect(besideJudge(noAgents, all)).toEqual({ kept: rules, isOther: true });
});

test('BEYOND-04 beside critics of a run it is said that prompts or rules were others', () => {
  keepCalibration(state, calibrationOf(judge));
  const critic = { agent: 'sh', model: 'sharp-1' };
  expect(calibratedCritics(state, '1.0.0 abc')(critic)).toMatch(/60 changes\)$/);
  expect(calibratedCritics(state, '2.0.0 abc')(critic)).toContain('with other prompts or rules than now');
  expect(calibratedCritics(state, '1.0.0 abc')({ agent: 'sh', model: null })).toBeUndefined();
});
