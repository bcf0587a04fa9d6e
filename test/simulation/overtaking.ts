import type { Event, RunPlan } from '../../src/model/events.ts';
import { each, jobAt, jobNamed } from '../../src/state/index.ts';
import type { Job, State } from '../../src/state/index.ts';
import type { Breach } from './world.ts';
import type { Scenario } from './scenario.ts';

export type Overtaking = { saw(event: Event, before: State, after: State): void };

type Waiting = { readonly since: number; overtaken: number };

/** DISPATCH-04: how often was a ready ticket overtaken by one that became ready after it? Counted the slow way. */
export function overtaking(scenario: Scenario, breach: Breach): Overtaking {
  const ready = new Map<string, Waiting>();
  const bound = 2 * scenario.policy.maxParallel;
  return {
    saw: (event, before, after) => {
      const taken = isFromQueue(event) ? ready.get(event.ticket) : undefined;
      if (taken !== undefined) {
        for (const [id, waiting] of ready) {
          if (waiting.since >= taken.since || !isStartable(scenario.plan, id, before)) continue;
          waiting.overtaken++;
          if (waiting.overtaken > bound)
            breach(`DISPATCH-04: ${id} was passed over ${waiting.overtaken} times`);
        }
      }
      note(ready, event, after);
    },
  };
}

function isFromQueue(event: Event): event is Extract<Event, { reserved: unknown }> {
  return 'reserved' in event && event.stage === 'develop' && event.type !== 'wait_started';
}

function note(ready: Map<string, Waiting>, event: Event, after: State): void {
  const job = 'ticket' in event ? jobNamed(after, event.ticket) : undefined;
  if (job !== undefined) noteJob(ready, job, event.seq);
  // Only these can make other tickets ready as well.
  if (!opening.has(event.type)) return;
  for (let index = 0; index < after.jobs.length; index++) noteJob(ready, jobAt(after, index), event.seq);
}

const opening: ReadonlySet<Event['type']> = new Set<Event['type']>([
  'task_complete',
  'audit_ended',
  'run_started',
  'workflow_failed',
  'ticket_reopened',
  'ticket_edited',
  'ticket_added',
]);

function noteJob(ready: Map<string, Waiting>, job: Job, seq: number): void {
  if (!isQueued(job)) ready.delete(job.id);
  else if (!ready.has(job.id)) ready.set(job.id, { since: seq, overtaken: 0 });
}

function isQueued(job: Job): boolean {
  if (job.kind !== 'ticket' || job.stage !== 'develop' || job.holds || job.waitingOn > 0) return false;
  if (job.stop !== null) return false;
  return (job.status === 'queued' || job.status === 'needs_revision') && job.seats[0]?.state === 'waiting';
}

/** Nobody holds files that overlap its own. */
function isStartable(plan: RunPlan, id: string, state: State): boolean {
  const index = plan.tickets.findIndex((ticket) => ticket.id === id);
  const overlapping = plan.overlaps[plan.tickets[index]?.touchClass ?? -1] ?? [];
  for (const job of each(state.jobs)) {
    if (job.holds && overlapping.includes(plan.tickets[job.index]?.touchClass ?? -1)) return false;
  }
  return true;
}
