import type { Depth } from './team.ts';

export const convergenceHealths = ['healthy', 'degraded', 'failed', 'unknown'] as const;

export type ConvergenceHealth = (typeof convergenceHealths)[number];

export type ConvergencePolicy = {
  /** From this share of ticked requirements on, a milestone is healthy. */
  readonly minRatio: number;
  /** Below this share a recovery review is run. */
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

/** How often an unhealthy milestone is reviewed again. */
export const reviewRecoveryRetries: Readonly<Record<Depth, number>> = {
  quick: 0,
  standard: 1,
  thorough: 2,
  exhaustive: 3,
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
  policy: ConvergencePolicy = defaultConvergence,
): ConvergenceHealth {
  if (counts.total === 0) return 'unknown';
  const ratio = convergenceRatio(counts);
  if (ratio >= policy.minRatio) return 'healthy';
  if (ratio >= policy.degradedRatio && counts.reviewCycles > 0) return 'degraded';
  return 'failed';
}
