import type { Located } from '../text-location.ts';

/** What the auditor says about one acceptance criterion. UNKNOWN is whatever is neither of the two words. */
export type JudgedCriterion = {
  readonly criterion: string;
  readonly status: 'VERIFIED' | 'FAILED' | 'UNKNOWN';
  readonly evidence: string;
};

/** A command the auditor says it ran. */
export type RanCommand = {
  readonly command: string;
  /** Empty where none is named. */
  readonly environment: string;
  readonly result: 'PASS' | 'FAIL' | 'UNKNOWN';
};

/** What an acceptance auditor said about a ticket. */
export type AuditorBody = {
  readonly criteria: readonly JudgedCriterion[];
  readonly commands: readonly RanCommand[];
  readonly findings: readonly Located[];
  readonly requiredFixes: readonly string[];
  readonly passing: readonly string[];
  readonly preExisting: readonly string[];
  readonly summary: string;
};
