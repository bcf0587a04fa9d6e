import { GauntletError } from '../../model/error.ts';
import type { CliCommand } from '../command.ts';
import { steer, ticketNamed } from '../steer/steer.ts';

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
  run: (call) =>
    steer(call, ({ state }, { by }) => {
      const [ticket = '', text = ''] = call.operands;
      const job = ticketNamed(state, ticket);
      const words = text.trim();
      if (words === '' || words.length > 4000)
        throw new GauntletError('USAGE_INVALID', 'a note has 1 to 4000 characters');
      if (job.status === 'completed')
        throw new GauntletError('USAGE_INVALID', `${ticket} has landed; nobody is sent to it again`);
      return { type: 'note_added', v: 1, ticket, by, note: words };
    }),
};
