import { cliCommand } from '../command.ts';
import { land as landBranches } from '../../app/land/land.ts';
import { landOptions } from '../land/options.ts';
import { onTerminal } from '../run/terminal-screen.ts';

/** The queue for branches that somebody else made: the same chain, gate, journal and events as an epic. */
export const land = cliCommand({
  name: 'land',
  summary: 'land branches and pull requests of any agent or person through the gate',
  operands: [['[branch...]', 'branches, local or on origin (default: continue the interrupted queue)']],
  options: landOptions,
  note: '\nThe result is a branch epic/land-<target>. Nothing is pushed without --push. A branch that does not pass is returned with the cause (exit 1).',
  run: (call) => landBranches(onTerminal(call)),
});
