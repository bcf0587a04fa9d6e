import { isAssignment, isResult, type Event } from '../model/events.ts';
import { foldChain } from './chain.ts';
import { foldAssignment } from './fold/fold-assignment.ts';
import { foldAudit } from './fold/fold-audit.ts';
import { foldDecision } from './fold/fold-decision.ts';
import { foldInfrastructure } from './fold/fold-infrastructure.ts';
import { foldPeople } from './fold/fold-people.ts';
import { foldPlan } from './fold/fold-plan.ts';
import { foldResult } from './fold/fold-result.ts';
import { foldReview } from './fold/fold-review.ts';
import { foldSteering } from './fold/fold-steering.ts';
import { foldRun } from './fold/fold-run.ts';
import type { Next, State } from './state.ts';

/**
 * Fold one event into the state. Pure and total: the state handed in is never touched, and an event that nobody waits
 * for (a late result, a second answer) changes nothing but the count of such events.
 */
export function evolve(state: State, event: Event): State {
  const next: Next = { ...state, seq: event.seq, at: event.at };
  fold(next, event);
  return next;
}

function fold(next: Next, event: Event): void {
  if (isAssignment(event)) return foldAssignment(next, event);
  if (isResult(event)) return foldResult(next, event);
  switch (event.type) {
    case 'run_started':
    case 'inputs_recorded':
    case 'base_synced':
    case 'requirements_ticked':
    case 'requirements_counted':
    case 'epic_undone':
    case 'run_resumed':
    case 'run_ended':
    case 'run_halted':
    case 'budget_changed':
    case 'run_paused':
    case 'run_unpaused':
    case 'parallelism_changed':
      return foldRun(next, event);
    case 'ticket_routed':
    case 'agent_retried':
    case 'seat_given_up':
    case 'ticket_sent_back':
    case 'ticket_escalated':
    case 'ticket_blocked':
    case 'workflow_failed':
    case 'dependency_added':
    case 'judges_disagreed':
      return foldDecision(next, event);
    case 'candidate_set_aside':
    case 'candidates_voided':
      return foldChain(next, event);
    case 'infrastructure_blocked':
    case 'infrastructure_restored':
    case 'remediation_opened':
    case 'remediation_complete':
    case 'baseline_accepted':
    case 'tip_check_opened':
      return foldInfrastructure(next, event);
    case 'fix_opened':
    case 'ticket_held':
    case 'audit_ended':
      return foldAudit(next, event);
    case 'review_opened':
    case 'review_ended':
      return foldReview(next, event);
    case 'decision_answered':
    case 'manual_work_found':
    case 'ticket_undone':
      return foldPeople(next, event);
    case 'ticket_stopped':
    case 'ticket_reopened':
      return foldSteering(next, event);
    case 'ticket_edited':
    case 'ticket_added':
      return foldPlan(next, event);
    case 'note_added':
      // It is told to whoever is sent next, and decides nothing.
      return;
  }
}
