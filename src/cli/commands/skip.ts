import { cliCommand } from '../command.ts';
import { steer, steeringOptions } from '../steer/steer.ts';
import { stopped } from '../steer/stop.ts';

/** Leaves a ticket out of the run. It does not count as passed. */
export const skip = cliCommand({
  name: 'skip',
  summary: 'leave a ticket out of the run; it does not count as passed',
  operands: [['<ticket>', 'the ticket']],
  options: [
    ...steeringOptions,
    ['--release-dependents', 'tickets that need it continue without it (default: they wait)'],
  ],
  run: (call) =>
    steer(call, (situation, said) =>
      stopped(situation, said, {
        ticket: call.operands[0] ?? '',
        how: 'skipped',
        dependents: call.options.releaseDependents === true ? 'released' : 'withheld',
      }),
    ),
});
