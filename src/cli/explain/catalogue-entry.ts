import type { Severity } from '../../model/severity.ts';
import type { Tier } from '../../../packages/scan/index.ts';

/** What is told of a rule. Plain data: it is put into the built command as it is. */
export type CatalogueEntry = {
  readonly id: string;
  readonly family: string;
  readonly severity: Severity;
  readonly confidence: 'high' | 'medium';
  readonly tier: Tier;
  readonly effect: Effect;
  /** What makes a finding certain, so that it blocks whatever the tier; null: nothing does. */
  readonly proves: string | null;
  /** The severity of its harm, which it gives once it has proven itself. */
  readonly harm: Severity;
  /** How often readers found it useful; empty where nobody has read findings of it. */
  readonly measured: string;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
  /** Little projects, `=== path` before each file; the lines that are found are marked. */
  readonly bad: string;
  readonly good: string;
};

/** What a finding does where nothing is configured: stops a review and a ticket, is reported, or counts as a hint. */
export type Effect = 'blocks' | 'reports' | 'hint';

export type Catalogue = readonly CatalogueEntry[];
