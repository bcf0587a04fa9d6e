export const convergenceHealths = ['healthy', 'degraded', 'failed', 'unknown'] as const;

export type ConvergenceHealth = (typeof convergenceHealths)[number];

export type ConvergencePolicy = {
  /** From this share of ticked requirements on, a milestone is healthy. */
  readonly minRatio: number;
  /** Below this share a recovery review is run, about items that nobody has judged in this run. */
  readonly recoveryRatio: number;
  /** From this share on, and once reviewed, a milestone is degraded instead of failed. */
  readonly degradedRatio: number;
  /** After so many cycles a person is asked. */
  readonly maxCycles: number;
  /** A requirement still open after so many cycles is escalated. */
  readonly escalateAfter: number;
};

export const defaultConvergence: ConvergencePolicy = {
  minRatio: 0.9,
  recoveryRatio: 0.8,
  degradedRatio: 0.5,
  maxCycles: 10,
  escalateAfter: 3,
};

/** A requirements document as it was counted: its own numbers, and what of it is still open. */
export type CountedRequirements = {
  /** Missing in journals from before it was recorded, like everything that may be undefined here. */
  readonly path?: string | undefined;
  readonly total: number;
  readonly checked: number;
  readonly cycles: number;
  readonly health?: ConvergenceHealth | undefined;
  /** Items without a tick. */
  readonly open?: readonly string[] | undefined;
  /** Items still open after `escalateAfter` cycles. */
  readonly escalated?: readonly string[] | undefined;
  readonly minRatio?: number | undefined;
  readonly degradedRatio?: number | undefined;
};

/** How far the requirements of a milestone, or of a whole run, are ticked and reviewed (TEAM-25). */
export type ConvergenceReport = {
  readonly totalRequirements: number;
  readonly checkedRequirements: number;
  readonly reviewCycles: number;
  readonly convergenceRatio: number;
  readonly reviewFleetDeployed: boolean;
  readonly health: ConvergenceHealth;
  readonly openItems: readonly string[];
  readonly escalatedItems: readonly string[];
  readonly zeroCycleMilestones: readonly string[];
};

export type ConvergenceCounts = {
  readonly total: number;
  readonly checked: number;
  readonly reviewCycles: number;
};

/** The share of requirements ticked; 0 when there are none, because nothing was shown. */
export function convergenceRatio(counts: Pick<ConvergenceCounts, 'total' | 'checked'>): number {
  return counts.total === 0 ? 0 : counts.checked / counts.total;
}

/** TEAM-12. Ticks nobody reviewed are at best healthy on paper: `mustReview` decides about them. */
export function convergenceHealth(
  counts: ConvergenceCounts,
  policy: Pick<ConvergencePolicy, 'minRatio' | 'degradedRatio'> = defaultConvergence,
): ConvergenceHealth {
  if (counts.total === 0) return 'unknown';
  const ratio = convergenceRatio(counts);
  if (ratio >= policy.minRatio) return 'healthy';
  if (ratio >= policy.degradedRatio && counts.reviewCycles > 0) return 'degraded';
  return 'failed';
}

/** The report about one document, under the name of its milestone. */
export function convergenceReport(name: string, counted: CountedRequirements): ConvergenceReport {
  const { total, checked, cycles, open = [], escalated = [] } = counted;
  return {
    totalRequirements: total,
    checkedRequirements: checked,
    reviewCycles: cycles,
    convergenceRatio: convergenceRatio(counted),
    reviewFleetDeployed: cycles > 0,
    health: counted.health ?? convergenceHealth({ total, checked, reviewCycles: cycles }),
    openItems: open,
    escalatedItems: escalated,
    zeroCycleMilestones: total > 0 && cycles === 0 ? [name] : [],
  };
}

type Thresholds = Pick<ConvergencePolicy, 'minRatio' | 'degradedRatio'>;

/** The sum over milestones. One of unknown health makes the sum unknown: its requirements are not in the figures. */
export function aggregate(
  milestones: readonly ConvergenceReport[],
  policy: Thresholds = defaultConvergence,
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
    openItems: milestones.flatMap((milestone) => milestone.openItems),
    escalatedItems: milestones.flatMap((milestone) => milestone.escalatedItems),
    zeroCycleMilestones: milestones.flatMap((milestone) => milestone.zeroCycleMilestones),
  };
}
