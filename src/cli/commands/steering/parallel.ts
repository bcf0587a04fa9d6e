import { cliCommand } from '../../command.ts';
import { MOST_DEVELOPERS, parallelism } from '../../../app/steer/acts.ts';
import { isAtWork, steer } from '../../../app/steer/steer.ts';
import { steeringOptions } from '../../steering-options.ts';

/** How many developers work at once, from now on. */
export const parallel = cliCommand({
  name: 'parallel',
  summary: 'set how many developers work at once during a run',
  operands: [['<n>', `1 to ${MOST_DEVELOPERS}; running developers are not stopped`]],
  options: [...steeringOptions],
  run: (call) => steer(call, (_, said) => parallelism(said, call.operands[0] ?? ''), isAtWork),
});
