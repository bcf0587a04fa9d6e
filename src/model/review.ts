import type { Choice } from './events.ts';
import type { BlockingIssue, DimensionScore } from './feedback.ts';
import type { Finding } from './finding.ts';
import type { ReviewScore } from './dimensions.ts';

/** The most rounds there can ever be. */
export const hardCapRounds = 5;

export type RoundResult = {
  readonly verdict: 'clean' | 'unclean';
  readonly mustFix: number;
  /** 1-based. */
  readonly round: number;
  readonly maxRounds: number;
};

/** Returns the step after an answered round of review (LOOP-04). An answer that cannot be read is agent trouble and never gets here. */
export function nextRound(result: RoundResult): 'clean' | 'fix' | 'escalate' {
  const { verdict, mustFix, round, maxRounds } = result;
  if (verdict === 'clean' && mustFix === 0) return 'clean';
  return round < Math.min(maxRounds, hardCapRounds) ? 'fix' : 'escalate';
}

/** The bound after a person granted one more round; at the hard cap it stays (LOOP-06). */
export function grantRound(maxRounds: number): number {
  return Math.min(maxRounds + 1, hardCapRounds);
}

/** What a person may answer when the rounds are used up; one more round only below the hard cap (LOOP-06). */
export function reviewChoices(round: number): readonly Choice[] {
  return round < hardCapRounds ? ['manual', 'accept', 'retry'] : ['manual', 'accept'];
}

/** What one critic said about one delivery, kept with its run under `review`. */
export type ReviewSaid = {
  readonly status: 'pass' | 'fail';
  /** Recomputed from the scores; null where not everything was scored, which is never a pass. */
  readonly overallScore: number | null;
  readonly dimensionScores: readonly DimensionScore[];
  readonly blockingIssues: readonly BlockingIssue[];
  /** Observations that ask for no change. */
  readonly notes: readonly string[];
  /** What has to change; never null for a fail. */
  readonly revisionNotes: string | null;
  /** Missing in records of older versions. */
  readonly more?: {
    readonly reviewer: string;
    readonly revisionCount: number;
    /** Those that could be tied to the code. */
    readonly findings: readonly Finding[];
    readonly requiredFixes: readonly string[];
    readonly criteria: ReviewScore['criteria'];
  };
  /** Why the numbers do not pass. */
  readonly reasons: readonly string[];
};
