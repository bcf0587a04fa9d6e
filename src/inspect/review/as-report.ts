import { redAtBaseLine } from '../../model/outcome.ts';
import { type Report, type ReportRule, reportOf, rulesOf } from '../../model/report.ts';
import type { Severity } from '../../model/severity.ts';
import { decidedLines, SET_ASIDE } from '../../report/index.ts';
import type { ReviewResult } from './result.ts';

/** The report of a review, for the formats that other programs read: never better there than its exit code. */
export function asReport(result: ReviewResult, failOn: Severity): Report {
  const isAccepted = result.status === 'accepted';
  const accepted = isAccepted ? decidedLines(result).join('') || 'accepted by a person' : null;
  const because = { dismissed: 'dismissed or waived before', setAside: SET_ASIDE };
  const findings = [
    ...result.findings.map((finding) => ({ ...finding, suppressed: accepted })),
    ...result.dismissed.map((finding) => ({ ...finding, suppressed: because.dismissed })),
    ...result.setAside.map((finding) => ({ ...finding, suppressed: because.setAside })),
  ];
  const isPassed = result.outcome.verdict === 'passed';
  return reportOf(findings, {
    outcome: result.outcome,
    crashes: result.notComputed.map((because) => ({ rule: 'review', file: '', because })),
    scanned: { files: result.files, bytes: 0 },
    durationMs: result.durationMs,
    failOn,
    ...(accepted === null ? {} : { accepted }),
    since: { ref: result.base, files: result.files },
    notes: [...result.redAtBase.map(redAtBaseLine), ...result.notes],
    rules: [...(isPassed ? [passedRule(result.base, accepted)] : []), ...rulesOf(findings)],
  });
}

/** What passed, for readers to whom a file without cases says that nothing was looked at. */
function passedRule(base: string, accepted: string | null): ReportRule {
  return {
    id: 'review',
    family: 'review',
    severity: 'HIGH',
    title: accepted === null ? `Nothing to fix compared with ${base}` : `Open findings ${accepted}`,
    why: 'Check every finding of the review before you merge.',
    fix: 'Nothing to do.',
    confidence: 'high',
  };
}
