import { scoreAudit, type AuditorResult, type ScorePolicy } from '../../audit/index.ts';
import type { AuditFinding, AuditHealth } from '../../model/audit.ts';
import { isAtLeast, severities, type Severity } from '../../model/severity.ts';
import { auditors, type Auditor } from '../../model/team.ts';
import { familyAuditors, type Rule, type ScanFinding, type ScanResult } from '../../scan/index.ts';

/** An audit by scans alone, as `gauntlet audit --no-agents --json` prints it. */
export type ScanAudit = {
  readonly health: AuditHealth;
  readonly overallScore: number;
  readonly scores: Readonly<Partial<Record<Auditor, number>>>;
  readonly findings: readonly ScanFinding[];
  readonly counts: Readonly<Record<Severity, number>>;
  readonly scanned: ScanResult['scanned'];
  readonly left: ScanResult['left'];
  readonly unresolved: ScanResult['unresolved'];
  readonly crashes: ScanResult['crashes'];
  /** Auditors nobody spoke for: what no scan can judge. */
  readonly notComputed: readonly Auditor[];
};

/** Scores what scans can judge, and names what they cannot. A rule that crashed is no check that passed. */
export function judgeScan(result: ScanResult, rules: readonly Rule[], policy: ScorePolicy): ScanAudit {
  const open = result.findings.filter(({ suppressed }) => suppressed === null);
  // A rule that could not look, as at libraries that are not installed, has judged nothing.
  const ran = new Set(result.ran);
  const asked = rules.filter(({ id }) => ran.has(id));
  const broken = new Set(result.crashes.map(({ rule }) => rule));
  const results = auditors
    .map((auditor) => resultOf(auditor, asked, open, broken))
    .filter(({ scanChecks }) => scanChecks.length > 0);
  const score = scoreAudit(results, policy);
  const scores = score.auditors.map(({ auditor, score: own }) => [auditor, own] as const);
  return {
    // What could not be looked at may hold anything: unknown is not passed.
    health: result.crashes.length > 0 && score.health === 'passed' ? 'unknown' : score.health,
    overallScore: score.overallScore,
    scores: Object.fromEntries(scores),
    findings: sorted(result.findings),
    counts: countsOf(open),
    scanned: result.scanned,
    left: result.left,
    unresolved: result.unresolved,
    crashes: result.crashes,
    notComputed: auditors.filter((auditor) => !scores.some(([scored]) => scored === auditor)),
  };
}

function resultOf(
  auditor: Auditor,
  rules: readonly Rule[],
  findings: readonly ScanFinding[],
  broken: ReadonlySet<string>,
): AuditorResult {
  const scanChecks = rules
    .filter(({ family }) => familyAuditors[family] === auditor)
    .map(({ id }) => ({
      rule: id,
      ran: !broken.has(id),
      findings: findings
        .filter(({ rule }) => rule === id)
        .map((finding): AuditFinding => ({
          auditor,
          source: 'scan',
          verdict: 'FAIL',
          severity: finding.severity,
          id: finding.rule,
          title: finding.message,
          file: finding.file,
          line: finding.line,
          evidence: finding.evidence,
          fixHint: finding.fix,
        })),
    }));
  return { auditor, agentAsked: false, report: null, scanChecks };
}

function countsOf(findings: readonly ScanFinding[]): ScanAudit['counts'] {
  const count = (severity: Severity): number =>
    findings.filter((finding) => finding.severity === severity).length;
  const entries = severities.map((severity) => [severity, count(severity)] as const);
  return Object.fromEntries(entries) as Record<Severity, number>;
}

/** Worst first, then by place. */
function sorted(findings: readonly ScanFinding[]): readonly ScanFinding[] {
  const rank = ({ severity }: ScanFinding): number => severities.indexOf(severity);
  return findings.toSorted(
    (a, b) => rank(a) - rank(b) || (a.file < b.file ? -1 : Number(a.file > b.file)) || a.line - b.line,
  );
}

/** The findings that fail an audit: open, new, and bad enough. */
export function failing(findings: readonly ScanFinding[], gate: Severity): readonly ScanFinding[] {
  return findings.filter(({ suppressed, severity }) => suppressed === null && isAtLeast(severity, gate));
}
