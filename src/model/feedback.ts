import groups from './gate-rules.json' with { type: 'json' };
import type { DimensionClass } from './config.ts';
import type { Finding } from './finding.ts';
import type { Severity } from './severity.ts';

type Groups = typeof groups;

export type GateRule = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups];

/**
 * The ids of findings that gates report: the meaning of each, then the reason for the gate or the next step.
 * `gauntlet explain` prints them. The fix is part of each finding.
 */
export const gateRules: Readonly<Record<GateRule, string>> = Object.assign({}, ...Object.values(groups));

/** What stopped an attempt. Each kind counts by itself (REWORK-04). */
export const feedbackKinds = ['review', 'audit', 'validation', 'landing', 'incomplete'] as const;

export type FeedbackKind = (typeof feedbackKinds)[number];

export type FailedCriterion = { readonly criterion: string; readonly reason: string };

export type BlockingIssue = {
  readonly dimension: string;
  readonly message: string;
  readonly requiredAction: string;
};

/** `score` is null for a dimension that was marked not applicable; records of older versions have no more than that. */
export type DimensionScore = {
  readonly dimension: string;
  readonly score: number | null;
  readonly class?: DimensionClass;
  readonly reason?: string;
};

/** One check in one environment, as the coordinator ran it, or as an auditor says that it ended. */
export type EnvironmentResult = {
  readonly environment: string;
  readonly check: string;
  readonly exitCode: number | null;
  /** BROKEN could not be computed: neither the developer's fault nor a pass. */
  readonly status: 'PASS' | 'FAIL' | 'BROKEN';
  readonly details: string;
};

/** What one failed attempt taught, whichever judge or gate said so and in whichever format. */
export type Feedback = {
  readonly attempt: number;
  readonly kind: FeedbackKind;
  readonly priority: Severity;
  readonly findings: readonly Finding[];
  readonly requiredFixes: readonly string[];
  readonly failedCriteria: readonly FailedCriterion[];
  readonly passingCriteria: readonly string[];
  readonly blockingIssues: readonly BlockingIssue[];
  readonly overallScore: number | null;
  readonly dimensionScores: readonly DimensionScore[];
  readonly revisionNotes: string | null;
  /** Observations that ask for no change. */
  readonly notes?: readonly string[];
  readonly environments: readonly EnvironmentResult[];
};

/** A finding of this rule names a file that could not be merged with the epic branch. */
export const mergeConflictRule = 'merge-conflict' satisfies GateRule;
