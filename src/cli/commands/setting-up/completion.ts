import { cliCommand } from '../../command.ts';
import { readCommandTable } from '../../completion/command-table.ts';
import { completionScript, shells } from '../../completion/scripts.ts';
import { answer } from '../../../project/answer.ts';

/** Prints what a shell needs to complete our commands. */
export const completion = cliCommand({
  name: 'completion',
  summary: 'print a script that completes commands and flags in bash, zsh or fish',
  operands: [['<shell>', 'your shell', { choices: shells }]],
  async run(call) {
    const shell = shells.find((each) => each === call.operands[0]) ?? 'bash';
    const script = completionScript(shell, await readCommandTable());
    return answer({ shell, script }, script);
  },
});
