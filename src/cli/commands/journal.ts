import { type Call, type CliCommand } from '../command.ts';
import type { ExitCode } from '../exit-codes.ts';
import { GauntletError } from '../../model/error.ts';
import { exportRun } from '../move/export-run.ts';
import { importRun } from '../move/import-run.ts';

const actions: Readonly<Record<string, (call: Call) => Promise<ExitCode>>> = {
  export: exportRun,
  import: importRun,
};

/** Moves a run between this machine and a cluster, by way of a file. */
export const journal: CliCommand = {
  name: 'journal',
  summary: 'move a run between this machine and a cluster: export it to a file, bring it back with import',
  define(command) {
    command
      .argument('<action>', Object.keys(actions).join(' or '))
      .argument('[what]', 'export: the epic, the one that ran last when left out; import: the file')
      .option('-o, --output <file>', 'export: where to write it, instead of standard output')
      .option(
        '--cluster [url]',
        'the run is, or goes, in this Postgres; without a URL the one in GAUNTLET_CLUSTER',
      )
      .option(
        '--without-cluster',
        'import: close it in no cluster, because it was removed from the one it comes from, or that is gone for good',
      );
    command.addHelpText(
      'after',
      '\nA run that a coordinator drives is refused, and nothing is ever overwritten. Everything is proven before anything is written.',
    );
  },
  async run(call) {
    const [action = ''] = call.operands;
    const found = Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (found !== undefined) return found(call);
    throw new GauntletError('USAGE_INVALID', `journal cannot ${JSON.stringify(action)}`, {
      hint: `It can: ${Object.keys(actions).join(', ')}.`,
    });
  },
};
