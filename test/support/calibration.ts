import type { CalibratedJudge, Calibration } from '../../src/model/calibration.ts';

const figure = (value: number, low: number, high: number, of: number) => ({ value, low, high, of });

/** A calibration as one would be kept. */
export function calibrationOf(judge: CalibratedJudge, more: Partial<Calibration> = {}): Calibration {
  return {
    version: 1,
    source: 'planted',
    judge,
    tool: '1.0.0 abc',
    at: Date.UTC(2026, 10, 16),
    commit: 'a'.repeat(40),
    seed: 1,
    from: 'LOW',
    tolerance: 5,
    depth: null,
    changes: 60,
    defects: 40,
    kinds: 12,
    clean: 20,
    isEnough: true,
    recall: figure(0.71, 0.57, 0.82, 40),
    recallByKind: { secret: figure(1, 0.44, 1, 3) },
    byWords: 0,
    byChance: figure(0.03, 0.01, 0.17, 30),
    precision: null,
    falseAlarms: figure(0.2, 0.07, 0.47, 20),
    withScans: null,
    costUsd: figure(0.5, 0.4, 0.6, 60),
    tokens: figure(1000, 900, 1100, 60),
    ...more,
  };
}
