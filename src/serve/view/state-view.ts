import { evidenceLines } from '../../model/evidence.ts';
import { choices } from '../../model/events.ts';
import type { Outcome } from '../../model/outcome.ts';
import { choicesWithReason } from '../../model/steering.ts';
import {
  boardOf,
  consequence,
  landingOf,
  openDecisions,
  runOutcome,
  runWord,
  titleOf,
  waitingForPeople,
} from '../../report/index.ts';
import { each, type Job, jobAt, members, type State, summarise } from '../../state/index.ts';
import type { Book } from '../book.ts';
import type { Patch, RunView, StateView, WireDecision } from '../wire.ts';
import { schemaVersion } from '../wire.ts';
import { inputsOf, type KeptInputs, limitOf } from './kept-inputs.ts';
import { boundsOf, rowsOf } from './rows.ts';

export type Server = {
  readonly repository: string;
  readonly epics: readonly string[];
  readonly readOnly: boolean;
  readonly person: string;
};

export function stateView(book: Book, server: Server): StateView {
  return { schemaVersion, ...server, ...wholePatch(book) };
}

/** The run as it stands, with every row. */
export function wholePatch(book: Book): Patch {
  return { ...smallPatch(book), decisions: decisionsOf(book), rows: rowsOf(book, book.desk.held()) };
}

/** The same in the time of a change: no rows, and what is asked as it was last told unless another question is open. */
export function smallPatch(book: Book): Patch {
  const before = told.get(book);
  const decisions = before?.asked === askedIn(book.state()) ? before.decisions : decisionsOf(book);
  return { seq: book.state().seq, run: runView(book, book.desk.held()), decisions, rows: [] };
}

type ToldDecisions = { readonly asked: string; readonly decisions: readonly WireDecision[] };

const told = new WeakMap<Book, ToldDecisions>();

function askedIn(state: State): string {
  return [...members(state.asking)].map((index) => jobAt(state, index).question?.id ?? 0).join();
}

const MOST_BLOCKED = 50;

function runView(book: Book, held: boolean): RunView {
  const state = book.state();
  const chronicle = book.chronicle();
  const inputs = inputsOf(book);
  const word = runWord(state, held);
  const outcome = runOutcome(state, word);
  const { counts, blockedByQuestions } = boardOf(state);
  return {
    epic: book.desk.id,
    title: inputs.epic?.title ?? '',
    held,
    outcome,
    phase: summarise(state).currentPhase,
    startedAt: chronicle.startedAt,
    at: state.at,
    branch: book.desk.branch(state.tip),
    base: state.base,
    baseRef: chronicle.inputs?.base.ref ?? '',
    tip: state.tip,
    acts: actsFor(state, held, outcome),
    isShared: book.desk.isShared,
    // Nobody works where no coordinator is: it was interrupted.
    counts: held ? counts : { ...counts, running: 0, waiting: counts.waiting + counts.running },
    spent: state.spent,
    reserved: state.reserved,
    budget: budgetOf(state, inputs),
    blocked: blockedByQuestions,
    infrastructure: state.infrastructure.blocked ? state.infrastructure.because : '',
    notes: chronicle.inputs?.notes ?? [],
    paused: state.paused === null ? null : { by: state.paused.by, why: state.paused.why },
    developers: boundsOf(book).places.developers,
    landing: landingOf(state).links,
  };
}

/** Offers what `gauntlet pause`, `stop`, `resume` and `merge` would not refuse. */
function actsFor(state: State, held: boolean, { verdict }: Outcome): RunView['acts'] {
  if (held && state.phase === 'running')
    return [state.paused === null ? 'pause' : 'unpause', 'stop', 'parallel'];
  if (held || state.phase === 'idle') return [];
  if (verdict === 'passed') return state.tip === state.base ? [] : ['merge'];
  // Only an answer, or another round for a ticket, gives it something to do.
  const isAnswered = [...each(state.jobs)].some(({ answer }) => answer !== null);
  const isStuck = (verdict === 'decision' || verdict === 'outage') && !isAnswered;
  return state.status === 'completed' || isStuck ? [] : ['resume'];
}

export function budgetOf(state: State, inputs: KeptInputs): State['budget'] {
  return {
    usd: state.budget.usd ?? limitOf(inputs, 'budgetUsd'),
    tokens: state.budget.tokens ?? limitOf(inputs, 'budgetTokens'),
  };
}

function decisionsOf(book: Book): readonly WireDecision[] {
  const state = book.state();
  const titles = new Map((inputsOf(book).epic?.tickets ?? []).map(({ id, title }) => [id, title]));
  const commands = new Map(
    openDecisions(state, titles).map(({ ticket, answers }) => [
      ticket,
      answers.map(({ command }) => command),
    ]),
  );
  const decisions = [...members(state.asking)].map((index) => {
    const job = jobAt(state, index);
    return decisionOf(book, job, {
      title: titleOf(titles, job.id),
      commands: commands.get(job.id) ?? [],
    });
  });
  told.set(book, { asked: askedIn(state), decisions });
  return decisions;
}

function decisionOf(
  book: Book,
  job: Job,
  { title, commands }: { readonly title: string; readonly commands: readonly string[] },
): WireDecision {
  const state = book.state();
  const question = job.question ?? { id: 0, reason: '', options: [] };
  const blocked = [...waitingForPeople(state, [job.index])];
  return {
    ticket: job.id,
    title,
    question: question.id,
    askedAt: book.askedAt(question.id),
    reason: question.reason,
    because: job.reason,
    blocks: blocked.slice(0, MOST_BLOCKED).map((index) => jobAt(state, index).id),
    blocked: blocked.length,
    evidence: evidenceLines(job.evidence.checks),
    answers: choices
      .filter((choice) => question.options.includes(choice))
      .map((choice) => ({
        choice,
        consequence: consequence(choice, job),
        command: commands.find((command) => command.includes(` --${choice}`)) ?? '',
        needsReason: choicesWithReason.has(choice),
      })),
  };
}
