import { cliCommand } from '../command.ts';
import { steer, steeringOptions } from '../steer/steer.ts';
import { stopped } from '../steer/stop.ts';

/** Ends what is being done for a ticket. It can be taken up again. */
export const cancel = cliCommand({
  name: 'cancel',
  summary: 'stop work on a ticket now; gauntlet retry takes it up again',
  operands: [['<ticket>', 'the ticket']],
  options: [...steeringOptions],
  note: '\nA cancelled ticket has failed: tickets that need it do not start, and none of its work lands.',
  run: (call) =>
    steer(call, (situation, said) =>
      stopped(situation, said, {
        ticket: call.operands[0] ?? '',
        how: 'cancelled',
        dependents: 'withheld',
      }),
    ),
});
