import type { BlockingIssue, DimensionScore } from './feedback.ts';

/** What one critic said about one delivery, kept with its run under `review`. */
export type ReviewSaid = {
  readonly status: 'pass' | 'fail';
  /** Recomputed from the scores; null where not everything was scored, which is never a pass. */
  readonly overallScore: number | null;
  readonly dimensionScores: readonly DimensionScore[];
  readonly blockingIssues: readonly BlockingIssue[];
  /** Observations that ask for no change. */
  readonly notes: readonly string[];
  readonly revisionNotes: string | null;
  /** Why the numbers do not pass. */
  readonly reasons: readonly string[];
};
