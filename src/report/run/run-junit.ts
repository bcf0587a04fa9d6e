import { xml } from '../../formats/index.ts';
import type { JobReport, RunReport } from './run-report.ts';

type Verdict = 'passed' | 'failure' | 'error' | 'skipped';

/** A run as JUnit XML: a case for every ticket and audit. What nobody judged is an error or skipped, never a pass. */
export function runJunit(report: RunReport): string {
  const cases = report.jobs.map((job) => ({ job, verdict: verdictOf(job) }));
  const counted = (wanted: Verdict): number => cases.filter(({ verdict }) => verdict === wanted).length;
  const counts = `tests="${cases.length}" failures="${counted('failure')}" errors="${counted('error')}" skipped="${counted('skipped')}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="gauntlet" ${counts}>`,
    `  <testsuite name="${xml(report.epic)}" ${counts}>`,
    ...cases.map(({ job, verdict }) => caseOf(report, job, verdict)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function verdictOf({ status, stop }: JobReport): Verdict {
  if (status === 'completed') return 'passed';
  if (status === 'failed' || status === 'escalated') return stop?.how === 'skipped' ? 'skipped' : 'failure';
  return status === 'blocked' || status === 'pending' ? 'skipped' : 'error';
}

function caseOf({ epic }: RunReport, job: JobReport, verdict: Verdict): string {
  const seconds = job.runs.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0) / 1000;
  const accepted = job.acceptedBy === null ? '' : `(accepted by ${job.acceptedBy})`;
  const name = [job.id, job.title, accepted].filter((part) => part !== '').join(' ');
  const head = `    <testcase classname="${xml(epic)}" name="${xml(name)}" time="${seconds.toFixed(3)}"`;
  if (verdict === 'passed') return `${head}/>`;
  const message = xml(`${job.status}: ${job.reason}`);
  if (verdict === 'skipped') return `${head}><skipped message="${message}"/></testcase>`;
  const findings = job.findings.map(({ severity, file, line, rule, message: said, attempt }) =>
    xml(`attempt ${attempt} ${severity} ${file === '' ? 'project' : `${file}:${line}`} ${rule} ${said}`),
  );
  return `${head}><${verdict} type="${xml(job.status)}" message="${message}">${findings.join('\n')}</${verdict}></testcase>`;
}
