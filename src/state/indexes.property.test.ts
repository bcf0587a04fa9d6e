import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Event, Status } from '../model/events.ts';
import { anyEvent } from '../../test/support/any-event.ts';
import { planOf } from '../../test/support/sketch.ts';
import { evolve, initialState, members } from './index.ts';
import type { Job, State } from './index.ts';
import { each } from './vector.ts';

const plan = planOf({
  tickets: [
    { id: 'A', milestone: 'm', touchClass: 0 },
    { id: 'B', needs: ['A'], touchClass: 1, rank: 2 },
    { id: 'C', rank: 1 },
  ],
  milestones: [{ id: 'm' }],
  overlaps: [
    [0, 1],
    [0, 1],
  ],
});
const started: Event = { type: 'run_started', v: 1, seq: 1, at: 0, overtaking: 2, plan };

/** Every index of the state, told again by looking through all jobs, in words of this test alone. */
test('STATE-01 after any events every index says what looking through all jobs would say', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 60, size: 'max' }), (events) => {
      let state = evolve(initialState, started);
      for (const event of events) {
        state = evolve(state, event);
        expect(told(state)).toEqual(counted(state));
      }
    }),
  );
});

function told(state: State) {
  return {
    attention: [...members(state.attention)],
    asking: [...members(state.asking)],
    stranded: [...members(state.stranded)],
    stopping: [...members(state.stopping)],
    developers: [...members(state.waiting.developers)],
    judges: [...members(state.waiting.judges)],
    checks: [...members(state.waiting.checks)],
    lander: [...members(state.waiting.lander)],
    busy: state.busy,
    queued: [...each(state.ready.classes)].map((touchClass) => [...members(touchClass.ranks)]),
    holders: [...each(state.ready.classes)].map((touchClass) => touchClass.holders),
    unsettled: state.scopes.map((scope) => scope.unsettled),
  };
}

function counted(state: State) {
  // An edited ticket may have another rank and other files.
  const { tickets: planned, overlaps } = state.plan;
  const jobs = [...each(state.jobs)];
  const where = (holds: (job: Job) => boolean) => jobs.filter(holds).map((job) => job.index);
  const tickets = jobs.filter((job) => job.kind === 'ticket');
  const queued = tickets.filter(isQueued);
  const rank = (job: Job) => planned[job.index]?.rank ?? -1;
  const touchClass = (job: Job) => planned[job.index]?.touchClass ?? -1;
  const busy = (lane: string) => jobs.reduce((sum, job) => sum + (laneIs(job, lane) ? atWork(job) : 0), 0);
  const holdersOf = (wanted: number) =>
    tickets.filter((job) => job.holds && (overlaps[touchClass(job)] ?? []).includes(wanted)).length;
  const queuedIn = (wanted: number) =>
    queued
      .filter((job) => touchClass(job) === wanted)
      .map(rank)
      .toSorted((a, b) => a - b);
  return {
    attention: where(isDue),
    asking: state.halted === null ? where((job) => job.question !== null && !isCalledOff(job)) : [],
    stopping: where(isCalledOff),
    stranded: where((job) => job.status === 'blocked' && job.blocked === 'infrastructure'),
    developers: where((job) => waits(job, 'developers')),
    judges: where((job) => waits(job, 'judges')),
    checks: where((job) => waits(job, 'checks')),
    lander: where((job) => waits(job, 'lander')),
    busy: {
      developers: busy('developers'),
      judges: busy('judges'),
      checks: busy('checks'),
      lander: busy('lander'),
    },
    queued: [...overlaps.map((_, wanted) => queuedIn(wanted)), queuedIn(-1)],
    holders: [...overlaps.map((_, wanted) => holdersOf(wanted)), 0],
    unsettled: [
      tickets.filter((job) => planned[job.index]?.milestone === 0 && !isOver(job)),
      tickets.filter((job) => !isOver(job)),
    ].map((open) => open.length),
  };
}

const lanes: Readonly<Record<string, readonly string[]>> = {
  developers: ['develop'],
  judges: ['review', 'audit', 'recover', 'reconcile', 'team'],
  checks: ['baseline', 'validate', 'confirm', 'survey', 'score'],
  lander: ['merge', 'gate', 'land'],
};
const stopped: readonly Status[] = ['escalated', 'blocked'];
const silent: readonly string[] = ['agent_unclear', 'agent_failed', 'agent_limited', 'critic_ungrounded'];

function laneIs(job: Job, lane: string): boolean {
  return job.stage !== null && lanes[lane]?.includes(job.stage) === true;
}

function atWork(job: Job): number {
  return job.seats.filter((seat) => seat.state === 'running').length;
}

function isStopped(job: Job): boolean {
  return stopped.includes(job.status) && job.blocked !== 'limit';
}

function hasFreeSeat(job: Job): boolean {
  return job.seats.some((seat) => seat.state === 'waiting');
}

/** A person has stopped it, and it has not ended. */
function isCalledOff(job: Job): boolean {
  return job.stop !== null && job.status !== 'completed' && job.status !== 'failed';
}

function isQueued(job: Job): boolean {
  if (isCalledOff(job)) return false;
  const fresh = job.status === 'queued' || job.status === 'needs_revision';
  return fresh && job.stage === 'develop' && !job.holds && job.waitingOn <= 0 && hasFreeSeat(job);
}

function waits(job: Job, lane: string): boolean {
  if (isCalledOff(job)) return false;
  const byFiles = job.kind === 'ticket' && job.stage === 'develop' && !job.holds;
  return laneIs(job, lane) && !byFiles && !isStopped(job) && job.waitingOn <= 0 && hasFreeSeat(job);
}

function isDue(job: Job): boolean {
  if (isCalledOff(job)) return job.seats.every(({ state }) => state !== 'running' && state !== 'parked');
  if (job.answer !== null) return true;
  if (isStopped(job)) return false;
  if (job.stage === null || job.seats.length === 0)
    return job.audit?.openFixes === 0 && ['fixing', 'landing'].includes(job.audit.phase);
  const done = job.seats.filter((seat) => seat.state === 'done');
  return (
    done.length === job.seats.length ||
    done.some(({ outcome }) => outcome !== null && saysNothing(job, outcome))
  );
}

type Outcome = NonNullable<Job['seats'][number]['outcome']>;

function saysNothing(job: Job, outcome: Outcome): boolean {
  const judges = /^(validation|critic|auditor)_(passed|failed|pass|fail|blocked)$/.test(outcome.type);
  return silent.includes(outcome.type) || (judges && 'commit' in outcome && outcome.commit !== job.commit);
}

function isOver(job: Job): boolean {
  if (job.status === 'completed' || job.status === 'failed') return true;
  return (
    job.status === 'blocked' && job.blocked === 'dependency' && job.stage === null && job.question === null
  );
}
