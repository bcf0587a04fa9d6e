import { at, isSettled, jobAt, members, type State } from '../../state/index.ts';

/**
 * Tickets that wait, directly or through others, for a job with an open question: by a dependency, because their
 * milestone opens only after the asker's, or because the asker is to restore the infrastructure. The askers
 * themselves are not among them. Answers the indexes of the tickets.
 */
export function waitingForPeople(
  state: State,
  askers: Iterable<number> = members(state.asking),
): ReadonlySet<number> {
  const asking = new Set(askers);
  const reached = new Set<number>(asking);
  const milestones = new Set<number>();
  const queue = [...asking];
  for (let index = queue.pop(); index !== undefined; index = queue.pop()) {
    for (const next of behind(state, index, milestones)) {
      if (reached.has(next)) continue;
      reached.add(next);
      queue.push(next);
    }
  }
  const tickets = state.plan.tickets.length;
  return new Set(
    [...reached].filter((index) => index < tickets && !asking.has(index) && isWaiting(state, index)),
  );
}

function isWaiting(state: State, index: number): boolean {
  const job = at(state.jobs, index);
  return job !== undefined && !isSettled(job);
}

function behind(state: State, index: number, milestones: Set<number>): readonly number[] {
  const job = jobAt(state, index);
  switch (job.kind) {
    case 'ticket':
      return [...(at(state.dependents, index) ?? []), ...later(state, milestoneOf(state, index), milestones)];
    case 'audit':
      return later(state, job.audit?.scope ?? -1, milestones);
    case 'fix':
      return job.owner >= 0 ? [job.owner] : [];
    case 'review':
      return [];
    case 'baseline':
    case 'remediation':
      return everyTicket(state);
  }
}

function milestoneOf(state: State, ticket: number): number {
  return state.plan.tickets[ticket]?.milestone ?? -1;
}

/** Tickets of the milestones that open only after this one has ended well. Each milestone is walked once. */
function later(state: State, milestone: number, walked: Set<number>): number[] {
  if (milestone < 0 || walked.has(milestone)) return [];
  walked.add(milestone);
  const tickets: number[] = [];
  for (const [index, { after }] of state.plan.milestones.entries()) {
    if (!after.includes(milestone)) continue;
    for (const [ticket, planned] of state.plan.tickets.entries())
      if (planned.milestone === index) tickets.push(ticket);
    tickets.push(...later(state, index, walked));
  }
  return tickets;
}

function everyTicket(state: State): number[] {
  return [...state.plan.tickets.keys()];
}
