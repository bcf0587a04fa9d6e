import type { AuditHealth } from './audit.ts';
import type { Severity } from './severity.ts';
import type { Auditor } from './team.ts';

/** Why a finding is left alone: said in the code itself, by a person or a judge beside it, or in the file of waivers. */
export type Excuse =
  | { readonly kind: 'inline' }
  | { readonly kind: 'beside' }
  | { readonly kind: 'waiver'; readonly until: string; readonly by: string | null };

/** One finding of a scan, as an audit shows it. The first keys are a contract with programs; more may be added. */
export type ScanAuditFinding = {
  readonly rule: string;
  readonly severity: Severity;
  /** Relative, POSIX; empty for the project as a whole. */
  readonly file: string;
  /** 1-based; 0 for the whole file. */
  readonly line: number;
  readonly message: string;
  readonly evidence: string;
  readonly fingerprint: string;
  readonly confidence: 'high' | 'medium';
  /** The reason for which it is left alone; null where nobody gave one. */
  readonly suppressed: string | null;
  readonly excuse: Excuse | null;
  readonly family: string;
  readonly fix: string;
  /** Against the baseline; null without one. Only new findings fail. */
  readonly baseline: 'new' | 'known' | null;
  /** With a team: every report that was merged into this finding. */
  readonly reportedBy?: readonly string[];
};

/** What a report tells of a rule that ran. */
export type ScanAuditRule = {
  readonly id: string;
  readonly family: string;
  readonly severity: Severity;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
  readonly confidence: 'high' | 'medium';
};

/** What the baseline had to say. */
export type BaselineStanding = {
  readonly file: string;
  readonly known: number;
  readonly new: number;
  /** What it lists and nobody finds any more. */
  readonly fixed: readonly { readonly rule: string; readonly file: string; readonly count: number }[];
};

/** An audit by scans alone: what `gauntlet audit` prints and writes, in whatever format. */
export type ScanAudit = {
  readonly health: AuditHealth;
  readonly overallScore: number;
  readonly scores: Readonly<Partial<Record<Auditor, number>>>;
  /** Worst first. */
  readonly findings: readonly ScanAuditFinding[];
  /** Of the findings that nobody left alone. */
  readonly counts: Readonly<Record<Severity, number>>;
  readonly scanned: { readonly files: number; readonly bytes: number };
  /** Auditors nobody spoke for: what no scan can judge. */
  readonly notComputed: readonly Auditor[];
  readonly durationMs: number;
  /** The mildest severity that fails, and how many findings do. */
  readonly failOn: Severity;
  readonly failing: number;
  /** Who accepted the findings and why, where the result is a pass for that reason alone. */
  readonly accepted?: string;
  /** Where the folder is in its repository, with a slash at its end; empty at the top. */
  readonly prefix: string;
  /** Only what touches these changes was reported; null: everything. */
  readonly since: { readonly ref: string; readonly files: number } | null;
  readonly baseline: BaselineStanding | null;
  /** What there is to say about suppressions, waivers and settings: without a reason, unused, expired. */
  readonly notes: readonly string[];
  readonly left: readonly {
    readonly reason: string;
    readonly count: number;
    readonly examples: readonly string[];
  }[];
  readonly unresolved: readonly { readonly rule: string; readonly what: string; readonly count: number }[];
  readonly crashes: readonly { readonly rule: string; readonly file: string; readonly because: string }[];
  /** Every rule that was asked, whether or not it found anything. */
  readonly rules: readonly ScanAuditRule[];
};
