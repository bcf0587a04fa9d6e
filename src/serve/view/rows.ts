import type { Stage } from '../../model/events.ts';
import { bucketOf, roleIn, type Why, whyOf } from '../../report/index.ts';
import { each, isStopping, type Job, type State } from '../../state/index.ts';
import type { Book } from '../book.ts';
import type { AtWork, GateStep, JobRow, StepState } from '../wire.ts';
import { agentWords, inputsOf, type KeptInputs, limitOf, ticketIn } from './kept-inputs.ts';

/** Which stages are one part of the bar: claims are checked where they were made, landing is merge, gate and land. */
const bar: readonly (readonly [Stage, readonly Stage[]])[] = [
  ['develop', ['develop']],
  ['validate', ['validate']],
  ['review', ['review']],
  ['audit', ['audit', 'confirm']],
  ['gate', ['merge', 'gate']],
  ['land', ['land']],
];

/** Every job that people follow: the tickets in their order, then what the run opened beside them. */
export function rowsOf(book: Book, held: boolean): JobRow[] {
  const state = book.state();
  const look = lookAt(book, held);
  return [...each(state.jobs)].map((job) => rowOf(look, job));
}

/** What all rows of one look have in common. */
export type RowInputs = {
  readonly state: State;
  readonly inputs: KeptInputs;
  readonly options: Parameters<typeof whyOf>[2];
};

export function boundsOf(book: Book): ReturnType<Book['desk']['bounds']> {
  return book.desk.bounds(book.state(), book.chronicle().inputs?.inputs ?? '');
}

export function lookAt(book: Book, held: boolean): RowInputs {
  const state = book.state();
  // As of the last event: what nobody has moved reads the same from look to look.
  const options = { now: state.at, held, ...boundsOf(book) };
  return { state, inputs: inputsOf(book), options };
}

export function rowOf(look: RowInputs, job: Job): JobRow {
  const { state, inputs } = look;
  const planned = job.kind === 'ticket' ? state.plan.tickets[job.index] : undefined;
  const isAtWork = look.options.held && isRunning(job);
  const revisions = limitOf(inputs, 'maxRevisions') ?? 2;
  return {
    id: job.id,
    kind: job.kind,
    title: ticketIn(inputs, job.id)?.title ?? '',
    status: job.status,
    bucket: isInterrupted(look, job) ? 'waiting' : bucketOf(job),
    stage: job.stage,
    attempt: job.attempt + 1,
    rounds: Math.max(revisions + 1 + job.grants, job.attempt + 1),
    steps:
      job.kind === 'audit' || job.kind === 'baseline' ? [] : stepsOf(job, planned?.review ?? true, isAtWork),
    atWork: isAtWork ? atWork(job, inputs) : [],
    usd: job.spent.usd,
    tokens: job.spent.tokens,
    busy: job.busy,
    milestone: state.plan.milestones[planned?.milestone ?? -1]?.id ?? '',
    needs: (planned?.needs ?? []).map((index) => state.plan.tickets[index]?.id ?? ''),
    why: whysOf(look, job)[0]?.text ?? '',
  };
}

/** Why a job does not move; nothing while it does, and once it has landed. */
export function whysOf({ state, options }: RowInputs, job: Job): readonly Why[] {
  if (job.status === 'completed') return [];
  if (options.held && isRunning(job) && !isStopping(job)) return [];
  return whyOf(state, job, options);
}

function atWork(job: Job, inputs: KeptInputs): AtWork[] {
  const { stage } = job;
  if (stage === null) return [];
  const role = roleIn(stage, job.kind);
  return job.seats
    .filter((seat) => seat.state === 'running')
    .map((seat) => ({ role, agent: agentWords(inputs, role), since: seat.since }));
}

/** It was at work when the coordinator ended. */
function isInterrupted({ options }: RowInputs, job: Job): boolean {
  return !options.held && bucketOf(job) === 'running';
}

function stepsOf(job: Job, review: boolean, isAtWork: boolean): GateStep[] {
  const done = provenStages(job);
  const now = bar.findIndex(([, stages]) => job.stage !== null && stages.includes(job.stage));
  return bar.map(([stage], index) => ({
    stage,
    state: stepState(job, index, { done, now, review, isAtWork }),
  }));
}

type Standing = {
  readonly done: readonly boolean[];
  readonly now: number;
  readonly review: boolean;
  readonly isAtWork: boolean;
};

function stepState(job: Job, index: number, { done, now, review, isAtWork }: Standing): StepState {
  const isJudging = index === 2 || index === 3;
  if (isJudging && !review) return 'skipped';
  if (job.status === 'completed') return 'done';
  const stops = job.status === 'failed' || job.status === 'escalated';
  if (index === now) return stops ? 'failed' : isAtWork ? 'running' : 'waiting';
  return done[index] === true ? 'done' : 'waiting';
}

/** Only what was said about the very commit at hand counts (P8). */
function provenStages({ commit, evidence, candidate }: Job): readonly boolean[] {
  const holds = (of: string | null): boolean => commit !== null && of === commit;
  return [
    commit !== null,
    holds(evidence.validated),
    holds(evidence.reviewed),
    holds(evidence.audited),
    candidate?.gated === true,
    false,
  ];
}

function isRunning(job: Job): boolean {
  return job.seats.some((seat) => seat.state === 'running');
}
