import type { AuditTeamReport } from '../../model/audit.ts';
import { type Report, type ReportRule, reportOf, rulesOf } from '../../model/report.ts';
import { auditors } from '../../model/team.ts';

type Judged = Pick<Report, 'outcome' | 'findings' | 'failing' | 'failOn' | 'notes'> & {
  /** In the judged commit. */
  readonly files: number;
};

/** The report of a team's audit, for the formats that all audits have: never better than its exit code. */
export function teamAsReport(report: AuditTeamReport, judged: Judged): Report {
  const { findings, files, ...more } = judged;
  return reportOf(findings, {
    ...more,
    health: report.health,
    overallScore: report.overallScore,
    scores: Object.fromEntries(report.auditors.map(({ auditor, score }) => [auditor, score])),
    scanned: { files, bytes: 0 },
    notComputed: auditors.filter((each) => !report.auditors.some(({ auditor }) => auditor === each)),
    durationMs: Math.round(report.durationSeconds * 1000),
    rules: [...report.auditors.map(ruleOf), ...rulesOf(findings)],
  });
}

/** An auditor that reported is a check that ran, whether or not it found anything. */
function ruleOf({ auditor, score }: AuditTeamReport['auditors'][number]): ReportRule {
  const title = `Checks of the ${auditor} auditor, score ${score.toFixed(2)}`;
  const fix = 'Fix the findings of this auditor.';
  return { id: auditor, family: 'audit', severity: 'HIGH', title, why: title, fix, confidence: 'medium' };
}
