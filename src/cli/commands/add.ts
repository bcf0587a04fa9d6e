import { cliCommand } from '../command.ts';
import { readInput } from '../read-input.ts';
import { replanning } from '../steer/replan.ts';
import { steer, steeringOptions } from '../steer/steer.ts';
import { repositoryAt } from '../state-folder.ts';

/** One more ticket for a run that has begun. */
export const add = cliCommand({
  name: 'add',
  summary: 'add a ticket to an epic that has been started',
  operands: [['<file>', 'the ticket, YAML or Markdown; - for stdin']],
  options: [...steeringOptions],
  async run(call) {
    const { name, text } = await readInput(call.operands[0] ?? '', call.io);
    const { top } = repositoryAt(call.io.cwd);
    const isTrial = call.options.dryRun === true;
    return steer(call, (situation, said) =>
      replanning(situation, said, { file: name, text, ticket: null, top, isTrial }),
    );
  },
});
