import type { AuditTeamReport } from '../../model/audit.ts';
import type { ScanAudit } from '../../model/scan-audit.ts';
import { auditors } from '../../model/team.ts';
import { countsIn, rulesOf } from '../review/as-audit.ts';

type Judged = Pick<ScanAudit, 'findings' | 'failing' | 'failOn' | 'notes'> & {
  /** In the judged commit. */
  readonly files: number;
  /** Whether the exit code is 0. */
  readonly isPassed: boolean;
};

/** A team's audit in the shape of an audit by scans, for the formats that both have: never better than its exit code. */
export function teamAsAudit(report: AuditTeamReport, judged: Judged): ScanAudit {
  const { findings, failing, isPassed, notes, failOn, files } = judged;
  const open = findings.filter(({ suppressed }) => suppressed === null);
  const because = `the audit did not pass: health ${report.health}`;
  return {
    health: report.health === 'passed' && !isPassed ? 'needs-fixes' : report.health,
    overallScore: report.overallScore,
    scores: Object.fromEntries(report.auditors.map(({ auditor, score }) => [auditor, score])),
    findings,
    counts: countsIn(open),
    scanned: { files, bytes: 0 },
    notComputed: auditors.filter((each) => !report.auditors.some(({ auditor }) => auditor === each)),
    durationMs: Math.round(report.durationSeconds * 1000),
    failOn,
    failing,
    prefix: '',
    since: null,
    baseline: null,
    notes,
    left: [],
    unresolved: [],
    crashes: isPassed || failing > 0 ? [] : [{ rule: 'audit', file: '', because }],
    rules: [...report.auditors.map(ruleOf), ...rulesOf(findings)],
  };
}

/** An auditor that reported is a check that ran, whether or not it found anything. */
function ruleOf({ auditor, score }: AuditTeamReport['auditors'][number]): ScanAudit['rules'][number] {
  const title = `Checks of the ${auditor} auditor, score ${score.toFixed(2)}`;
  const fix = 'Fix what it found.';
  return { id: auditor, family: 'audit', severity: 'HIGH', title, why: title, fix, confidence: 'medium' };
}
