import { type Report, reportOf } from '../../model/report.ts';
import { type RunReport, standingFindings } from '../../report/index.ts';

/**
 * The report of a run, for programs that read findings: those of the last attempt of everything, once each.
 * What did not land is said beside them, so that a file without findings is no pass where the run is none.
 */
export function runAsReport(report: RunReport): Report {
  const { jobs, outcome, base, notes, startedAt, at } = report;
  const isPassed = outcome.verdict === 'passed';
  const crashes = jobs
    .filter((job) => !isPassed && job.status !== 'completed')
    .map((job) => ({ rule: job.id, file: '', because: `${job.status}: ${job.reason}` }));
  return reportOf(standingFindings(report), {
    outcome,
    durationMs: startedAt === null ? 0 : at - startedAt,
    since: { ref: base, files: 0 },
    notes,
    crashes,
  });
}
