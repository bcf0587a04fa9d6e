import type { AssignmentEvent } from '../../model/events.ts';
import { addSpend, promisedTo } from '../../model/usage.ts';
import { takeSeat } from '../chain.ts';
import { enterRound } from './fold-review.ts';
import { withSeat } from '../job.ts';
import { beginGate } from '../kept-gates.ts';
import type { Job, NextJob, Seat } from '../job.ts';
import { putJob } from '../put-job.ts';
import { overtook } from '../ready.ts';
import { isTipCheck, jobNamed } from '../state.ts';
import type { Next } from '../state.ts';

/** Work was handed out: the seat is taken, the money set aside, and from now on only this run's result counts. */
export function foldAssignment(next: Next, event: AssignmentEvent): void {
  const job = jobNamed(next, event.ticket);
  const seat = job?.seats[event.seat];
  if (job === undefined || seat === undefined) return;
  next.runs = event.run + 1;
  next.running += 1;
  const promised = promisedTo(event);
  next.reserved = addSpend(next.reserved, promised);
  const waits = event.type === 'wait_started';
  const taken: Seat = {
    ...seat,
    state: waits ? 'parked' : 'running',
    run: event.run,
    parks: waits ? seat.parks + 1 : seat.parks,
    since: event.at,
    reserved: promised,
    outcome: null,
  };
  if (event.type === 'merge_started') takeSeat(next, job, event.onto);
  if (isFirstOnItsFiles(job, event)) next.ready = overtook(next.ready, job.age, next.overtaking);
  const placed: NextJob = { ...job, seats: withSeat(job.seats, event.seat, taken) };
  if (event.type === 'landing_gate_started') beginGate(next, placed);
  enterRound(placed, event);
  if (isTipCheck(job.id)) placed.commit = next.tip;
  if (event.stage === 'develop' && job.review === null) {
    placed.status = waits ? 'blocked' : 'executing';
    placed.blocked = waits ? 'limit' : null;
    if (!waits) placed.holds = job.kind === 'ticket';
  }
  putJob(next, placed);
}

/** Taken from the queue of ready tickets, past all that have waited longer. */
function isFirstOnItsFiles(job: Job, event: AssignmentEvent): boolean {
  return event.stage === 'develop' && job.kind === 'ticket' && !job.holds && event.type !== 'wait_started';
}
