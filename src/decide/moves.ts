import type { Claim, Draft, Stage, RepairDoubt } from '../model/events.ts';
import type { Job } from '../state/index.ts';

type More = {
  readonly seats?: number;
  readonly kept?: readonly number[];
  readonly claim?: Claim;
  readonly because?: string;
};

/** Send a job to a stage, where it waits for a place. */
export function routeTo(job: Job, stage: Stage, more: More = {}): Draft {
  const { seats = 1, kept = [], claim = null, because = '' } = more;
  const routed: Draft = { type: 'ticket_routed', v: 1, ticket: job.id, stage, seats, claim, because };
  return kept.length === 0 ? routed : { ...routed, kept };
}

export function strand(job: Job, because: string, doubt?: RepairDoubt): Draft {
  const blocked: Draft = { type: 'infrastructure_blocked', v: 1, ticket: job.id, because };
  return doubt === undefined ? blocked : { ...blocked, doubt };
}
