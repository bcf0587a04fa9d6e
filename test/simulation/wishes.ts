import type { AssignmentEvent, Event } from '../../src/model/events.ts';
import type { Replanning } from '../../src/model/steering.ts';
import { jobNamed, reopenProblem, replanProblem } from '../../src/state/index.ts';
import type { Job, State } from '../../src/state/index.ts';
import type { Breach } from './world.ts';
import type { Scenario } from './scenario.ts';

/** What people have asked of the run, as far as it was possible when it was heard (BEYOND-10). */
export type Wishes = {
  readonly stopped: Set<string>;
  /** Stopped, and those who need them go on without them. */
  readonly released: Set<string>;
  readonly reopened: Set<string>;
  paused: boolean;
  parallel: number;
};

export function newWishes({ policy }: Scenario): Wishes {
  return {
    stopped: new Set(),
    released: new Set(),
    reopened: new Set(),
    paused: false,
    parallel: policy.maxParallel,
  };
}

/** Nothing is handed out against what a person has said. */
export function checkWishes(wishes: Wishes, event: AssignmentEvent, breach: Breach): void {
  if (wishes.paused) breach('BEYOND-10: work is handed out while the run is paused');
  if (wishes.stopped.has(event.ticket))
    breach(`BEYOND-10: ${event.ticket} was stopped and gets ${event.type}`);
}

type Heard = { readonly is: 'granted' | 'stopped'; readonly ticket: string };

/** Says when a ticket was stopped by a person, and when one that was reopened really gets another round. */
export function noteWish(wishes: Wishes, event: Event, before: State): Heard | undefined {
  if (event.type === 'run_paused') wishes.paused = true;
  else if (event.type === 'run_unpaused' || event.type === 'run_resumed') wishes.paused = false;
  else if (event.type === 'parallelism_changed') wishes.parallel = event.developers;
  else if (event.type === 'ticket_stopped') return noteStop(wishes, event, jobNamed(before, event.ticket));
  else if (event.type === 'ticket_edited' && isHeard(before, event)) {
    if (jobNamed(before, event.ticket)?.status === 'escalated')
      return { is: 'granted', ticket: event.ticket };
  } else if (event.type === 'ticket_reopened' && isPossible(before, event.ticket)) {
    wishes.stopped.delete(event.ticket);
    wishes.reopened.add(event.ticket);
  } else if (event.type === 'workflow_failed') wishes.reopened.delete(event.ticket);
  else if (event.type === 'ticket_routed' && wishes.reopened.delete(event.ticket))
    return { is: 'granted', ticket: event.ticket };
  return undefined;
}

/** A change of the plan that fits what there is. */
export function isHeard(before: State, event: Replanning): boolean {
  return replanProblem(before, event) === undefined;
}

export function isPossible(before: State, ticket: string): boolean {
  return reopenProblem(before, jobNamed(before, ticket)) === undefined;
}

function noteStop(
  wishes: Wishes,
  { ticket, dependents }: Extract<Event, { type: 'ticket_stopped' }>,
  job: Job | undefined,
): Heard | undefined {
  if (job?.kind !== 'ticket' || wishes.stopped.has(ticket)) return undefined;
  const cannotStart = job.status === 'blocked' && job.blocked === 'dependency' && job.stage === null;
  if (job.status === 'completed' || job.status === 'failed' || cannotStart) return undefined;
  wishes.stopped.add(ticket);
  if (dependents === 'released') wishes.released.add(ticket);
  return { is: 'stopped', ticket };
}
