import { cliCommand } from '../command.ts';
import { retrying } from '../steer/acts.ts';
import { steer, steeringOptions } from '../steer/steer.ts';

/** One more round for a ticket that has failed, was cancelled, or waits for a decision. */
export const retry = cliCommand({
  name: 'retry',
  summary: 'give a ticket that failed, was cancelled or waits for a decision one more round',
  operands: [['<ticket>', 'the ticket']],
  options: [...steeringOptions],
  note: '\nYour --reason is handed to the developer. limits.hardCapRounds still holds.',
  run: (call) => steer(call, (situation, said) => retrying(situation, said, call.operands[0] ?? '')),
});
