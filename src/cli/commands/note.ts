import type { CliCommand } from '../command.ts';
import { noting } from '../steer/acts.ts';
import { steer } from '../steer/steer.ts';

/** Something that whoever works on a ticket next should know. */
export const note: CliCommand = {
  name: 'note',
  summary: 'leave a note for the next attempt at a ticket; it stands in the prompt, as data',
  define(command) {
    command
      .argument('<ticket>', 'the ticket')
      .argument('<text>', 'what the developer should know')
      .option('--epic <id>', 'the epic; the one that ran last when left out')
      .option('--dry-run', 'say what would be recorded and record nothing');
  },
  run: (call) => {
    const [ticket = '', text = ''] = call.operands;
    return steer(call, (situation, said) => noting(situation, said, ticket, text));
  },
};
