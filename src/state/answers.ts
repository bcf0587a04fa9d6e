import type { ResultEvent, Stage } from '../model/events.ts';
import type { Job, Seat } from './job.ts';

/** The stage whose question a result answers; null: any run may end like that, which is no answer. */
function stageAnswered(event: ResultEvent): Stage | 'wait' | null {
  switch (event.type) {
    case 'agent_unclear':
    case 'agent_failed':
    case 'agent_limited':
    case 'review_stale':
      return null;
    case 'baseline_measured':
      return 'baseline';
    case 'developer_ready_for_review':
    case 'developer_incomplete':
    case 'developer_question':
    case 'developer_blocked':
    case 'fixer_delivered':
    case 'fixer_failed':
      return 'develop';
    case 'validation_passed':
    case 'validation_failed':
    case 'validation_broken':
      return 'validate';
    case 'critic_pass':
    case 'critic_fail':
    case 'critic_ungrounded':
    case 'reviewer_answered':
    case 'reviewer_failed':
      return 'review';
    case 'auditor_pass':
    case 'auditor_fail':
    case 'auditor_blocked':
      return 'audit';
    case 'claim_confirmed':
    case 'claim_refuted':
    case 'claim_unchecked':
      return 'confirm';
    case 'merged':
    case 'merge_conflict':
      return 'merge';
    case 'landing_checks_run':
    case 'landing_gate_passed':
    case 'landing_gate_failed':
    case 'landing_gate_broken':
      return 'gate';
    case 'task_complete':
    case 'foreign_tip_found':
    case 'fix_taken':
      return 'land';
    case 'survey_done':
      return 'survey';
    case 'recovery_done':
      return 'recover';
    case 'reconciliation_done':
      return 'reconcile';
    case 'team_auditor_reported':
      return 'team';
    case 'audit_scored':
      return 'score';
    case 'wait_over':
      return 'wait';
  }
}

/** Whether this is an answer to what the seat was asked: a pass out of place is no pass (P8). */
export function isAnswerTo(job: Job, seat: Seat, event: ResultEvent): boolean {
  if (seat.state === 'parked') return event.type === 'wait_over';
  const stage = stageAnswered(event);
  if (isOfReview(event) !== (job.review !== null)) return isAnyEnd(event);
  if (stage === null) return true;
  if (stage !== job.stage) return false;
  if (stage === 'confirm') return 'claim' in event && event.claim === job.claim;
  if (event.type === 'team_auditor_reported' || event.type === 'reconciliation_done')
    return isAboutTheSurveyed(job, event.commit);
  if (stage === 'gate') return isOfGate(job, event);
  return event.type !== 'task_complete' || isTheCandidate(job, event.commit, event.tree);
}

/** Some checks of a gate are not the gate, and a gate is not some of its checks. */
function isOfGate({ seats }: Job, { type }: ResultEvent): boolean {
  return type === 'landing_gate_broken' || (type === 'landing_checks_run') === seats.length > 1;
}

/** Nobody who works on a ticket says how a review of a branch went, and the reverse. */
function isOfReview({ type }: ResultEvent): boolean {
  return (
    type === 'reviewer_answered' ||
    type === 'reviewer_failed' ||
    type === 'fixer_delivered' ||
    type === 'fixer_failed' ||
    type === 'fix_taken' ||
    type === 'review_stale'
  );
}

/** However an agent ends without an answer, it ends so for every job. */
function isAnyEnd({ type }: ResultEvent): boolean {
  return type === 'agent_unclear' || type === 'agent_failed' || type === 'agent_limited';
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
  const because = `${event.type} does not answer the open question`;
  return { type: 'agent_failed', v: 1, seq, at, ticket, run, used, trouble: 'void', because };
}
