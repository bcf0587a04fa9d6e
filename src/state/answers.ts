import type { ResultEvent, Stage } from '../model/events.ts';
import type { Job, Seat } from './job.ts';

type ResultType = ResultEvent['type'];

/** Any run may end without an answer. */
const always: ReadonlySet<ResultType> = new Set<ResultType>([
  'agent_unclear',
  'agent_failed',
  'agent_limited',
]);

const answersIn: Readonly<Record<Stage, ReadonlySet<ResultType>>> = {
  baseline: new Set<ResultType>(['baseline_measured']),
  develop: new Set<ResultType>([
    'developer_ready_for_review',
    'developer_incomplete',
    'developer_question',
    'developer_blocked',
  ]),
  validate: new Set<ResultType>(['validation_passed', 'validation_failed', 'validation_broken']),
  review: new Set<ResultType>(['critic_pass', 'critic_fail', 'critic_ungrounded']),
  audit: new Set<ResultType>(['auditor_pass', 'auditor_fail', 'auditor_blocked']),
  confirm: new Set<ResultType>(['claim_confirmed', 'claim_refuted', 'claim_unchecked']),
  merge: new Set<ResultType>(['merged', 'merge_conflict']),
  gate: new Set<ResultType>(['landing_gate_passed', 'landing_gate_failed', 'landing_gate_broken']),
  land: new Set<ResultType>(['task_complete', 'foreign_tip_found']),
  survey: new Set<ResultType>(['survey_done']),
  recover: new Set<ResultType>(['recovery_done']),
  reconcile: new Set<ResultType>(['reconciliation_done']),
  team: new Set<ResultType>(['team_auditor_reported']),
  score: new Set<ResultType>(['audit_scored']),
};

/** Whether this is an answer to what the seat was asked: a pass out of place is no pass (P8). */
export function isAnswerTo(job: Job, seat: Seat, event: ResultEvent): boolean {
  if (seat.state === 'parked') return event.type === 'wait_over';
  if (always.has(event.type)) return true;
  if (job.stage === null || !answersIn[job.stage].has(event.type)) return false;
  if ('claim' in event) return event.claim === job.claim;
  if (event.type === 'team_auditor_reported' || event.type === 'reconciliation_done')
    return isAboutTheSurveyed(job, event.commit);
  return event.type !== 'task_complete' || isTheCandidate(job, event.commit, event.tree);
}

/** Where the survey has fixed what is judged, a report about anything else is no report. */
function isAboutTheSurveyed({ commit }: Job, judged: string | undefined): boolean {
  return commit === null || judged === commit;
}

/** What has landed must be exactly what the gate let through (P1). */
function isTheCandidate(job: Job, commit: string, tree: string): boolean {
  const { candidate } = job;
  return candidate !== null && candidate.gated && candidate.commit === commit && candidate.tree === tree;
}

/** Something came back, but no answer: the same as if the agent had said nothing that can be used. */
export function nonsense(event: ResultEvent): ResultEvent {
  const { ticket, run, used, seq, at } = event;
  const because = `${event.type} is no answer to what was asked`;
  return { type: 'agent_failed', v: 1, seq, at, ticket, run, used, trouble: 'void', because };
}
