import type { BlockingIssue, DimensionScore } from './feedback.ts';
import type { Finding } from './finding.ts';
import type { ReviewScore } from './dimensions.ts';

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
