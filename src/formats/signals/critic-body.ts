import type { Located } from '../text-location.ts';
import type { BlockingIssue } from '../../model/feedback.ts';
import type { Assessment } from './assessment.ts';
import type { Priority } from './priority.ts';
import type { ScoredDimension } from './scores.ts';

/** What a critic said about the code. */
export type CriticBody = {
  readonly filesReviewed: readonly string[];
  readonly assessment: Assessment;
  readonly scores: readonly ScoredDimension[];
  readonly findings: readonly Located[];
  /** Given as data only: in a text they are issues. */
  readonly blockingIssues: readonly BlockingIssue[];
  readonly requiredFixes: readonly string[];
  readonly priority: Priority;
  /** Observations that ask for no change. */
  readonly notes: readonly string[];
  readonly summary: string;
};
