import { cliCommand } from '../../command.ts';
import { pausing } from '../../../app/steer/acts.ts';
import { isAtWork, steer } from '../../../app/steer/steer.ts';
import { steeringOptions } from '../../steering-options.ts';

/** Hands out nothing more; what is running may end and is recorded. */
export const pause = cliCommand({
  name: 'pause',
  summary: 'pause the run: running steps finish, no new ones start',
  options: [...steeringOptions],
  run: (call) => steer(call, pausing, isAtWork),
});
