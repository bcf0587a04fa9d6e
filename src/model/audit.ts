import type { Provenance } from './provenance.ts';
import { severityRank, type Severity, worse } from './severity.ts';
import type { AuditJudge } from './team.ts';
import type { Finding } from './finding.ts';
import { fingerprint } from '../../packages/scan/finding.ts';

export const auditVerdicts = ['PASS', 'FAIL', 'PARTIAL'] as const;

export type AuditVerdict = (typeof auditVerdicts)[number];

export const findingSources = ['agent', 'scan', 'reconciliation'] as const;

/** One thing an auditor checked, as its own report says it: the good ones too, because the score counts them. */
export type ReportedFinding = {
  readonly verdict: AuditVerdict;
  /** null on a PASS: what is in order has no severity. */
  readonly severity: Severity | null;
  /** The requirement or rule it belongs to (REQ-001, MOCK-003); empty when none was named. */
  readonly id: string;
  readonly title: string;
  /** Relative POSIX path; empty when the finding is about the project as a whole. */
  readonly file: string;
  /** 1-based; 0 when the finding is about a whole file or the project. */
  readonly line: number;
  readonly evidence: string;
  readonly fixHint: string;
  /** The agent that said so; not there where nobody was asked. */
  readonly by?: Provenance;
};

export type AuditFinding = ReportedFinding & {
  readonly auditor: AuditJudge;
  /**
   * `scan` findings were computed, `agent` findings are what an auditor said; those of a `reconciliation` with the
   * original request belong to no auditor's score.
   */
  readonly source: (typeof findingSources)[number];
  /** The description of a reviewer without a team, where its title is the problem and its evidence the impact. */
  readonly description?: string;
};

export type AuditCounts = {
  readonly checked: number;
  readonly pass: number;
  readonly fail: number;
  readonly partial: number;
};

export type AuditSummary = AuditCounts & { readonly score: number };

/** What the SUMMARY of a report says about itself; null where it says nothing readable. */
export type AuditClaims = { readonly [Key in keyof AuditSummary]: number | null };

/** One auditor's answer. */
export type AuditorReport = {
  readonly auditor: AuditJudge | null;
  readonly findings: readonly ReportedFinding[];
  /** Counted on the findings; `score` is the lower of what was counted and what was claimed. */
  readonly summary: AuditSummary;
  /** null when the report has no SUMMARY. */
  readonly claimed: AuditClaims | null;
  /** Findings and SUMMARY disagree. */
  readonly inconsistent: boolean;
  /** false when something may be missing (no SUMMARY, an open fence, too many findings): never a pass. */
  readonly complete: boolean;
  readonly reasons: readonly string[];
};

export const auditHealths = ['passed', 'needs-fixes', 'critical', 'unknown'] as const;

export type AuditHealth = (typeof auditHealths)[number];

export const auditorOutcomes = ['reported', 'incomplete', 'nothing checked', 'no result'] as const;

export type AuditorOutcome = (typeof auditorOutcomes)[number];

/** How one auditor that was asked for came out, scans included. */
export type AuditorScore = AuditSummary & {
  readonly auditor: AuditJudge;
  readonly outcome: AuditorOutcome;
  readonly inconsistent: boolean;
};

/** What one fixer gets. `findings` are positions in the report's list of findings. */
export type FixGroup = {
  readonly name: string;
  /** The general group has no files of its own, so it conflicts with every other and runs alone. */
  readonly general: boolean;
  readonly severity: Severity;
  readonly files: readonly string[];
  readonly findings: readonly number[];
  /** For a group that was fixed before the last score: its round, and the ids of findings that the report no longer has. */
  readonly round?: number;
  readonly about?: readonly string[];
};

/** The aggregate of an audit round. The auditors deployed are those in `auditors`, with their scores. */
export type AuditTeamReport = {
  readonly auditors: readonly AuditorScore[];
  readonly findings: readonly AuditFinding[];
  /** After merging what several auditors said about one place. */
  readonly totals: AuditCounts;
  readonly overallScore: number;
  readonly health: AuditHealth;
  readonly fixRoundsUsed: number;
  readonly fixGroups: readonly FixGroup[];
  readonly durationSeconds: number;
  /** The mildest severity that failed an audit of what is there, whatever its score. */
  readonly failOn?: Severity;
};

/** How bad an open finding is; one that does not say counts as HIGH, never as harmless. */
export function openSeverity(finding: { readonly severity: Severity | null }): Severity {
  return finding.severity ?? 'HIGH';
}

/** A score as every surface shows it: two decimals. */
export function scoreText(score: number): string {
  return score.toFixed(2);
}

/** Worst first: by severity, PASS last, then by place and words, so that the order never depends on who answered first. */
export function compareFindings(a: AuditFinding, b: AuditFinding): number {
  return (
    urgency(b) - urgency(a) ||
    compareText(a.file, b.file) ||
    a.line - b.line ||
    compareText(sortKey(a), sortKey(b))
  );
}

function urgency(finding: AuditFinding): number {
  return finding.verdict === 'PASS' ? -1 : severityRank(openSeverity(finding));
}

function sortKey(finding: AuditFinding): string {
  const { verdict, auditor, source, id, title, evidence, fixHint } = finding;
  return JSON.stringify([verdict, auditor, source, id, title, evidence, fixHint]);
}

/** By code unit: the reader's locale must not change the order of a report. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** One auditor's share in the overall score, and what it lost it by. */
export type ExplainedShare = AuditorScore & {
  /** In whole percent, of all auditors. */
  readonly weight: number;
  /** What it adds to the overall score, of what it could. */
  readonly adds: number;
  readonly of: number;
  /** Positions in the report of the findings that lower it. */
  readonly loweredBy: readonly number[];
};

