import type { AuditorReport, ReportedFinding } from '../model/audit.ts';
import type { AuditJudge } from '../model/team.ts';
import { auditorReport } from '../formats/index.ts';

/** What stands of the reports an auditor gave, counted anew; where one contradicted itself, only what it says against the work is believed. */
export function recounted(
  auditor: AuditJudge,
  findings: readonly ReportedFinding[],
  given: readonly AuditorReport[],
): AuditorReport {
  const counted = auditorReport(auditor, findings);
  // Our format has no place for who said it; whoever reads the record wants to know.
  const signed = counted.findings.map((finding, at) => {
    const by = findings[at]?.by;
    return by === undefined ? finding : { ...finding, by };
  });
  const whole = { ...counted, findings: signed };
  const believed = given.filter(({ inconsistent }) => inconsistent);
  if (believed.length === 0) return whole;
  const score = Math.min(whole.summary.score, ...believed.map(({ summary }) => summary.score));
  const summary = { ...whole.summary, score };
  return { ...whole, inconsistent: true, summary, claimed: summary };
}
