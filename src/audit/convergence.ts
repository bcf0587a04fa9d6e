import {
  convergenceHealth,
  convergenceRatio,
  defaultConvergence,
  type ConvergenceCounts,
  type ConvergenceHealth,
  type ConvergencePolicy,
} from '../model/convergence.ts';

/** How far the requirements of a milestone, or of a whole run, are ticked and reviewed. */
export type ConvergenceReport = {
  readonly totalRequirements: number;
  readonly checkedRequirements: number;
  readonly reviewCycles: number;
  readonly convergenceRatio: number;
  readonly reviewFleetDeployed: boolean;
  readonly health: ConvergenceHealth;
  readonly escalatedItems: readonly string[];
  readonly zeroCycleMilestones: readonly string[];
};

/** What a REQUIREMENTS.md says, as far as convergence goes. */
export type ReadRequirements = ConvergenceCounts & {
  readonly health: ConvergenceHealth;
  readonly escalated: readonly string[];
};

export type RecoveryState = {
  /** Without milestones a run may simply have no requirements; with them, having none is suspicious. */
  readonly mode: 'plain' | 'milestones';
  readonly retriesUsed: number;
  readonly retriesAllowed: number;
};

/** TEAM-25 for one milestone, or for the whole run when there are none. */
export function convergenceReport(name: string, read: ReadRequirements): ConvergenceReport {
  const unreviewed = read.total > 0 && read.reviewCycles === 0;
  return {
    totalRequirements: read.total,
    checkedRequirements: read.checked,
    reviewCycles: read.reviewCycles,
    convergenceRatio: convergenceRatio(read),
    reviewFleetDeployed: read.reviewCycles > 0,
    health: read.health,
    escalatedItems: read.escalated,
    zeroCycleMilestones: unreviewed ? [name] : [],
  };
}

/** TEAM-25 summed. One milestone of unknown health makes the sum unknown: its requirements are not in the figures. */
export function aggregate(
  milestones: readonly ConvergenceReport[],
  policy: ConvergencePolicy = defaultConvergence,
): ConvergenceReport {
  const counts = {
    total: milestones.reduce((sum, milestone) => sum + milestone.totalRequirements, 0),
    checked: milestones.reduce((sum, milestone) => sum + milestone.checkedRequirements, 0),
    reviewCycles: milestones.reduce((most, milestone) => Math.max(most, milestone.reviewCycles), 0),
  };
  const isUnknown = milestones.some((milestone) => milestone.health === 'unknown');
  return {
    totalRequirements: counts.total,
    checkedRequirements: counts.checked,
    reviewCycles: counts.reviewCycles,
    convergenceRatio: convergenceRatio(counts),
    reviewFleetDeployed: counts.reviewCycles > 0,
    health: isUnknown ? 'unknown' : convergenceHealth(counts, policy),
    escalatedItems: milestones.flatMap((milestone) => milestone.escalatedItems),
    zeroCycleMilestones: milestones.flatMap((milestone) => milestone.zeroCycleMilestones),
  };
}

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
