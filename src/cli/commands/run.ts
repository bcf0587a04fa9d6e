import { cliCommand } from '../command.ts';
import { readInput } from '../../project/read-input.ts';
import { beginRun } from '../../app/run/begin.ts';
import { readGiven } from '../../app/run/inputs.ts';
import { runOptions } from '../run/options.ts';
import { onTerminal } from '../run/terminal-screen.ts';

/** Runs an epic: from the start, or from wherever an earlier run of it was stopped. */
export const run = cliCommand({
  name: 'run',
  summary: 'run an epic: develop, check, review and merge its tickets',
  operands: [['<epic>', 'the epic file']],
  options: runOptions,
  run(called) {
    const call = onTerminal(called);
    return beginRun(call, async (place) =>
      readGiven(call, await readInput(call.operands[0] ?? '', call.io), place),
    );
  },
});
