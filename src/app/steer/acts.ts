import { refuseUnlessOn, type Situation, type SteeringReason, ticketNamed, withReason } from './steer.ts';
import { GauntletError } from '../../model/error.ts';
import type { Draft } from '../../model/events.ts';
import { jobCommand } from '../../report/index.ts';
import { reopenProblem, stopProblem } from '../../state/index.ts';

type Act<T extends Draft['type']> = Extract<Draft, { type: T }>;

export const MOST_DEVELOPERS = 100;

/** Hands out nothing more; what is running may end and is recorded. */
export function pausing(situation: Situation, said: SteeringReason): Act<'run_paused'> {
  refuseUnlessOn(situation, 'paused');
  return { type: 'run_paused', v: 1, ...said };
}

export function unpausing(situation: Situation, said: SteeringReason): Act<'run_unpaused'> {
  refuseUnlessOn(situation, 'unpaused');
  return { type: 'run_unpaused', v: 1, ...said };
}

/** How many developers work at once, from now on. */
export function parallelism(said: SteeringReason, asked: string): Act<'parallelism_changed'> {
  const developers = /^\d{1,3}$/.test(asked) ? Number(asked) : 0;
  if (developers < 1 || developers > MOST_DEVELOPERS)
    throw new GauntletError('USAGE_INVALID', `"${asked}" is not a number from 1 to ${MOST_DEVELOPERS}`);
  return { type: 'parallelism_changed', v: 1, developers, ...said };
}

/** Something that whoever works on a ticket next should know. */
export function noting(
  { state }: Situation,
  { by }: SteeringReason,
  ticket: string,
  text: string,
): Act<'note_added'> {
  const job = ticketNamed(state, ticket);
  const words = text.trim();
  if (words === '' || words.length > 4000)
    throw new GauntletError('USAGE_INVALID', 'a note has 1 to 4000 characters');
  if (job.status === 'completed') throw new GauntletError('USAGE_INVALID', `${ticket} is already merged`);
  return { type: 'note_added', v: 1, ticket, by, note: words };
}

/** One more round for a ticket that has failed, was cancelled, or waits for a decision. */
export function retrying(
  { state }: Situation,
  { by, why }: SteeringReason,
  ticket: string,
): Act<'decision_answered' | 'ticket_reopened'> {
  const job = ticketNamed(state, ticket);
  const { question } = job;
  if (question?.options.includes('retry') === true)
    return { type: 'decision_answered', v: 1, ticket, question: question.id, choice: 'retry', by, why };
  const problem =
    question === null ? reopenProblem(state, job) : 'its open decision does not allow another round';
  if (problem === undefined) return { type: 'ticket_reopened', v: 1, ticket, by, why };
  throw new GauntletError('USAGE_INVALID', `${ticket} cannot be retried: ${problem}`, {
    hint: `See: ${question === null ? jobCommand(state, 'ticket why', ticket) : `gauntlet decide --epic ${state.plan.epic}`}`,
  });
}

type Stopped = Extract<Draft, { type: 'ticket_stopped' }>;

/** What a person asks who wants a ticket out of the run; it counts as failed, never as passed. */
export function stopped(
  { state }: Situation,
  said: SteeringReason,
  wish: Pick<Stopped, 'ticket' | 'how' | 'dependents'>,
): Stopped {
  const { by, why } = withReason(said, wish.how === 'skipped' ? 'skip' : 'cancel');
  const problem = stopProblem(ticketNamed(state, wish.ticket));
  if (problem === undefined) return { type: 'ticket_stopped', v: 1, ...wish, by, why };
  throw new GauntletError('USAGE_INVALID', `${wish.ticket} cannot be ${wish.how}: ${problem}`, {
    hint: `See: ${jobCommand(state, 'ticket why', wish.ticket)}`,
  });
}
