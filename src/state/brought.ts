import { isSettled, isStopping } from './job.ts';
import { jobAt } from './state.ts';
import type { State } from './state.ts';
import { each } from './vector.ts';

type Queue = Pick<State, 'jobs' | 'plan'>;

/** Whether a commit that was brought is in the queue of this run, or has landed by it. */
export function isTaken(state: Queue, commit: string): boolean {
  return state.plan.tickets.some(({ adopts }, index) => {
    if (adopts?.commit !== commit) return false;
    const job = jobAt(state, index);
    return isSettled(job) ? job.status === 'completed' && job.stop === null : !isStopping(job);
  });
}

/** Refs of pull requests of forks that a run has not decided. */
export function openForks(state: Queue): readonly string[] {
  return state.plan.tickets.flatMap(({ adopts }, index) =>
    adopts?.fork === true && !isSettled(jobAt(state, index)) ? [adopts.branch] : [],
  );
}

/** The name if no job has it, otherwise with a number behind it. */
export function freeTicketName(name: string, taken: ReadonlySet<string>): string {
  const isFree = (id: string): boolean =>
    !taken.has(id) && !/^(?:(?:fix|remediation)-\d+|baseline)$/i.test(id);
  if (isFree(name)) return name;
  for (let nth = 2; ; nth += 1) if (isFree(`${name}-${nth}`)) return `${name}-${nth}`;
}

export function ticketNames({ jobs }: Pick<State, 'jobs'>): Set<string> {
  return new Set([...each(jobs)].map(({ id }) => id));
}
