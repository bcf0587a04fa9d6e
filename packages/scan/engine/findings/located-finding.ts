import type { Severity } from './severity.ts';

/** What a finding says of one place, whoever reports it: a scan, a gate or a judge. */
export type LocatedFinding = {
  /** The rule, review dimension, criterion or category it belongs to. */
  readonly rule: string;
  readonly severity: Severity;
  /** Relative POSIX path; empty when the finding is about the project as a whole. */
  readonly file: string;
  /** 1-based; 0 when the finding is about the whole file or project. */
  readonly line: number;
  readonly message: string;
  readonly evidence: string;
  readonly fix: string;
  readonly fingerprint: string;
};
