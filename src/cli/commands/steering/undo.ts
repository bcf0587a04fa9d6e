import { undoTicket } from '../../../run/index.ts';
import { GauntletError } from '../../../model/error.ts';
import { jobAt, jobNamed, at as itemAt } from '../../../state/index.ts';
import type { State } from '../../../state/index.ts';
import { clusterFlags } from '../../cluster-flags.ts';
import { reply } from '../../reply.ts';
import { hasJob } from '../../../project/kept/choose-run.ts';
import { type CallWith, cliCommand } from '../../command.ts';
import type { OptionDefinition } from '../../option-types.ts';
import { epicsAt, repositoryAt } from '../../../project/state-folder.ts';
import { type OpenEpic, answerMoved, tipPorts, withEpic } from '../../../app/run/with-open-epic.ts';
import { personOf } from '../../../project/person.ts';
import { milepostFor } from '../../../project/open-ports.ts';
import { undoEpic } from '../../../app/run/undo-epic.ts';
import { type Answer, answer } from '../../../project/answer.ts';

const options = [
  ...clusterFlags,
  ['--with-dependents', 'also undo tickets that landed on top of it, newest first'],
  ['--reason <text>', 'why; recorded with your name'],
  ['--epic <id>', 'the epic of the ticket (default: that of the latest unfinished run)'],
  ['--dry-run', 'list what would be undone and change nothing'],
] as const satisfies readonly OptionDefinition[];

type UndoCall = CallWith<typeof options>;

/** Takes landed work back: one ticket, with whatever was built on it, or a whole epic. */
export const undo = cliCommand({
  name: 'undo',
  summary: 'undo a landed ticket on the epic branch if the checks pass, or undo a whole epic',
  operands: [['<ticket|epic>', 'the ticket, or the id of an epic']],
  options,
  run(call) {
    const [name = ''] = call.operands;
    return isEpic(call, name)
      ? withEpic({ ...call, options: { ...call.options, epic: name } }, (at) => takeAllBack(call, at))
      : withEpic(call, (at) => takeBack(call, at), hasJob(name));
  },
});

/** A ticket comes first: an epic that is called like one of its tickets is undone by ticket, once that has landed. */
function isEpic(call: UndoCall, name: string): boolean {
  const asked = call.options.epic;
  if (asked !== undefined && asked !== name) return false;
  return epicsAt(repositoryAt(call.io.cwd)).some(({ id }) => id === name);
}

async function takeAllBack(call: UndoCall, at: OpenEpic): Promise<Answer> {
  const { opened, recalled, inputs } = at;
  const { epic } = inputs;
  if (jobNamed(recalled.state, epic.id)?.status === 'completed') return takeBack(call, at);
  const landed = epic.tickets.filter(({ id }) => jobNamed(recalled.state, id)?.status === 'completed');
  const ids = landed.map(({ id }) => id);
  const names = ids.length === 0 ? 'nothing has landed' : ids.join(', ');
  if (call.options.dryRun === true)
    return answer({ kind: 'dry-run', takenBack: ids }, [`would undo the epic ${epic.id}: ${names}`]);
  const decided = (): void => milepostFor(call.io)?.('undo decided');
  const asked = { by: personOf(call.io), why: call.options.reason ?? '', decided };
  const { ref, state } = await undoEpic(opened, epic.id, recalled, asked);
  const lines = [
    `undo ${epic.id}: ${names}`,
    `the landed work is kept at ${ref}`,
    `its journal is kept in ${state}`,
  ];
  return answer({ kind: 'undone', epic: epic.id, ref, state }, lines);
}

async function takeBack(call: UndoCall, at: OpenEpic): Promise<Answer> {
  const [ticket = ''] = call.operands;
  let { state } = at.recalled;
  const dependents = landedDependents(state, ticket);
  if (dependents.length > 0 && call.options.withDependents !== true) {
    throw new GauntletError('USAGE_INVALID', `${dependents.join(', ')} landed on top of ${ticket}`, {
      hint: 'Undo all of them with --with-dependents.',
    });
  }
  const order = [...dependents, ticket];
  if (call.options.dryRun === true) {
    const hasLanded = jobNamed(state, ticket)?.status === 'completed';
    if (!hasLanded) return answer({ kind: 'dry-run', takenBack: [] }, [`${ticket} has not landed`]);
    return answer({ kind: 'dry-run', takenBack: order }, [`would undo: ${order.join(', ')}`]);
  }
  const takenBack: string[] = [];
  for (const id of order) {
    const title = at.inputs.epic.tickets.find((each) => each.id === id)?.title ?? id;
    const undo = { ticket: id, title, by: personOf(call.io), why: call.options.reason ?? '' };
    const ports = await tipPorts({ ...at, recalled: { ...at.recalled, state } });
    const moved = await undoTicket(ports, state, undo);
    if (moved.kind !== 'moved') return answerMoved(moved, `undo ${id}`, { takenBack });
    takenBack.push(id);
    // One value is one answer: as JSON only the last step speaks, for all of them.
    const done = answerMoved(moved, `undo ${id}`, { takenBack });
    if (id === ticket) return done;
    if (!call.json) reply(call, done);
    state = moved.state;
  }
  throw new GauntletError('BUG', `${ticket} was not undone`);
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
