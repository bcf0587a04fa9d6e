import type { CliCommand } from '../command.ts';
import { refuseUnlessOn, steer, steeringOptions } from '../steer/steer.ts';

export const unpause: CliCommand = {
  name: 'unpause',
  summary: 'let a paused run go on',
  define(command) {
    steeringOptions(command);
  },
  run: (call) =>
    steer(call, (situation, said) => {
      refuseUnlessOn(situation, 'unpaused');
      return { type: 'run_unpaused', v: 1, ...said };
    }),
};
