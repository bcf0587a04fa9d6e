import { keptAs } from '../../project/kept/records-at.ts';
import type { Inputs } from '../../run/index.ts';
import { openRepository } from '../../git/index.ts';
import { records } from '../../journal/index.ts';
import { type Adopted, adopting, type Epic, type Ticket } from '../../model/epic.ts';
import { GauntletError } from '../../model/error.ts';
import type { Replanning } from '../../model/steering.ts';
import { planOf, readTicket, runPlanOf, takeValue } from '../../plan/index.ts';
import { jobCommand } from '../../report/index.ts';
import { addProblem, editProblem, replanProblem, type State } from '../../state/index.ts';
import { readerIn } from '../../project/repository.ts';
import { refuseWithheldReading } from '../../project/privacy.ts';
import { type SteeringReason, type Situation, ticketNamed, withReason } from './steer.ts';

/** A ticket as somebody wrote it. */
export type PlanChange = {
  readonly file: string;
  readonly text: string;
  /** The ticket that gets this text; null for one more. */
  readonly ticket: string | null;
  /** Hash of the inputs whose text was edited; empty or left out: those of now. */
  readonly from?: string;
  /** The top of the repository. */
  readonly top: string;
  /** Understand it, and keep nothing. */
  readonly isTrial: boolean;
  /** The work exists already. */
  readonly adopts?: Adopted;
};

/** The text of a ticket as it judges now. */
export async function ticketNow(situation: Situation, id: string): Promise<Ticket> {
  const { id: name } = ticketNamed(situation.state, id);
  const { epic } = await inputsNow(situation);
  const ticket = epic.tickets.find((one) => one.id === name);
  if (ticket === undefined) throw new GauntletError('BUG', `${name} is in the run, but not in its plan`);
  return ticket;
}

/**
 * What a person asks who gives a ticket another text, or adds one: refused with every complaint at once, by the rules
 * that the epic was read by. What judges from then on is kept before anybody is told of it (P9).
 */
export async function replanning(
  situation: Situation,
  said: SteeringReason,
  wanted: PlanChange,
): Promise<Replanning> {
  const { by, why } = withReason(said, wanted.ticket === null ? 'add' : 'edit');
  const { state } = situation;
  if (wanted.ticket !== null)
    refuseUnless(state, editProblem(state, ticketNamed(state, wanted.ticket)), wanted.ticket, 'edited');
  const inputs = await inputsNow(situation);
  await refuseStale(situation, inputs, wanted);
  const before = inputs.epic.tickets.find(({ id }) => id === wanted.ticket);
  const read = soundTicket(inputs.epic, wanted);
  const adopts = wanted.adopts ?? before?.adopts;
  const ticket = adopts === undefined ? read : adopting(read, adopts);
  const { milestones } = inputs.epic;
  if (wanted.ticket === null) {
    const milestone = milestones.findIndex(({ id }) => id === ticket.milestone);
    refuseUnless(state, addProblem(state, { milestone }), ticket.id, 'added');
    await refuseCollision(wanted.top, inputs.epic.id, ticket.id);
  }
  const after: Inputs = { ...inputs, epic: { ...inputs.epic, tickets: withTicket(inputs.epic, ticket) } };
  refuseWithheldReading(after.epic, after.config);
  const base = {
    v: 1,
    ticket: ticket.id,
    from: state.inputs,
    inputs: wanted.isTrial ? 'dry-run' : await records(situation.place.folder).keep(after),
    plan: runPlanOf(planOf(after.epic, after.config)),
    by,
    why,
  } as const;
  const act: Replanning =
    before === undefined
      ? { ...base, type: 'ticket_added' }
      : { ...base, type: 'ticket_edited', fields: changedFields(before, ticket) };
  refuseUnless(state, replanProblem(state, act), ticket.id, before === undefined ? 'added' : 'edited');
  return act;
}

async function inputsNow({ state, place }: Situation): Promise<Inputs> {
  if (state.inputs !== '') return await keptAs<Inputs>(records(place.folder), state.inputs);
  throw new GauntletError('USAGE_INVALID', `the run of ${place.id} has not begun`, {
    hint: 'Change the epic file and start it: gauntlet run <epic.yaml>',
  });
}

/** Whoever edits a text that is no more would undo what somebody else has changed in it. */
async function refuseStale(
  { place }: Situation,
  { epic }: Inputs,
  { ticket, from = '' }: PlanChange,
): Promise<void> {
  if (ticket === null || from === '') return;
  const seen = await keptAs<Inputs>(records(place.folder), from);
  // Both were read from records, which write the same in one way.
  const [before, now] = [seen.epic, epic].map(({ tickets }) =>
    JSON.stringify(tickets.find(({ id }) => id === ticket)),
  );
  if (before === now) return;
  throw new GauntletError('USAGE_INVALID', `${ticket} has changed since you read it: nothing was saved`, {
    hint: 'Open it again and edit the current text.',
  });
}

function soundTicket(epic: Epic, { file, text, ticket, top }: PlanChange): Ticket {
  return takeValue(readTicket({ file, text, epic, replaces: ticket, readFile: readerIn(top) }), {
    code: 'PLAN_INVALID',
    problem: 'nothing was changed',
    hint: 'Fix the errors above and run the command again.',
  });
}

function withTicket({ tickets }: Epic, ticket: Ticket): readonly Ticket[] {
  const isThere = tickets.some(({ id }) => id === ticket.id);
  return isThere ? tickets.map((one) => (one.id === ticket.id ? ticket : one)) : [...tickets, ticket];
}

function changedFields(before: Ticket, after: Ticket): readonly string[] {
  const old = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(after)
    .filter(([key, value]) => key !== 'file' && JSON.stringify(old.get(key)) !== JSON.stringify(value))
    .map(([key]) => key);
  if (changed.length > 0) return changed;
  throw new GauntletError('USAGE_INVALID', `${before.id} already has this text: nothing would change`);
}

/** A branch of the user's that the ticket's would collide with is never overwritten (DISPATCH-13). */
async function refuseCollision(top: string, epic: string, ticket: string): Promise<void> {
  using repository = await openRepository(top);
  const collisions = (await repository.conflictsWith(epic, [ticket])).filter((said) => said.includes(ticket));
  if (collisions.length > 0)
    throw new GauntletError('STATE_CONFLICT', `nothing was changed: ${collisions.join('; ')}`, {
      hint: 'Rename or delete that branch, or give the ticket another id.',
    });
}

function refuseUnless(state: State, problem: string | undefined, ticket: string, act: string): void {
  if (problem === undefined) return;
  throw new GauntletError('USAGE_INVALID', `${ticket} cannot be ${act}: ${problem}`, {
    hint: hintFor(state, problem, ticket, act),
  });
}

function hintFor(state: State, problem: string, ticket: string, act: string): string {
  if (act === 'edited' && problem.startsWith('it is being'))
    return `Cancel the ticket, edit it, then retry it: ${jobCommand(state, 'ticket cancel', ticket, { more: ' --reason …' })}, ${jobCommand(state, 'ticket retry', ticket)}`;
  if (problem === 'it has landed')
    return `Add a ticket for the change: gauntlet ticket add <file> --epic ${state.plan.epic}`;
  return `See: ${jobCommand(state, 'ticket why', ticket)}`;
}
