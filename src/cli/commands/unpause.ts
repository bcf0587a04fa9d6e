import type { CliCommand } from '../command.ts';
import { unpausing } from '../steer/acts.ts';
import { steer, steeringOptions } from '../steer/steer.ts';

export const unpause: CliCommand = {
  name: 'unpause',
  summary: 'let a paused run go on',
  define(command) {
    steeringOptions(command);
  },
  run: (call) => steer(call, unpausing),
};
