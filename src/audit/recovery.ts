import { type AuditorReport, openSeverity, type ReportedFinding } from '../model/audit.ts';
import { worse } from '../model/severity.ts';
import { requirementFinder, type Requirement } from './requirement-finder.ts';
import { recounted } from './recount.ts';

/**
 * Returns an auditor's report with the open findings of the recovery review, so that they count in its score, go to
 * fixers and have to be answered again after a fix (TEAM-24). A PASS of a requirement that the recovery review fails is
 * dropped: the stricter of two judges counts. What both find open about a requirement in one file is one finding.
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
  const alone = [...open];
  const joined = own.map((finding) => {
    const requirement = finding.verdict === 'PASS' ? undefined : named(finding);
    const at = alone.findIndex((each) => each.file === finding.file && named(each) === requirement);
    const [also] = requirement === undefined || at < 0 ? [] : alone.splice(at, 1);
    return also === undefined ? finding : stricter(finding, also);
  });
  const counted = recounted(report.auditor ?? 'requirements', [...joined, ...alone], [report]);
  return {
    ...counted,
    complete: counted.complete && report.complete,
    reasons: [...report.reasons, ...counted.reasons],
  };
}

function stricter(own: ReportedFinding, also: ReportedFinding): ReportedFinding {
  const verdict = own.verdict === 'FAIL' ? 'FAIL' : also.verdict;
  return { ...own, verdict, severity: worse(openSeverity(own), openSeverity(also)) };
}
