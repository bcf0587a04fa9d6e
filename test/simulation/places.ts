import type { AssignmentEvent } from '../../src/model/events.ts';
import { jobAt, laneOf } from '../../src/state/index.ts';
import type { State } from '../../src/state/index.ts';
import type { Breach } from './world.ts';
import type { Scenario } from './scenario.ts';

/** Counted the slow way: nowhere more at work than the bounds allow, and one landing at a time. */
export function checkPlaces(
  state: State,
  policy: Scenario['policy'],
  stage: AssignmentEvent['stage'],
  breach: Breach,
): void {
  const busy = { developers: 0, judges: 0, checks: 0, lander: 0 };
  for (let index = 0; index < state.jobs.length; index++) {
    const job = jobAt(state, index);
    if (job.stage === null) continue;
    for (const seat of job.seats) if (seat.state === 'running') busy[laneOf(job.stage)]++;
  }
  // A bound that was lowered holds for the next one; nobody is sent home for it.
  if (stage === 'develop' && busy.developers > policy.maxParallel)
    breach(`DISPATCH-04: ${busy.developers} developers at once`);
  if (busy.judges > policy.maxAgents) breach(`DISPATCH-04: ${busy.judges} judges at once`);
  if (busy.checks > policy.maxVerify) breach(`DISPATCH-04: ${busy.checks} verifications at once`);
  checkChain(state, policy, breach);
}

/** QUEUE-03: as many gates, merges and landings at once as there may be, and only landing jobs have a seat. */
function checkChain(state: State, policy: Scenario['policy'], breach: Breach): void {
  const busy = { merge: 0, gate: 0, land: 0 };
  for (let index = 0; index < state.jobs.length; index++) {
    const { stage, seats, id } = jobAt(state, index);
    const isSeated = state.chain.links.some(({ job }) => job === index);
    const running = seats.filter(({ state: seat }) => seat === 'running').length;
    if (stage === 'merge' || stage === 'gate' || stage === 'land') busy[stage] += running;
    if (isSeated && (stage === null || laneOf(stage) !== 'lander'))
      breach(`DISPATCH-07: ${id} has a seat and is not landing`);
  }
  if (busy.land > 1) breach('DISPATCH-07: two landings at once');
  if (busy.merge > 1) breach('QUEUE-03: two merges at once');
  if (busy.gate > policy.maxGates) breach(`QUEUE-03: ${busy.gate} gates at once`);
}
