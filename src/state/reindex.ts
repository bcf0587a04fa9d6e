import type { Job } from './job.ts';
import type { Lane } from './lanes.ts';
import { waitingAs } from './put-job.ts';
import { added, emptyRankSet, members } from './rank-set.ts';
import type { RankSet } from './rank-set.ts';
import { emptyReady, enqueue, hold } from './ready.ts';
import {
  ASKING,
  ATTENTION,
  CLAIMANT,
  isReady,
  laneWaitedFor,
  traitsOf,
  STOPPING,
  REMERGED,
  STRANDED,
} from './traits.ts';
import type { Traits } from './traits.ts';
import type { Next } from './state.ts';
import { each, vectorOf } from './vector.ts';

/** One more ticket takes the place after the others: every job behind it moves up, and so does all that names one by its place. */
export function makeRoom(next: Next, ticket: Job): void {
  const from = ticket.index;
  const moved = (index: number): number => (index >= from ? index + 1 : index);
  const jobs = [...each(next.jobs)].map((job) => movedJob(job, moved));
  next.jobs = vectorOf(jobs.toSpliced(from, 0, ticket));
  next.planned = movedNames(next.planned, moved).set(ticket.id, from);
  next.opened = movedNames(next.opened, moved);
  const dependents = [...each(next.dependents)].map((list) => list.map(moved));
  next.dependents = vectorOf(dependents.toSpliced(from, 0, []));
  next.doomed = setOf([...members(next.doomed)].map(moved));
  const { links, orphans } = next.chain;
  next.chain = {
    ...next.chain,
    links: links.map((link) => ({ ...link, job: moved(link.job), on: moved(link.on) })),
    orphans: orphans.map(moved),
  };
  const { infrastructure } = next;
  next.infrastructure = { ...infrastructure, remediation: moved(infrastructure.remediation) };
  next.ready = { ...next.ready, jobByAge: vectorOf([...each(next.ready.jobByAge)].map(moved)) };
  reindexJobs(next);
}

function movedJob(job: Job, moved: (index: number) => number): Job {
  const { index, owner, audit } = job;
  return {
    ...job,
    index: moved(index),
    owner: moved(owner),
    audit: audit === null ? null : { ...audit, fixes: audit.fixes.map(moved) },
  };
}

function movedNames(names: ReadonlyMap<string, number>, moved: (index: number) => number) {
  return new Map([...names].map(([name, index]) => [name, moved(index)]));
}

/** The indexes that name jobs by their place, counted once more from the jobs themselves. */
export function reindexJobs(next: Next): void {
  const jobs = [...each(next.jobs)];
  const where = (is: (job: Job) => boolean): RankSet => setOf(jobs.filter(is).map(({ index }) => index));
  const having = (trait: Traits): RankSet => where((job) => (traitsOf(job) & trait) !== 0);
  next.attention = having(ATTENTION);
  // Of a run that a person put away nothing is asked.
  next.asking = next.halted === null ? having(ASKING) : emptyRankSet;
  next.stopping = having(STOPPING);
  next.claimants = having(CLAIMANT);
  next.stranded = having(STRANDED);
  next.remerged = having(REMERGED);
  const waiting = (lane: Lane): RankSet => where((job) => laneWaitedFor(job) === lane);
  next.waiting = {
    developers: waiting('developers'),
    judges: waiting('judges'),
    checks: waiting('checks'),
    lander: waiting('lander'),
  };
}

/** The queue for developers anew: ranks and overlapping files are those of another plan. */
export function reindexReady(next: Next): void {
  const { jobByAge, overtaken } = next.ready;
  let ready = { ...emptyReady(next.plan.overlaps.length), jobByAge, overtaken };
  for (const job of each(next.jobs)) {
    const waiting = waitingAs(next, job);
    if (job.holds) ready = hold(ready, next.plan.overlaps[waiting.touchClass] ?? [], 1);
    if (isReady(job)) ready = enqueue(ready, waiting, job.index);
  }
  next.ready = ready;
}

function setOf(indexes: readonly number[]): RankSet {
  return indexes.reduce(added, emptyRankSet);
}
