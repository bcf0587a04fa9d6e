import { GauntletError } from '../../model/error.ts';
import type { Draft } from '../../model/events.ts';
import { isSteering } from '../../model/steering.ts';
import type { Message } from '../../ports/journal.ts';
import { eventWords } from '../../report/index.ts';
import { jobNamed } from '../../state/index.ts';
import type { Job, State } from '../../state/index.ts';
import { clusterKnown } from '../cluster/address.ts';
import { currentRun } from '../cluster/copy-note.ts';
import type { Call } from '../../project/call.ts';
import { isHeld } from '../../project/lease-holder.ts';
import { nearest } from '../../schema/nearest.ts';
import { personOf } from '../../project/person.ts';
import { runOf } from '../../project/kept/read-run.ts';
import { chooseEpic, type RunFilter } from '../../project/kept/choose-run.ts';
import type { EpicPlace } from '../../project/state-folder.ts';
import { deliver } from './deliver.ts';
import { type Answer, answer } from '../../project/answer.ts';

/** What stands in the journal of every act: who and why (BEYOND-17). */
export type SteeringReason = { readonly by: string; readonly why: string };

export type Situation = { readonly state: State; readonly held: boolean; readonly place: EpicPlace };

export function situationOf(place: EpicPlace): Situation {
  return { held: isHeld(place), state: runOf(place).state, place };
}

/** Fits runs that a coordinator works on now. */
export const isAtWork: RunFilter = ({ place }) => isHeld(place);

export type Act = Extract<Draft, { by: string }>;

/** How somebody steers: which run, why, and whether it is only tried. */
type SteeringCall = Call<{
  readonly epic?: string | undefined;
  readonly reason?: string | undefined;
  readonly dryRun?: true | undefined;
}>;

/** Understand what a person asks of a run from where it stands, and hand it over. */
export async function steer(
  call: SteeringCall,
  understand: (situation: Situation, said: SteeringReason) => Act | Promise<Act>,
  fits?: RunFilter,
): Promise<Answer> {
  const place = chooseEpic(call.options.epic, call.io, fits);
  await currentRun(place, clusterKnown(call.io), call.io);
  const situation = situationOf(place);
  const act = await understand(situation, { by: personOf(call.io), why: reasonOf(call) });
  const isTrial = call.options.dryRun === true;
  const delivered = isTrial
    ? undefined
    : await deliver(place, act, messageOf(act, situation.state), clusterKnown(call.io));
  const next = `gauntlet ${delivered === 'told' ? 'status' : 'resume'} ${place.id}`;
  const value = shown(act);
  const words = eventWords({ ...act, seq: 0, at: 0 });
  const about = 'ticket' in act ? act.ticket : place.id;
  const way = act.type === 'run_halted' ? 'To continue it' : 'Next';
  const heard = delivered === 'told' ? 'The running coordinator is notified.' : `${way}: ${next}`;
  const text = `${isTrial ? 'would record: ' : ''}${about}: ${words}. ${heard}`;
  return answer({ act: value, delivered: delivered ?? 'dry-run', next }, [text]);
}

/** The plan that follows from a change is for the coordinator, not for people. */
function shown(act: Act): object {
  const hidden = new Set(['v', 'plan']);
  return Object.fromEntries(Object.entries(act).filter(([key]) => !hidden.has(key)));
}

function reasonOf(call: SteeringCall): string {
  return (call.options.reason ?? '').trim().slice(0, 4000);
}

/** What takes work out of a run is never done without a word. */
export function withReason(said: SteeringReason, act: string): SteeringReason {
  if (said.why !== '') return said;
  throw new GauntletError('USAGE_INVALID', `${act} needs --reason: it is recorded with your name`);
}

/** The act as it is left for a coordinator that is at work. */
export function messageOf(act: Act, { seq }: Pick<State, 'seq'>): Message {
  if (isSteering(act)) return { kind: 'steer', act, seen: seq };
  if (act.type !== 'decision_answered') throw new GauntletError('BUG', `${act.type} cannot be sent to a run`);
  const { type: _, v: _v, ...answer } = act;
  return { kind: 'answer', ...answer };
}

/** The ticket that was named, or a word about what it could have been. */
export function ticketNamed(state: State, id: string): Job {
  const job = jobNamed(state, id);
  if (job?.kind === 'ticket') return job;
  const names = state.plan.tickets.map((ticket) => ticket.id);
  const close = nearest(id, names);
  throw new GauntletError('USAGE_INVALID', `the epic ${state.plan.epic} has no ticket "${id}"`, {
    hint:
      close === undefined ? `Its tickets are ${names.slice(0, 20).join(', ')}.` : `Did you mean ${close}?`,
  });
}

/** Only a run that is on can be paused: one that is not goes on by `resume`. */
export function refuseUnlessOn({ held, state }: Situation, act: string): void {
  if (held && state.phase === 'running') return;
  throw new GauntletError('USAGE_INVALID', `no active run that could be ${act}`, {
    hint: 'gauntlet resume continues the last one.',
  });
}
