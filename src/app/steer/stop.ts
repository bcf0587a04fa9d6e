import { GauntletError } from '../../model/error.ts';
import type { Draft } from '../../model/events.ts';
import { jobCommand } from '../../report/index.ts';
import { stopProblem } from '../../state/index.ts';
import { type SteeringReason, type Situation, ticketNamed, withReason } from './steer.ts';

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
