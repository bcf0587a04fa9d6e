import type { AuditorAnswer } from '../../formats/index.ts';
import type { Ticket } from '../../model/epic.ts';
import { whoWords } from '../../report/index.ts';
import type { Job } from '../../state/index.ts';
import type { Book } from '../book.ts';
import type { WireCriterion } from '../wire.ts';

type Judged = AuditorAnswer['criteria'][number];

/** Criterion, evidence, verdict, who checked: from the last audit that said anything about this very commit. */
export function acceptanceOf(book: Book, job: Job, ticket: Ticket | undefined): readonly WireCriterion[] {
  const audit = lastAudit(book, job);
  return (ticket?.acceptance ?? []).map(({ id, text, verify }) => {
    const judged = audit?.criteria.find((each) => names(each, id));
    const command = verify === null ? '' : typeof verify === 'string' ? verify : verify.join(' ');
    return {
      id,
      text,
      verify: command,
      ...verdictOf(judged),
      checkedBy:
        judged === undefined ? '' : `${audit?.by ?? ''}${command === '' ? '' : '; command run by gauntlet'}`,
    };
  });
}

function verdictOf(judged: Judged | undefined): Pick<WireCriterion, 'verdict' | 'evidence'> {
  if (judged === undefined || judged.status === 'UNKNOWN')
    return { verdict: 'not judged', evidence: judged?.evidence ?? '' };
  return { verdict: judged.status === 'VERIFIED' ? 'verified' : 'failed', evidence: judged.evidence };
}

function names({ criterion }: Judged, id: string): boolean {
  return criterion === id || criterion.startsWith(`${id}:`) || criterion.startsWith(`${id} `);
}

function lastAudit(
  book: Book,
  job: Job,
): { readonly criteria: readonly Judged[]; readonly by: string } | undefined {
  const { runs } = book.chronicle().of(job.id);
  // A verdict about another commit is no verdict (P8); what has landed was judged before it was merged.
  const isAbout = (commit: string | null): boolean => job.status === 'completed' || commit === job.commit;
  const entry = runs.findLast(
    ({ assigned, ended }) => assigned.stage === 'audit' && ended !== null && isAbout(assigned.commit),
  );
  if (entry === undefined) return undefined;
  const answer = book.desk.record(entry.run, 'audit') as Partial<AuditorAnswer> | undefined;
  if (answer?.criteria === undefined) return undefined;
  const said = entry.ended !== null && 'by' in entry.ended ? entry.ended.by : undefined;
  return { criteria: answer.criteria, by: said === undefined ? 'auditor' : `auditor, ${whoWords(said)}` };
}
