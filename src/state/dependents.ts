import { added } from './rank-set.ts';
import { putJob } from './put-job.ts';
import { freshSeat, isSettled } from './job.ts';
import type { Job } from './job.ts';
import { jobAt } from './state.ts';
import type { Next } from './state.ts';
import { at } from './vector.ts';

/** A dependency has landed: whoever waited for nothing else becomes available at once (DISPATCH-03). */
export function settleDependents(next: Next, index: number): void {
  for (const dependent of at(next.dependents, index) ?? []) release(next, dependent);
}

/** What it waited for is there: a landed dependency, or its milestone has opened. */
export function release(next: Next, index: number): void {
  const job = jobAt(next, index);
  putJob(next, available({ ...job, waitingOn: job.waitingOn - 1 }));
}

/** A dependency can never land: its dependents are doomed, and theirs in turn. */
export function doomDependents(next: Next, index: number): void {
  for (const dependent of at(next.dependents, index) ?? []) {
    if (!isSettled(jobAt(next, dependent))) next.doomed = added(next.doomed, dependent);
  }
}

/** The job as it goes on once nothing is in its way. */
export function available(job: Job): Job {
  if (job.waitingOn > 0) return job;
  if (job.status === 'pending') return { ...job, status: 'queued', stage: 'develop', seats: [freshSeat] };
  if (job.status !== 'blocked' || job.blocked !== 'dependency' || job.stage === null) return job;
  return { ...job, status: job.attempt === 0 ? 'queued' : 'needs_revision', blocked: null };
}
