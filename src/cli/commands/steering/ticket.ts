import { ticketText } from '../../../plan/index.ts';
import { type CallWith, cliCommand, type CliCommand, verbGroup } from '../../command.ts';
import { readInput } from '../../../project/read-input.ts';
import { noting, retrying } from '../../../app/steer/acts.ts';
import { replanning, ticketNow } from '../../../app/steer/replan.ts';
import { situationOf, steer } from '../../../app/steer/steer.ts';
import { steeringOptions } from '../../steering-options.ts';
import { stopped } from '../../../app/steer/acts.ts';
import { chooseEpic, hasJob } from '../../../project/kept/choose-run.ts';
import { cancel } from './cancel.ts';
import { repositoryAt } from '../../../project/state-folder.ts';
import { open } from '../../ticket/open.ts';
import { why } from '../../ticket/why.ts';
import { type Answer, answer } from '../../../project/answer.ts';

/** Something that whoever works on a ticket next should know. */
const note = cliCommand({
  name: 'note',
  summary: 'add a note to the prompt of the next attempt',
  operands: [
    ['<ticket>', 'the ticket'],
    ['<text>', 'what the developer should know'],
  ],
  options: [
    ['--epic <id>', 'the epic (default: that of the latest unfinished run)'],
    ['--dry-run', 'show what would be recorded; record nothing'],
  ],
  run: (call) => {
    const [ticket = '', text = ''] = call.operands;
    return steer(call, (situation, said) => noting(situation, said, ticket, text), hasJob(ticket));
  },
});

/** Another text for a ticket that has not landed; what was judged by the old one is judged again. */
const edit = cliCommand({
  name: 'edit',
  summary: 'print a ticket, or change its text during a run',
  operands: [
    ['<ticket>', 'the ticket'],
    ['[file]', 'the whole new ticket, YAML or Markdown; - for stdin (default: print the ticket)'],
  ],
  options: [...steeringOptions],
  async run(call) {
    const [ticket = '', file] = call.operands;
    if (file === undefined) {
      const place = chooseEpic(call.options.epic, call.io, hasJob(ticket));
      const now = await ticketNow(situationOf(place), ticket);
      // Line by line, so that what it says cannot drive the terminal.
      const text = ticketText(now).trimEnd().split('\n');
      return answer({ ticket: now }, text);
    }
    return replan(call, ticket, file);
  },
});

/** One more ticket for a run that has begun. */
const add = cliCommand({
  name: 'add',
  summary: 'add a ticket to an epic that has been started',
  operands: [['<file>', 'the ticket, YAML or Markdown; - for stdin']],
  options: [...steeringOptions],
  run: (call) => replan(call, null, call.operands[0] ?? ''),
});

/** Gives a ticket the text of a file, or adds it (null). */
async function replan(
  call: CallWith<typeof steeringOptions>,
  ticket: string | null,
  file: string,
): Promise<Answer> {
  const { name, text } = await readInput(file, call.io);
  const { top } = repositoryAt(call.io.cwd);
  const isTrial = call.options.dryRun === true;
  return steer(
    call,
    (situation, said) => replanning(situation, said, { file: name, text, ticket, top, isTrial }),
    ticket === null ? undefined : hasJob(ticket),
  );
}

/** One more round for a ticket that has failed, was cancelled, or waits for a decision. */
const retry = cliCommand({
  name: 'retry',
  summary: 'give a ticket that failed, was cancelled or waits for a decision one more round',
  operands: [['<ticket>', 'the ticket']],
  options: [...steeringOptions],
  note: '\nThe developer sees your --reason. limits.hardCapRounds still applies.',
  run: (call) =>
    steer(
      call,
      (situation, said) => retrying(situation, said, call.operands[0] ?? ''),
      hasJob(call.operands[0]),
    ),
});

/** Leaves a ticket out of the run. It does not count as passed. */
const skip = cliCommand({
  name: 'skip',
  summary: 'skip a ticket; it does not count as passed',
  operands: [['<ticket>', 'the ticket']],
  options: [
    ...steeringOptions,
    ['--release-dependents', 'tickets that need it continue without it (default: they wait)'],
  ],
  run: (call) =>
    steer(
      call,
      (situation, said) =>
        stopped(situation, said, {
          ticket: call.operands[0] ?? '',
          how: 'skipped',
          dependents: call.options.releaseDependents === true ? 'released' : 'withheld',
        }),
      hasJob(call.operands[0]),
    ),
});

/** Everything that a person does to one ticket of a run. */
export const ticket: CliCommand = verbGroup({
  name: 'ticket',
  summary: 'steer one ticket: why, note, retry, edit, add, cancel, skip, open',
  verbs: [why, note, retry, edit, add, cancel, skip, open],
});
