import type { Job } from './job.ts';
import type { Next } from './state.ts';
import { push } from './vector.ts';

/** Add a job that was not planned: a remediation or a fix. */
export function openJob(next: Next, job: Job): void {
  next.jobs = push(next.jobs, job);
  next.dependents = push(next.dependents, []);
  next.opened = new Map(next.opened).set(job.id, job.index);
}
