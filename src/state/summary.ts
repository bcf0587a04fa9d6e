import type { Choice, RunStatus, Status } from '../model/events.ts';
import type { TrackRecord } from './track-record.ts';
import type { Job } from './job.ts';
import { members } from './rank-set.ts';
import { jobAt } from './state.ts';
import type { State } from './state.ts';

/** What `run` and `status` tell: the contract other programs read. */
export type Summary = {
  readonly epic: string;
  readonly status: RunStatus | 'running' | 'idle';
  readonly tickets: readonly TicketSummary[];
  readonly decisionsNeeded: readonly DecisionNeeded[];
  /** `baseline`, `tickets`, `audit:<scope>`: what the run is doing, and what it has brought to a good end. */
  readonly currentPhase: string;
  readonly completedPhases: readonly string[];
  /** Items of the requirements documents, summed over the milestones; cycles is the highest of them. */
  readonly requirements: { readonly total: number; readonly checked: number; readonly cycles: number };
  /** How far each critic's passes could be relied on so far (FLOW-14). */
  readonly critics: readonly TrackRecord[];
};

export type TicketSummary = {
  readonly id: string;
  readonly status: Status;
  readonly attempts: number;
  readonly reason: string;
  readonly commit: string | null;
  /** Of its last review, 0 to 100; null where it had none. */
  readonly score: number | null;
  readonly costUsd: number;
  readonly tokens: number;
};

export type DecisionNeeded = {
  readonly ticket: string;
  readonly reason: string;
  readonly options: readonly Choice[];
  readonly because: string;
};

export function summarise(state: State): Summary {
  const tickets = state.plan.tickets.map((_, index) => ticketSummary(jobAt(state, index)));
  const phases = phasesOf(state);
  const completed = phases.filter(({ done }) => done).map(({ name }) => name);
  return {
    epic: state.plan.epic,
    status: state.status ?? (state.phase === 'running' ? 'running' : 'idle'),
    tickets,
    decisionsNeeded: [...members(state.asking)].map((index) => decisionNeeded(jobAt(state, index))),
    currentPhase: phases.find(({ done }) => !done)?.name ?? 'ended',
    completedPhases: completed,
    requirements: requirementsOf(state),
    critics: state.critics,
  };
}

function ticketSummary(job: Job): TicketSummary {
  return {
    id: job.id,
    status: job.status,
    attempts: job.attempt + (isUntouched(job) ? 0 : 1),
    reason: job.reason,
    commit: job.commit,
    score: job.score ?? null,
    costUsd: job.spent.usd,
    tokens: job.spent.tokens,
  };
}

/** No developer has been sent yet. */
function isUntouched(job: Job): boolean {
  if (job.attempt > 0 || job.commit !== null || job.busy > 0) return false;
  return job.status === 'pending' || job.status === 'queued' || job.stage === null;
}

function decisionNeeded(job: Job): DecisionNeeded {
  const { reason, options } = job.question ?? { reason: '', options: [] };
  return { ticket: job.id, reason, options, because: job.reason };
}

type Phase = { readonly name: string; readonly done: boolean };

/** A phase that crashed or failed is never among the completed ones (TEAM-25). */
function phasesOf(state: State): Phase[] {
  if (state.jobs.length === 0) return [];
  const baseline = jobAt(state, state.plan.tickets.length);
  return [
    { name: 'baseline', done: baseline.status === 'completed' },
    { name: 'tickets', done: state.scopes.at(-1)?.unsettled === 0 },
    ...auditsOf(state).map((job) => ({ name: job.id, done: job.status === 'completed' })),
  ];
}

function requirementsOf(state: State): Summary['requirements'] {
  const sum = { total: 0, checked: 0, cycles: 0 };
  for (const audit of auditsOf(state)) {
    const counted = audit.audit?.requirements;
    if (counted === null || counted === undefined) continue;
    sum.total += counted.total;
    sum.checked += counted.checked;
    sum.cycles = Math.max(sum.cycles, counted.cycles);
  }
  return sum;
}

function auditsOf(state: State): Job[] {
  return state.scopes.map((_, scope) => jobAt(state, state.plan.tickets.length + 1 + scope));
}
