import type { Severity } from '../../model/severity.ts';

/** What is told of a rule. Plain data: it is put into the built command as it is. */
export type CatalogueEntry = {
  readonly id: string;
  readonly family: string;
  readonly severity: Severity;
  readonly confidence: 'high' | 'medium';
  /** Off unless asked for. */
  readonly optional: boolean;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
  /** Little projects, `=== path` before each file; the lines that are found are marked. */
  readonly bad: string;
  readonly good: string;
};

export type Catalogue = readonly CatalogueEntry[];
