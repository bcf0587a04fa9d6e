import { type Finding, isOpen } from '../../model/finding.ts';
import { type Report, reportOf } from '../../model/report.ts';
import type { RunReport } from '../../report/index.ts';
import { SET_ASIDE } from '../review/as-report.ts';

type JobReport = RunReport['jobs'][number];

/**
 * The report of a run, for programs that read findings: those of the last attempt of everything, once each.
 * What did not land is said beside them, so that a file without findings is no pass where the run is none.
 */
export function runAsReport({ jobs, outcome, base, notes, startedAt, at }: RunReport): Report {
  const isPassed = outcome.verdict === 'passed';
  const crashes = jobs
    .filter((job) => !isPassed && job.status !== 'completed')
    .map((job) => ({ rule: job.id, file: '', because: `${job.status}: ${job.reason}` }));
  return reportOf(once(jobs.flatMap(standing)), {
    outcome,
    durationMs: startedAt === null ? 0 : at - startedAt,
    since: { ref: base, files: 0 },
    notes,
    crashes,
  });
}

/** What earlier attempts were sent back for was mended, or was found again. */
function standing({ findings, attempts, acceptedBy }: JobReport): readonly Finding[] {
  const accepted = acceptedBy === null ? null : `accepted by ${acceptedBy}`;
  return findings
    .filter(({ attempt }) => attempt === attempts)
    .map((finding) => ({
      ...finding,
      suppressed: finding.grounding === 'setAside' ? SET_ASIDE : accepted,
    }));
}

/** Several critics may say the same of the same line. */
function once(findings: readonly Finding[]): readonly Finding[] {
  const known = new Map<string, Finding>();
  for (const finding of findings) {
    const before = known.get(finding.fingerprint);
    if (before === undefined || !isOpen(before)) known.set(finding.fingerprint, finding);
  }
  return [...known.values()];
}
