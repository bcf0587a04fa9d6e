import { ticketText } from '../../plan/index.ts';
import { cliCommand } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { jsonText } from '../json-text.ts';
import { readInput } from '../read-input.ts';
import { clean } from '../say-error.ts';
import { replanning, ticketNow } from '../steer/replan.ts';
import { situationOf, steer, steeringOptions } from '../steer/steer.ts';
import { chooseEpic, repositoryAt } from '../state-folder.ts';

/** Another text for a ticket that has not landed; what was judged by the old one is judged again. */
export const edit = cliCommand({
  name: 'edit',
  summary: 'print a ticket, or give it another text while the run is on',
  operands: [
    ['<ticket>', 'the ticket'],
    ['[file]', 'its whole new text, YAML or Markdown; - for stdin; without one it is printed'],
  ],
  options: [...steeringOptions],
  async run(call) {
    const [ticket = '', file] = call.operands;
    if (file === undefined) {
      const place = chooseEpic(call.options.epic, call.io);
      const now = await ticketNow(situationOf(place), ticket);
      // Line by line, so that what it says cannot drive the terminal.
      const text = ticketText(now).trimEnd().split('\n');
      call.io.stdout.write(call.json ? jsonText({ ticket: now }) : text.map((line) => clean(line)).join(''));
      return exitCodes.passed;
    }
    const { name, text } = await readInput(file, call.io);
    const { top } = repositoryAt(call.io.cwd);
    const isTrial = call.options.dryRun === true;
    return steer(call, (situation, said) =>
      replanning(situation, said, { file: name, text, ticket, top, isTrial }),
    );
  },
});