/** Something a pass needs, and whether it is so. */
export type PassCondition = { readonly text: string; readonly holds: boolean };

export type ExplainedScore = {
  readonly shares: readonly ExplainedShare[];
  /** What the score of an audit without a team counts. */
  readonly totals?: AuditCounts;
  readonly overallScore: number;
  /** What a pass needs, and whether it is there. */
  readonly conditions: readonly PassCondition[];
};

/** One open problem, and every report of it, worst first. */
export type MergedFinding = {
  readonly verdict: Exclude<AuditVerdict, 'PASS'>;
  readonly severity: Severity;
  readonly file: string;
  readonly line: number;
  readonly sources: readonly [AuditFinding, ...AuditFinding[]];
};

/**
 * Merges the open findings of several auditors and of scans at one file:line into one problem (TEAM-05). Different
 * findings of one auditor, or of several scan rules, stay apart: the worst of each is one problem, the second worst the
 * next, and what an auditor says twice under one id is one finding. Findings without a line never merge.
 */
export function mergeAuditFindings(findings: readonly AuditFinding[]): readonly MergedFinding[] {
  const merged = new Map<string, MergedFinding>();
  const saidBy = new Map<string, string[]>();
  const sorted = [...findings].sort(compareFindings);
  for (const [position, finding] of sorted.entries()) {
    if (finding.verdict === 'PASS') continue;
    const place = placeOf(finding) ?? `alone ${position}`;
    const isScan = finding.source === 'scan';
    const reporter = `${isScan ? '' : finding.auditor} ${finding.source} ${place}`;
    const before = saidBy.get(reporter) ?? [];
    saidBy.set(reporter, before);
    const said = `${finding.id} ${finding.evidence === '' ? finding.title : finding.evidence}`;
    const known = isScan || finding.id === '' ? -1 : before.indexOf(said);
    const turn = known >= 0 ? known : before.push(said) - 1;
    const key = `${turn} ${place}`;
    const alone = mergedFrom(finding, finding.verdict);
    const others = merged.get(key);
    merged.set(key, others === undefined ? alone : join(others, alone));
  }
  return [...merged.values()];
}

/**
 * The open findings as work: what several report under one id at one place is said once, under the title of the worst,
 * with the evidence and the hint of each.
 */
export function mergeRepeated(findings: readonly AuditFinding[]): readonly AuditFinding[] {
  return mergeAuditFindings(findings).flatMap(({ sources }) =>
    sources.flatMap((finding, at) => {
      const isSame = ({ id }: AuditFinding): boolean => id.toLowerCase() === finding.id.toLowerCase();
      if (finding.id === '') return [finding];
      return sources.findIndex(isSame) === at ? [withAllSaid(finding, sources.filter(isSame))] : [];
    }),
  );
}

function withAllSaid(finding: AuditFinding, reports: readonly AuditFinding[]): AuditFinding {
  const others = reports.filter(({ evidence }) => evidence !== '' && evidence !== finding.evidence);
  const evidence = others.map(({ title, evidence: seen }) =>
    title === finding.title ? seen : `${title}: ${seen}`,
  );
  const once = (texts: readonly string[]): string => [...new Set(texts.filter(Boolean))].join('\n');
  return {
    ...finding,
    evidence: once([finding.evidence, ...evidence]),
    fixHint: once(reports.map(({ fixHint }) => fixHint)),
  };
}

/** Who reported a merged finding: `technical TECH-001, requirements REQ-001, scan MOCK-003`. */
export function sourceNames({ sources }: MergedFinding): readonly string[] {
  const names = sources.map(({ source, auditor, id }) =>
    [source === 'agent' ? auditor : source, id].filter(Boolean).join(' '),
  );
  return [...new Set(names)];
}

/** Merged findings as reports of runs show findings: the worst report of each, and everybody who reported it. */
export function findingsOf(merged: readonly MergedFinding[]): readonly Finding[] {
  const alike = new Map<string, number>();
  return merged.map((each) => {
    const { severity, file, line, sources } = each;
    const [{ id: rule, title: message, evidence, fixHint, source, auditor, description }] = sources;
    const parts = { rule, file, snippet: evidence === '' ? message : evidence };
    const first = fingerprint({ ...parts, occurrence: 0 });
    const occurrence = alike.get(first) ?? 0;
    alike.set(first, occurrence + 1);
    return {
      source: { kind: source === 'scan' ? 'scan' : 'auditor', name: auditor },
      rule,
      severity,
      file,
      line,
      message,
      ...(description === undefined ? {} : { title: description, impact: evidence }),
      evidence,
      fix: fixHint,
      fingerprint: occurrence === 0 ? first : fingerprint({ ...parts, occurrence }),
      grounding: 'unchecked',
      reportedBy: sourceNames(each),
    };
  });
}

function placeOf(finding: AuditFinding): string | undefined {
  if (finding.file === '' || finding.line === 0) return undefined;
  return `${finding.line} ${finding.file}`;
}

function mergedFrom(finding: AuditFinding, verdict: MergedFinding['verdict']): MergedFinding {
  const { file, line } = finding;
  return { verdict, severity: openSeverity(finding), file, line, sources: [finding] };
}

function join(a: MergedFinding, b: MergedFinding): MergedFinding {
  return {
    ...a,
    verdict: a.verdict === 'FAIL' ? 'FAIL' : b.verdict,
    severity: worse(a.severity, b.severity),
    sources: [...a.sources, ...b.sources],
  };
}
