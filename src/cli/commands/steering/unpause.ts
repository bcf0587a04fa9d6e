import { cliCommand } from '../../command.ts';
import { unpausing } from '../../../app/steer/acts.ts';
import { isAtWork, steer } from '../../../app/steer/steer.ts';
import { steeringOptions } from '../../steering-options.ts';

export const unpause = cliCommand({
  name: 'unpause',
  summary: 'continue a paused run',
  options: [...steeringOptions],
  run: (call) => steer(call, unpausing, isAtWork),
});
