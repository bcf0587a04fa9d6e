import { cliCommand } from '../command.ts';
import { noting } from '../steer/acts.ts';
import { steer } from '../steer/steer.ts';

/** Something that whoever works on a ticket next should know. */
export const note = cliCommand({
  name: 'note',
  summary: 'leave a note for the next attempt at a ticket; the prompt includes it, as data',
  operands: [
    ['<ticket>', 'the ticket'],
    ['<text>', 'what the developer should know'],
  ],
  options: [
    ['--epic <id>', 'the epic (default: the last one that ran)'],
    ['--dry-run', 'say what would be recorded and record nothing'],
  ],
  run: (call) => {
    const [ticket = '', text = ''] = call.operands;
    return steer(call, (situation, said) => noting(situation, said, ticket, text));
  },
});
