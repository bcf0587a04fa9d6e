import type { AssignmentEvent } from '../../src/model/events.ts';
import { jobAt, laneOf } from '../../src/state/index.ts';
import type { State } from '../../src/state/index.ts';
import type { Breach } from './executor.ts';
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
  if (busy.lander > 1) breach('DISPATCH-07: two landings at once');
  const owner = state.lander === -1 ? undefined : jobAt(state, state.lander).stage;
  if (owner !== undefined && (owner === null || laneOf(owner) !== 'lander')) {
    breach('DISPATCH-07: the lander is kept by a job that is not landing');
  }
}
