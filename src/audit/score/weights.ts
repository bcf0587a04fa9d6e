import type { AuditJudge } from '../../model/team.ts';

/** In whole percent: sums of whole numbers keep a score of exactly the threshold at the threshold. */
export const auditorWeights: Readonly<Record<AuditJudge, number>> = {
  requirements: 30,
  recovery: 30,
  interface: 25,
  technical: 20,
  test: 15,
  library: 10,
};

/** Far below anything a check can change, far above what adding fractions loses. */
const ROUNDING = 1e-9;

export function isAtLeastScore(score: number, bound: number): boolean {
  return score >= bound - ROUNDING;
}
