import { GauntletError } from '../../model/error.ts';
import type { CliCommand } from '../command.ts';
import { steer, steeringOptions } from '../steer/steer.ts';

const MOST = 100;

/** How many developers work at once, from now on. */
export const parallel: CliCommand = {
  name: 'parallel',
  summary: 'set how many developers work at once, while a run is on',
  define(command) {
    steeringOptions(command.argument('<n>', `1 to ${MOST}; nobody who is at work is sent home`));
  },
  run: (call) =>
    steer(call, (_situation, said) => {
      const [asked = ''] = call.operands;
      const developers = /^\d{1,3}$/.test(asked) ? Number(asked) : 0;
      if (developers < 1 || developers > MOST)
        throw new GauntletError('USAGE_INVALID', `"${asked}" is no number from 1 to ${MOST}`);
      return { type: 'parallelism_changed', v: 1, developers, ...said };
    }),
};
