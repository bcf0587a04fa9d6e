import type { AuditHealth } from '../model/audit.ts';
import { aggregate, convergenceReport, defaultConvergence } from '../model/convergence.ts';
import type { ConvergenceReport, CountedRequirements } from '../model/convergence.ts';
import type { CheckEvidence } from '../model/evidence.ts';
import type { Choice, RunStatus, Status } from '../model/events.ts';
import type { TrackRecord } from './track-record.ts';
import type { Audit, Job } from './job.ts';
import { members } from './rank-set.ts';
import { each } from './vector.ts';
import { jobAt } from './state.ts';
import type { State } from './state.ts';

/** What `run` and `status` tell: the contract other programs read. */
export type RunSummary = {
  readonly epic: string;
  readonly status: RunStatus | 'running' | 'idle';
  readonly tickets: readonly TicketSummary[];
  readonly decisionsNeeded: readonly DecisionNeeded[];
  /** `baseline`, `tickets`, `audit:<scope>`: what the run is doing, and what it has brought to a good end. */
  readonly currentPhase: string;
  readonly completedPhases: readonly string[];
  /** Items of the requirements documents, summed over the milestones; cycles is the highest of them. */
  readonly requirements: { readonly total: number; readonly checked: number; readonly cycles: number };
  readonly convergence: Convergence;
  readonly audits: readonly AuditSummary[];
  /** What passed only because a person accepted it. */
  readonly accepted: readonly Accepted[];
  /** How far each critic's passes could be relied on so far (FLOW-14). */
  readonly critics: readonly TrackRecord[];
};

/** `because`: who accepted it, and why. */
export type Accepted = { readonly job: string; readonly by: string; readonly because: string };

/** The convergence report of a run, summed and by document (TEAM-25). */
export type Convergence = ConvergenceReport & { readonly documents: readonly DocumentReport[] };

export type DocumentReport = ConvergenceReport & {
  /** The milestone that keeps it; `run` for the one at the root. */
  readonly milestone: string;
  readonly path: string | null;
};

/** How an audit stands: what its last score came to, and how many rounds of fixes it took (TEAM-14). */
export type AuditSummary = {
  readonly id: string;
  readonly status: Status;
  readonly outcome: Audit['outcome'];
  /** 0 to 1; null before the first score. */
  readonly score: number | null;
  readonly health: AuditHealth;
  readonly rounds: number;
};

export type TicketSummary = {
  readonly id: string;
  readonly status: Status;
  readonly attempts: number;
  readonly reason: string;
  readonly commit: string | null;
  /** Of its last review, 0 to 100; null where it had none. */
  readonly score: number | null;
  /** Milliseconds that its slowest critic took; 0 where it had none. */
  readonly reviewMs: number;
  readonly costUsd: number;
  readonly tokens: number;
  /** What each check of its last commit rests on. */
  readonly evidence: readonly CheckEvidence[];
};

export type DecisionNeeded = {
  readonly ticket: string;
  readonly reason: string;
  readonly options: readonly Choice[];
  readonly because: string;
};

export function summarise(state: State): RunSummary {
  const tickets = state.plan.tickets.map((_, index) => ticketSummary(jobAt(state, index)));
  const phases = phasesOf(state);
  const convergence = convergenceOf(state);
  const { totalRequirements: total, checkedRequirements: checked, reviewCycles: cycles } = convergence;
  const completed = phases.filter(({ done }) => done).map(({ name }) => name);
  return {
    epic: state.plan.epic,
    status: state.status ?? (state.phase === 'running' ? 'running' : 'idle'),
    tickets,
    decisionsNeeded: [...members(state.asking)].map((index) => decisionNeeded(jobAt(state, index))),
    currentPhase: phases.find(({ done }) => !done)?.name ?? 'ended',
    completedPhases: completed,
    requirements: { total, checked, cycles },
    convergence,
    audits: auditsOf(state).map(auditSummary),
    accepted: acceptedIn(state),
    critics: state.critics,
  };
}

/** Tickets and audits that came to a good end because a person took the risk (LOOP-08). */
export function acceptedIn(state: State): readonly Accepted[] {
  return [...each(state.jobs)].flatMap((job) => {
    const by = job.status === 'completed' ? acceptedBy(job) : null;
    return by === null ? [] : [{ job: job.id, ...by }];
  });
}

/** An audit that ended so recorded name and reason in one text, the name first. */
function acceptedBy({ evidence: { accepted }, audit, reason }: Job): Omit<Accepted, 'job'> | null {
  if (accepted !== null) return { by: accepted.by, because: `${accepted.by}: ${accepted.why}` };
  if (audit?.outcome !== 'accepted' || reason === null) return null;
  return { by: reason.split(': ')[0] ?? '', because: reason };
}

function ticketSummary(job: Job): TicketSummary {
  return {
    id: job.id,
    status: job.status,
    attempts: job.attempt + (isUntouched(job) ? 0 : 1),
    reason: job.reason,
    commit: job.commit,
    score: job.score ?? null,
    reviewMs: job.reviewMs,
    costUsd: job.spent.usd,
    tokens: job.spent.tokens,
    evidence: job.evidence.checks,
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

/** A document that several milestones share is one document. */
export function convergenceOf(state: State): Convergence {
  const counted = new Map<string, { readonly id: string; readonly requirements: CountedRequirements }>();
  for (const { id, audit } of auditsOf(state)) {
    if (audit === null || audit.requirements === null) continue;
    const key = audit.requirements.path ?? id;
    if (!counted.has(key)) counted.set(key, { id, requirements: audit.requirements });
  }
  const kept = [...counted.values()];
  const documents = kept.map(({ id, requirements }): DocumentReport => {
    const milestone = id.slice(id.indexOf(':') + 1);
    return { milestone, path: requirements.path ?? null, ...convergenceReport(milestone, requirements) };
  });
  const { minRatio = defaultConvergence.minRatio, degradedRatio = defaultConvergence.degradedRatio } =
    kept[0]?.requirements ?? {};
  return { ...aggregate(documents, { minRatio, degradedRatio }), documents };
}

function auditSummary({ id, status, audit }: Job): AuditSummary {
  const { outcome = null, score = null, health = null, round = 0 } = audit ?? {};
  return { id, status, outcome, score, health: health ?? 'unknown', rounds: round };
}

function auditsOf(state: State): Job[] {
  return state.scopes.map((_, scope) => jobAt(state, state.plan.tickets.length + 1 + scope));
}
