import type { AuditorReport, ReportedFinding } from '../model/audit.ts';
import { requirementFinder, type Requirement } from './admit.ts';
import { recounted } from './recount.ts';

/**
 * Returns an auditor's report with the open findings of the recovery review, so that they count in its score, go to
 * fixers and have to be answered again after a fix (TEAM-24). A PASS of a requirement that the recovery review fails is
 * dropped: the stricter of two judges counts.
 */
export function withRecovery(
  report: AuditorReport,
  found: readonly ReportedFinding[],
  requirements: readonly Requirement[],
): AuditorReport {
  const open = found.filter(({ verdict }) => verdict !== 'PASS');
  if (open.length === 0) return report;
  const named = requirementFinder(requirements);
  const failed = new Set(open.flatMap((finding) => named(finding) ?? []));
  const own = report.findings.filter(
    (finding) => finding.verdict !== 'PASS' || !failed.has(named(finding) ?? ''),
  );
  const counted = recounted(report.auditor ?? 'requirements', [...own, ...open], [report]);
  return {
    ...counted,
    complete: counted.complete && report.complete,
    reasons: [...report.reasons, ...counted.reasons],
  };
}
