import type { LocatedFinding } from '../../packages/scan/finding.ts';
import type { Provenance } from './provenance.ts';

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

export type Finding = LocatedFinding & {
  readonly source: FindingSource;
  /** The description in a reviewer's words, where it is not the message itself. */
  readonly title?: string;
  /** Why it matters, in the words of a reviewer or a scan rule. */
  readonly impact?: string;
  readonly grounding: Grounding;
  /** Everybody who said so, where several were asked. */
  readonly sources?: readonly FindingSource[];
  /** The reports that an audit merged into this finding: `technical TECH-001`, `scan MOCK-001`. */
  readonly reportedBy?: readonly string[];
  /** Of a scan: the family of its rule, and how sure the rule is. */
  readonly family?: string;
  readonly confidence?: 'high' | 'medium';
  /** The reason for which it is left alone; null or missing where it counts. */
  readonly suppressed?: string | null;
  readonly excuse?: Excuse | null;
  /** Compared with the baseline; null or missing without one. Only new findings fail. */
  readonly baseline?: 'new' | 'known' | null;
};

/** Where the reason stands: in the code itself, or in the file of waivers. A judge's or a person's own word has none. */
export type Excuse =
  | { readonly kind: 'inline' }
  | { readonly kind: 'waiver'; readonly until: string; readonly by: string | null };

/** Whether it counts: nobody gave a reason to leave it alone. */
export function isOpen({ suppressed = null }: Pick<Finding, 'suppressed'>): boolean {
  return suppressed === null;
}

/** `path:line`, `path` for a whole file, the given word for the project as a whole. */
export function placeOf({ file, line }: Pick<Finding, 'file' | 'line'>, project = 'project'): string {
  return file === '' ? project : line === 0 ? file : `${file}:${line}`;
}

/** A finding about the project as a whole that nobody has looked up yet: its maker adds what it knows. */
export const bareFinding = {
  file: '',
  line: 0,
  evidence: '',
  fix: '',
  fingerprint: '',
  grounding: 'unchecked',
} as const;

/** What a scan says of one place. */
export type ScanPart = LocatedFinding & Required<Pick<Finding, 'family' | 'confidence'>>;

/** A scan's finding that counts: a comment of the judged code does not excuse it by itself, so `suppressed` is left out. */
export function fromScan(found: ScanPart): Finding {
  const { rule, family, severity, confidence, file, line, message, evidence, fix, fingerprint } = found;
  const said = { rule, severity, file, line, message, evidence, fix, fingerprint, family, confidence };
  const grounding = line > 0 ? 'quoted' : 'located';
  return { source: { kind: 'scan', name: family }, ...said, grounding };
}

/** The gate that names files which were put back to what they were (REAL-08). */
export const putBackGate = 'put-back';

export function isPutBack({ source }: Finding): boolean {
  return source.kind === 'gate' && source.name === putBackGate;
}
