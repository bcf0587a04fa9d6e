import { openRepository } from '../../git/index.ts';
import { recall } from '../../flow/index.ts';
import type { Inputs } from '../../flow/index.ts';
import { GauntletError } from '../../model/error.ts';
import type { Call, CliCommand } from '../command.ts';
import { type ExitCode } from '../exit-codes.ts';
import { drive } from '../run/drive.ts';
import { openRun } from '../run/ports.ts';
import { chooseEpic } from '../state-folder.ts';

/** Goes on with a run that was interrupted, killed, or left with decisions to make. */
export const resume: CliCommand = {
  name: 'resume',
  summary: 'go on with a run that was stopped, killed or left waiting for a decision',
  define(command) {
    command
      .argument('[epic]', 'id of the epic; the one that ran last when left out')
      .option('--no-input', 'ask nobody: what needs a decision is left for later (exit 3)');
  },
  run: goOn,
};

async function goOn(call: Call): Promise<ExitCode> {
  const repository = await openRepository(call.io.cwd);
  try {
    const { id: epic } = chooseEpic(call.operands[0], call.io);
    const opened = await openRun(call.io, epic, repository);
    try {
      const { state, inputs: hash } = recall(opened.ports.journal);
      const inputs =
        hash === null ? undefined : ((await opened.ports.records.kept(hash)) as Inputs | undefined);
      if (inputs === undefined) throw notStarted(epic);
      return await drive({
        call,
        opened,
        inputs,
        beginning: null,
        configFolder: repository.top,
        from: state,
      });
    } finally {
      opened.close();
    }
  } finally {
    repository.close();
  }
}

function notStarted(epic: string): GauntletError {
  return new GauntletError('USAGE_INVALID', `epic ${epic} has not been started`, {
    hint: 'Start it with: gauntlet run <epic.yaml>',
  });
}
