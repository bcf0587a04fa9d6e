import type { Severity } from '../../model/severity.ts';
import type { Tier } from '../../scan/index.ts';

/** What is told of a rule. Plain data: it is put into the built command as it is. */
export type CatalogueEntry = {
  readonly id: string;
  readonly family: string;
  readonly severity: Severity;
  readonly confidence: 'high' | 'medium';
  readonly tier: Tier;
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

export type Catalogue = readonly CatalogueEntry[];
