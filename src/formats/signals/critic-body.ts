import type { Located } from '../text-location.ts';
import type { Assessment } from './assessment.ts';
import type { Priority } from './priority.ts';

/** What a critic said about the code. */
export type CriticBody = {
  readonly filesReviewed: readonly string[];
  readonly assessment: Assessment;
  readonly findings: readonly Located[];
  readonly requiredFixes: readonly string[];
  readonly priority: Priority;
  readonly summary: string;
};
