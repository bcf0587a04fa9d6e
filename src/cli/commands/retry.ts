import { GauntletError } from '../../model/error.ts';
import type { Draft } from '../../model/events.ts';
import { reopenProblem } from '../../state/index.ts';
import type { CliCommand } from '../command.ts';
import { type Said, type Situation, steer, steeringOptions, ticketNamed } from '../steer/steer.ts';

/** One more round for a ticket that has failed, was cancelled, or waits for a decision. */
export const retry: CliCommand = {
  name: 'retry',
  summary: 'give a ticket that failed, was cancelled or waits for a decision one more round',
  define(command) {
    steeringOptions(command.argument('<ticket>', 'the ticket'));
    command.addHelpText(
      'after',
      '\nYour --reason is handed to the developer. limits.hardCapRounds still holds.',
    );
  },
  run: (call) => steer(call, (situation, said) => again(situation, said, call.operands[0] ?? '')),
};

type Again = Extract<Draft, { type: 'decision_answered' | 'ticket_reopened' }>;

function again({ state }: Situation, { by, why }: Said, ticket: string): Again {
  const job = ticketNamed(state, ticket);
  const { question } = job;
  if (question?.options.includes('retry') === true)
    return { type: 'decision_answered', v: 1, ticket, question: question.id, choice: 'retry', by, why };
  const problem = question === null ? reopenProblem(state, job) : 'another round is not offered';
  if (problem === undefined) return { type: 'ticket_reopened', v: 1, ticket, by, why };
  throw new GauntletError('USAGE_INVALID', `${ticket} cannot be retried: ${problem}`, {
    hint: `See: gauntlet why ${ticket}`,
  });
}
