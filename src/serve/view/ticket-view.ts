import { lastLines } from '../../formats/index.ts';
import type { AssignmentEvent } from '../../model/events.ts';
import { eventWords, lastFailure, outcomeOf, roleIn, type RunEntry, whoWords } from '../../report/index.ts';
import {
  at,
  editProblem,
  type Job,
  jobAt,
  jobNamed,
  reopenProblem,
  type State,
  stopProblem,
} from '../../state/index.ts';
import type { Book } from '../book.ts';
import type { TicketView, TriedRound, WireAttempt, WireRun } from '../wire.ts';
import { acceptanceOf } from './acceptance.ts';
import { leftBy } from './findings.ts';
import { inputsOf, ticketIn } from './kept-inputs.ts';
import { lookAt, rowOf, whysOf } from './rows.ts';

/** All that was done for a job; undefined where there is none of that name. */
export function ticketView(book: Book, id: string): TicketView | undefined {
  const state = book.state();
  const job = jobNamed(state, id);
  if (job === undefined) return undefined;
  const inputs = inputsOf(book);
  const ticket = ticketIn(inputs, id);
  const attempts = attemptsOf(book, job);
  const acts = actsFor(state, job);
  const look = lookAt(book, book.desk.held());
  return {
    row: rowOf(look, job),
    whys: whysOf(look, job).map(({ text, next }) => ({ text, next: next ?? '' })),
    acts,
    text: ticket !== undefined && acts.includes('edit') ? book.desk.ticketText(ticket) : '',
    inputs: state.inputs,
    description: ticket?.description ?? '',
    touches: ticket?.touches ?? [],
    dependents: (at(state.dependents, job.index) ?? []).map((index) => jobAt(state, index).id),
    base: book.baseOf(id) ?? null,
    landed: book.chronicle().of(id).landedCommit,
    acceptance: acceptanceOf(book, job, ticket),
    attempts,
    answered: book.answers(id).map(({ at, choice, by, why }) => ({ at, choice, by, why })),
    tried: triedIn(attempts),
    lastLines: lastLinesFor(book, job),
  };
}

/** The end of what the run said that failed last; nothing where the job is done. */
function lastLinesFor(book: Book, job: Job): readonly string[] {
  const failed = job.status === 'completed' ? undefined : lastFailure(book.chronicle().of(job.id).runs);
  return failed === undefined ? [] : lastLines(book.desk.output(failed.run) ?? '');
}

/** What a person may ask about it now, besides answering. */
function actsFor(state: State, job: Job): TicketView['acts'] {
  if (job.kind !== 'ticket') return [];
  return [
    ...(stopProblem(job) === undefined ? (['cancel', 'skip'] as const) : []),
    ...(job.question === null && reopenProblem(state, job) === undefined ? (['retry'] as const) : []),
    ...(job.status === 'completed' ? [] : (['note'] as const)),
    ...(editProblem(state, job) === undefined ? (['edit'] as const) : []),
  ];
}

export function attemptsOf(book: Book, job: Job): readonly WireAttempt[] {
  const { runs, sentBack } = book.chronicle().of(job.id);
  const attempts = new Map<number, RunEntry[]>();
  for (const entry of runs) {
    if (entry.assigned.type === 'wait_started') continue;
    const { attempt } = entry.assigned;
    attempts.set(attempt, [...(attempts.get(attempt) ?? []), entry]);
  }
  return [...attempts].map(([attempt, entries]) => {
    const until = entries.at(-1)?.run ?? 0;
    const next = [...attempts.values()].flat().find(({ run }) => run > until)?.assigned.at ?? Infinity;
    const from = entries[0]?.assigned.at ?? 0;
    const back = sentBack.findLast((event) => event.at >= from && event.at <= next);
    return {
      attempt: attempt + 1,
      commit: commitOf(entries) ?? (attempt === job.attempt ? job.commit : null),
      runs: entries.map((entry) => wireRun(book, entry)),
      sentBack: back === undefined ? null : { kind: back.kind, because: back.because, at: back.at },
    };
  });
}

function commitOf(entries: readonly RunEntry[]): string | undefined {
  const delivered = entries.findLast(({ ended }) => ended?.type === 'developer_ready_for_review')?.ended;
  return delivered?.type === 'developer_ready_for_review' ? delivered.commit : undefined;
}

function wireRun(book: Book, { run, assigned, ended }: RunEntry): WireRun {
  const { findings, more, checks, said } = leftBy(book, run, ended !== null);
  return {
    run,
    stage: assigned.stage,
    role: roleOf(assigned),
    seat: assigned.seat,
    try: assigned.try + 1,
    startedAt: assigned.at,
    endedAt: ended?.at ?? null,
    outcome: ended === null ? 'running' : outcomeOf(ended.type),
    words: ended === null ? eventWords(assigned) : eventWords(ended),
    by: ended !== null && 'by' in ended && ended.by !== undefined ? whoWords(ended.by) : '',
    usd: ended?.used.usd ?? 0,
    tokens: ended?.used.tokens ?? 0,
    findings,
    moreFindings: more,
    checks,
    said,
  };
}

function roleOf({ ticket, stage }: AssignmentEvent): string {
  const kind = ticket.startsWith('fix:')
    ? 'fix'
    : ticket.startsWith('remediation:')
      ? 'remediation'
      : 'ticket';
  return roleIn(stage, kind);
}

/** What each round came to that did not pass: what a person has to know before they answer. */
function triedIn(attempts: readonly WireAttempt[]): readonly TriedRound[] {
  return attempts.flatMap(({ attempt, sentBack, runs }) => {
    const findings = runs.flatMap((run) => run.findings);
    const last = runs.findLast(
      ({ outcome, stage }) => outcome === 'fail' || outcome === 'broken' || stage === 'score',
    );
    if (sentBack === null && last === undefined) return [];
    const because = sentBack?.because || last?.words || '';
    return [{ attempt, kind: sentBack?.kind ?? last?.stage ?? '', because, findings }];
  });
}
