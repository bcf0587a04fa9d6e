import type { AuditorAnswer } from '../../formats/index.ts';
import { inEnvironment } from '../../model/checks.ts';
import type { Ticket } from '../../model/epic.ts';
import { duration, type RunEntry, whoWords } from '../../report/index.ts';
import type { Job } from '../../state/index.ts';
import type { Book } from '../book.ts';
import type { WireCheck, WireCriterion } from '../wire.ts';
import { leftBy } from './findings.ts';

type Judged = AuditorAnswer['criteria'][number];

/** Criterion, evidence, verdict, who checked: from its command and from the last audit, both of this very commit. */
export function acceptanceOf(book: Book, job: Job, ticket: Ticket | undefined): readonly WireCriterion[] {
  const audit = lastAudit(book, job);
  const checks = lastChecks(book, job);
  return (ticket?.acceptance ?? []).map(({ id, text, verify }) => {
    const judged = audit?.criteria.find((each) => names(each, id));
    const ran = checks.filter(({ check }) => check === `criterion ${id}`);
    const isHeard = judged !== undefined && judged.status !== 'UNKNOWN';
    return {
      id,
      text,
      verify: verify === null ? '' : typeof verify === 'string' ? verify : verify.join(' '),
      verdict: verdictOf(judged, ran),
      evidence: [...ran.map(ranWords), judged?.evidence ?? ''].filter((words) => words !== '').join('; '),
      checkedBy: [
        ...(ran.length > 0 ? ['gauntlet ran its command'] : []),
        ...(isHeard ? [audit?.by ?? ''] : []),
      ].join('; '),
    };
  });
}

/** A command that fails outweighs what an auditor says; one that passes is a proof by itself. */
function verdictOf(judged: Judged | undefined, ran: readonly WireCheck[]): WireCriterion['verdict'] {
  if (ran.some(({ status }) => status === 'FAIL') || judged?.status === 'FAILED') return 'failed';
  const isProved = ran.length > 0 && ran.every(({ status }) => status === 'PASS');
  return isProved || judged?.status === 'VERIFIED' ? 'verified' : 'not judged';
}

function ranWords({ status, environment, exitCode, ms }: WireCheck): string {
  const said = status === 'PASS' ? 'passes' : status === 'FAIL' ? 'fails' : 'could not run';
  const took = ms === null || ms < 1000 ? '' : `, ${duration(ms)}`;
  return `its command ${said}${inEnvironment(environment)} (exit code ${exitCode ?? 'none'}${took})`;
}

/** The checks of the last validation of the commit. */
function lastChecks(book: Book, job: Job): readonly WireCheck[] {
  const entry = lastRun(book, job, 'validate');
  return entry === undefined ? [] : leftBy(book, entry.run, true).checks;
}

function names({ criterion }: Judged, id: string): boolean {
  return criterion === id || criterion.startsWith(`${id}:`) || criterion.startsWith(`${id} `);
}

/** A verdict about another commit is no verdict (P8); what has landed was judged before it was merged. */
function lastRun(book: Book, job: Job, stage: 'audit' | 'validate'): RunEntry | undefined {
  const isAbout = (commit: string | null): boolean => job.status === 'completed' || commit === job.commit;
  return book
    .chronicle()
    .of(job.id)
    .runs.findLast(
      ({ assigned, ended }) => assigned.stage === stage && ended !== null && isAbout(assigned.commit),
    );
}

function lastAudit(
  book: Book,
  job: Job,
): { readonly criteria: readonly Judged[]; readonly by: string } | undefined {
  const entry = lastRun(book, job, 'audit');
  if (entry === undefined) return undefined;
  const answer = book.desk.record(entry.run, 'audit');
  if (answer?.criteria === undefined) return undefined;
  const said = entry.ended !== null && 'by' in entry.ended ? entry.ended.by : undefined;
  return { criteria: answer.criteria, by: said === undefined ? 'auditor' : `auditor, ${whoWords(said)}` };
}
