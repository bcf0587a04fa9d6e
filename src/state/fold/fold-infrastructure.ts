import type { Event } from '../../model/events.ts';
import { leaveChain } from '../chain.ts';
import { freshSeat, newJob } from '../job.ts';
import type { Job } from '../job.ts';
import { laneOf } from '../lanes.ts';
import { openJob } from '../open-job.ts';
import { putJob } from '../put-job.ts';
import { isTipCheck, jobNamed } from '../state.ts';
import type { Next } from '../state.ts';

type InfrastructureEvent = Extract<
  Event,
  {
    type:
      | 'infrastructure_blocked'
      | 'infrastructure_restored'
      | 'remediation_opened'
      | 'remediation_complete'
      | 'baseline_accepted'
      | 'tip_check_opened';
  }
>;

type Accepted = Extract<InfrastructureEvent, { type: 'baseline_accepted' }>;
type Blocked = Extract<InfrastructureEvent, { type: 'infrastructure_blocked' }>;

export function foldInfrastructure(next: Next, event: InfrastructureEvent): void {
  switch (event.type) {
    case 'infrastructure_blocked':
      return strand(next, event);
    case 'infrastructure_restored': {
      const { confirmed, accepted } = next.infrastructure;
      next.infrastructure = {
        ...next.infrastructure,
        blocked: false,
        because: '',
        doubt: null,
        remediation: -1,
        overridden: next.infrastructure.overridden || event.by === 'override',
        confirmed: [],
        accepted: event.by === 'override' ? [...accepted, ...confirmed] : accepted,
      };
      return;
    }
    case 'remediation_opened':
      return openRemediation(next, event.ticket);
    case 'remediation_complete':
      return complete(next, jobNamed(next, event.ticket));
    case 'baseline_accepted':
      return accept(next, jobNamed(next, event.ticket), event);
    case 'tip_check_opened':
      return openTipCheck(next, event.ticket);
  }
}

/** The job keeps its stage and its attempt: what broke was not its fault. */
function strand(next: Next, { ticket: id, because, doubt }: Blocked): void {
  const job = jobNamed(next, id);
  if (job === undefined) return;
  const { infrastructure } = next;
  next.infrastructure = {
    ...infrastructure,
    blocked: true,
    because,
    doubt: infrastructure.doubt ?? doubt ?? null,
  };
  leaveChain(next, job, because);
  const stage = job.stage !== null && laneOf(job.stage) === 'lander' ? 'merge' : afterClaim(job);
  putJob(next, {
    ...job,
    stage,
    seats: [freshSeat],
    candidate: null,
    status: 'blocked',
    blocked: 'infrastructure',
    question: null,
    answer: null,
    infrastructureReturns: job.infrastructureReturns + 1,
    reason: because,
  });
}

/** A confirmed claim that the infrastructure is broken sends the job back to what it could not finish. */
function afterClaim(job: Job): Job['stage'] {
  if (job.stage !== 'confirm') return job.stage;
  if (job.claim === 'infra_blocked') return 'develop';
  return job.claim === 'audit_blocked' ? 'audit' : 'confirm';
}

function openRemediation(next: Next, id: string): void {
  if (jobNamed(next, id) !== undefined) return;
  const job = newJob(next.jobs.length, id, 'remediation');
  openJob(next, job);
  next.remediations += 1;
  next.infrastructure = { ...next.infrastructure, remediation: job.index };
  putJob(next, { ...job, status: 'queued', stage: 'develop', seats: [freshSeat] });
}

function openTipCheck(next: Next, id: string): void {
  if (jobNamed(next, id) !== undefined) return;
  const job = newJob(next.jobs.length, id, 'baseline');
  openJob(next, job);
  putJob(next, { ...job, status: 'validating', stage: 'baseline', seats: [freshSeat] });
}

/** What landed while the tip was checked has not been checked with it. */
function accept(next: Next, job: Job | undefined, { by, because }: Accepted): void {
  if (job === undefined) return;
  if (isTipCheck(job.id) && job.commit === next.tip) next.unproved = [];
  const accepted = by === undefined ? job.evidence.accepted : { by, why: because };
  complete(next, { ...job, evidence: { ...job.evidence, accepted } });
}

function complete(next: Next, job: Job | undefined): void {
  if (job === undefined) return;
  putJob(next, {
    ...job,
    status: 'completed',
    stage: null,
    seats: [],
    blocked: null,
    question: null,
    answer: null,
  });
}
