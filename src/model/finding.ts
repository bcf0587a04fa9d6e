import type { Provenance } from './provenance.ts';
import type { Severity } from './severity.ts';

/** Who says so. `name` tells critics, auditors and scan families of one kind apart. */
export type FindingSource = {
  readonly kind: 'critic' | 'auditor' | 'reviewer' | 'scan' | 'gate';
  readonly name: string;
  /** The agent that said so; not there where nobody was asked. */
  readonly by?: Provenance;
};

/**
 * Whether the claim was found to hold on to something real: `quoted` and `located` were looked up at the judged
 * commit, `missing` names what must exist and does not, `setAside` could not be tied to anything.
 */
export type Grounding = 'unchecked' | 'quoted' | 'located' | 'missing' | 'setAside';

export type Finding = {
  readonly source: FindingSource;
  /** The rule, review dimension, criterion or category it belongs to. */
  readonly rule: string;
  readonly severity: Severity;
  /** Relative POSIX path; empty when the finding is about the project as a whole. */
  readonly file: string;
  /** 1-based; 0 when the finding is about the whole file or project. */
  readonly line: number;
  readonly message: string;
  /** The description in a reviewer's words, where it is not the message itself. */
  readonly title?: string;
  /** Why it matters, in the words of a reviewer or a scan rule. */
  readonly impact?: string;
  readonly evidence: string;
  readonly fix: string;
  readonly fingerprint: string;
  readonly grounding: Grounding;
  /** Everybody who said so, where several were asked. */
  readonly sources?: readonly FindingSource[];
  /** The reports that an audit merged into this finding: `technical TECH-001`, `scan MOCK-001`. */
  readonly reportedBy?: readonly string[];
};

/** The gate that names files which were put back to what they were (REAL-08). */
export const putBackGate = 'put-back';

export function isPutBack({ source }: Finding): boolean {
  return source.kind === 'gate' && source.name === putBackGate;
}
