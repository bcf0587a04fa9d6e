import { type JunitCase, junitXml } from '../findings/junit.ts';
import { headline } from '../../model/outcome.ts';
import { placeOf } from '../../model/finding.ts';
import type { JobReport, RunReport } from './run-report.ts';

/** A run as JUnit XML: a case for every ticket and audit. What nobody judged is an error or skipped, never a pass. */
export function runJunit({ epic, jobs, outcome }: RunReport): string {
  const isPassed = outcome.verdict === 'passed';
  const cases = jobs.map((job) => caseOf(epic, job, isPassed));
  const isSaid = isPassed || cases.some(({ not }) => not !== undefined && not.how !== 'skipped');
  const message = headline(outcome);
  const own: JunitCase = { classname: epic, name: 'outcome', not: { how: 'error', message } };
  return junitXml('gauntlet', [{ name: epic, cases: isSaid ? cases : [...cases, own] }]);
}

function caseOf(epic: string, job: JobReport, isPassed: boolean): JunitCase {
  const how = isPassed && job.status !== 'completed' ? 'skipped' : outcomeOf(job);
  const accepted = job.acceptedBy === null ? '' : `(accepted by ${job.acceptedBy})`;
  const head = {
    classname: epic,
    name: [job.id, job.title, accepted].filter((part) => part !== '').join(' '),
    durationMs: job.runs.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0),
  };
  if (how === undefined) return head;
  const message = `${job.status}: ${job.reason}`;
  if (how === 'skipped') return { ...head, not: { how, message } };
  const lines = job.findings.map(
    (finding) =>
      `attempt ${finding.attempt} ${finding.severity} ${placeOf(finding)} ${finding.rule} ${finding.message}`,
  );
  return { ...head, not: { how, type: job.status, message, lines } };
}

function outcomeOf({ status, stop }: JobReport): 'failure' | 'error' | 'skipped' | undefined {
  if (status === 'completed') return undefined;
  if (status === 'failed' || status === 'escalated') return stop?.how === 'skipped' ? 'skipped' : 'failure';
  return status === 'blocked' || status === 'pending' ? 'skipped' : 'error';
}
