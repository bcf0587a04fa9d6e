import { expect, test } from 'vitest';

import { calibrationOf } from '../../test/support/calibration.ts';
import { noAgents } from '../model/calibration.ts';
import { calibrationText, calibrationWords } from './calibration-words.ts';

const judge = { agent: 'claude', model: 'opus-4.5', settings: 'x' };
const known = calibrationOf(judge);

test('BEYOND-04 beside a verdict stands whose calibration it is, what it finds, its false alarms, and how old and large it is', () => {
  expect(calibrationWords(known, known.tool)).toBe(
    'claude (opus-4.5) as a reviewer finds 71 % (57 to 82) of planted defects here, 0.2 (0.07 to 0.47) false alarms per clean change (calibrated 2026-11-16, 60 changes)',
  );
  const { recall, falseAlarms } = known;
  const whole = { recall: { ...recall, value: 0.8 }, falseAlarms };
  expect(calibrationWords(calibrationOf(judge, { withScans: whole }), known.tool)).toContain(
    'of planted defects here, 80 % (57 to 82) together with scans, 0.2',
  );
  expect(calibrationText([calibrationOf(judge, { withScans: whole })], false)).toContain(
    'with scans     80 % (57 to 82) found, 0.2 (0.07 to 0.47) false alarms',
  );
  expect(calibrationWords(calibrationOf(noAgents), null)).toMatch(/^scans and detectors alone find 71 %/);
});

test('BEYOND-04 that it is of too few, or of other prompts, is never left unsaid', () => {
  const few = calibrationOf(judge, { changes: 12, isEnough: false, depth: 'quick' });
  expect(calibrationWords(few, '2.0.0 xyz')).toContain(
    '(calibrated 2026-11-16, 12 changes, at depth quick, fewer than a calibration needs, with other prompts or rules than now)',
  );
  expect(calibrationText([few], false)).toContain(
    'fewer than a calibration needs (40 defects of 8 kinds, 20 clean)',
  );
  expect(calibrationText([known], false)).not.toContain('fewer');
});

test('the figures of one command are told with their bounds, and a judge that says nothing of itself cannot paint the screen', () => {
  const text = calibrationText([known, calibrationOf(noAgents, { costUsd: none, tokens: none })], false);
  expect(text).toContain('claude (opus-4.5): 60 changes, 40 defects of 12 kinds planted, 20 clean');
  expect(text).toMatch(/secret +100 % \(44 to 100\) +of 3/);
  expect(text).toContain('cost           $0.50 ($0.40 to $0.60) and 1000 tokens per change');
  expect(text).toContain('cost           nothing');
  expect(calibrationWords(calibrationOf({ ...judge, model: '\u001b[2Jnew\nPASSED' }), null)).not.toMatch(
    /[\u001b\n]/,
  );
});

const none = { value: 0, low: 0, high: 0, of: 60 };
