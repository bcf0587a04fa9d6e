import { undoTicket } from '../../flow/index.ts';
import { GauntletError } from '../../model/error.ts';
import { jobAt, jobNamed, at as itemAt } from '../../state/index.ts';
import type { State } from '../../state/index.ts';
import { textOption } from '../command.ts';
import type { Call, CliCommand } from '../command.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { clean } from '../say-error.ts';
import { type AtHand, sayMoved, tipPorts, withEpic } from '../run/by-hand.ts';
import { personOf } from '../run/inputs.ts';

/** Takes landed work back: one ticket, with whatever was built on it. */
export const undo: CliCommand = {
  name: 'undo',
  summary: 'take a landed ticket back from the epic branch, through the checks',
  define(command) {
    command
      .argument('<ticket>', 'the ticket')
      .option('--with-dependents', 'also what was built on it, newest first')
      .option('--reason <text>', 'why; recorded with your name')
      .option('--epic <id>', 'the epic; the one that ran last when left out')
      .option('--dry-run', 'say what would be taken back and change nothing');
  },
  run: (call) => withEpic(call, (at) => takeBack(call, at)),
};

async function takeBack(call: Call, at: AtHand): Promise<ExitCode> {
  const [ticket = ''] = call.operands;
  let { state } = at.recalled;
  const dependents = landedDependents(state, ticket);
  if (dependents.length > 0 && call.options['withDependents'] !== true) {
    throw new GauntletError('USAGE_INVALID', `${dependents.join(', ')} landed on top of ${ticket}`, {
      hint: 'Take all of them back with --with-dependents.',
    });
  }
  const order = [...dependents, ticket];
  if (call.options['dryRun'] === true) {
    call.io.stdout.write(clean(`would take back: ${order.join(', ')}`));
    return exitCodes.passed;
  }
  for (const id of order) {
    const title = at.inputs.epic.tickets.find((each) => each.id === id)?.title ?? id;
    const undo = { ticket: id, title, by: personOf(call.io), why: textOption(call, 'reason') ?? '' };
    const moved = await undoTicket(tipPorts({ ...at, recalled: { ...at.recalled, state } }), state, undo);
    const code = sayMoved(call, moved, `undo ${id}`);
    if (moved.kind !== 'moved') return code;
    state = moved.state;
  }
  return exitCodes.passed;
}

/** Everything landed that needs the ticket, directly or over others; what needs more comes first. */
function landedDependents(state: State, ticket: string): readonly string[] {
  const job = jobNamed(state, ticket);
  if (job?.kind !== 'ticket') throw new GauntletError('USAGE_INVALID', `there is no ticket "${ticket}"`);
  const found: number[] = [];
  const visit = (index: number): void => {
    for (const dependent of itemAt(state.dependents, index) ?? []) {
      visit(dependent);
      if (jobAt(state, dependent).status === 'completed' && !found.includes(dependent)) found.push(dependent);
    }
  };
  visit(job.index);
  return found.map((index) => jobAt(state, index).id);
}
