import { evidenceLines } from '../../model/evidence.ts';
import { headline } from '../../model/outcome.ts';
import { count, diffTotal, type RunReport } from '../../report/index.ts';

type JobReport = RunReport['jobs'][number];

const MOST = 20;

/** What a person sees before a run's result is merged: the verdict, what landed and on what proof, what is open. */
export function lastLook(report: RunReport): readonly string[] {
  const landed = report.jobs.filter(({ kind, status }) => kind === 'ticket' && status === 'completed');
  const tickets = report.jobs.filter(({ kind }) => kind === 'ticket');
  return [
    ...report.redAtBase,
    `${report.epic}: ${headline(report.outcome)}, ${landed.length} of ${count(tickets.length, 'ticket')} landed`,
    ...landed.slice(0, MOST).flatMap(landedLines),
    ...(landed.length > MOST ? [`  and ${landed.length - MOST} more: gauntlet status ${report.epic}`] : []),
    ...openLines(report.jobs),
    ...(report.diff === null ? [] : [diffTotal(report.diff)]),
  ];
}

function landedLines({ id, title, attempts, judged, evidence }: JobReport): readonly string[] {
  const notes = [count(attempts, 'attempt'), ...(judged ? [] : ['not reviewed'])];
  return [
    `  ${id}  ${title}  (${notes.join(', ')})`,
    ...evidenceLines(evidence).map((line) => `    check ${line}`),
  ];
}

function openLines(jobs: readonly JobReport[]): readonly string[] {
  const accepted = jobs.flatMap(({ id, accepted: all }) =>
    all.map(({ by, why }) => `${id} by ${by}: ${why}`),
  );
  const open = jobs.flatMap((job) => (job.kind === 'audit' ? job.findings : []));
  const lines = [
    ...accepted.map((line) => `  accepted risk: ${line}`),
    ...open.map(
      ({ severity, message, file }) =>
        `  open finding: ${severity} ${message}${file === '' ? '' : ` (${file})`}`,
    ),
  ];
  const more = lines.length - MOST;
  if (lines.length === 0) return ['  no open findings'];
  return more > 0 ? [...lines.slice(0, MOST), `  and ${more} more: gauntlet report`] : lines;
}
