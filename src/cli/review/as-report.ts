import { redAtBaseLine } from '../../model/red-at-base.ts';
import { failingIn, type Report, type ReportRule, reportOf, rulesOf } from '../../model/report.ts';
import type { Severity } from '../../model/severity.ts';
import { decidedLines } from '../../report/index.ts';
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
  const failing = failingIn(findings, failOn);
  const crashes = notPassed(result, failing).map((why) => ({ rule: 'review', file: '', because: why }));
  const isPassed = failing + crashes.length === 0;
  return reportOf(findings, {
    scanned: { files: result.files, bytes: 0 },
    durationMs: result.durationMs,
    failOn,
    ...(accepted === null ? {} : { accepted }),
    since: { ref: result.base, files: result.files },
    notes: [...result.redAtBase.map(redAtBaseLine), ...result.notes],
    crashes,
    rules: [...(isPassed ? [passedRule(result.base, accepted)] : []), ...rulesOf(findings)],
  });
}

/** Why a judge's claim that holds on to nothing does not count. */
export const SET_ASIDE = 'set aside: it could not be tied to the code';

/** What keeps the review from being a pass beside the findings; readers see these files without the exit code. */
function notPassed(
  { status, exitCode, notComputed, decision }: ReviewResult,
  failing: number,
): readonly string[] {
  if (notComputed.length > 0) return notComputed;
  if (exitCode === 0 || failing > 0) return [];
  return [`${status}${decision === null ? '' : `: ${decision.because}`}`];
}

/** What passed, for readers to whom a file without cases says that nothing was looked at. */
function passedRule(base: string, accepted: string | null): ReportRule {
  return {
    id: 'review',
    family: 'review',
    severity: 'HIGH',
    title: accepted === null ? `Nothing has to be fixed against ${base}` : `Open findings ${accepted}`,
    why: 'Check every finding of the review before you merge.',
    fix: 'Nothing to do.',
    confidence: 'high',
  };
}
