import { defaultConvergence, type ConvergencePolicy, type ConvergenceReport } from '../model/convergence.ts';

export type RecoveryState = {
  /** Without milestones a run may simply have no requirements; with them, having none is suspicious. */
  readonly mode: 'plain' | 'milestones';
  readonly retriesUsed: number;
  readonly retriesAllowed: number;
};

/** Requirements nobody reviewed: ticked or not, they count for nothing until somebody did (TEAM-12). */
export function mustReview(report: ConvergenceReport): boolean {
  if (report.zeroCycleMilestones.length > 0) return true;
  return report.totalRequirements > 0 && report.reviewCycles === 0;
}

/** TEAM-24: whether a reviewer is sent to the unchecked items once more. */
export function needsRecovery(
  report: ConvergenceReport,
  state: RecoveryState,
  policy: ConvergencePolicy = defaultConvergence,
): boolean {
  if (state.retriesUsed >= state.retriesAllowed) return false;
  if (mustReview(report)) return true;
  switch (report.health) {
    case 'healthy':
      return false;
    case 'unknown':
      return state.mode === 'milestones';
    case 'degraded':
    case 'failed':
      return report.convergenceRatio < policy.recoveryRatio;
  }
}

/** After `maxCycles` reviews with something still open, only a person can say what to do. */
export function asksPerson(
  report: ConvergenceReport,
  policy: ConvergencePolicy = defaultConvergence,
): boolean {
  return report.reviewCycles >= policy.maxCycles && report.checkedRequirements < report.totalRequirements;
}
