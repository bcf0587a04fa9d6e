import type { Event, Stage } from '../model/events.ts';
import { freshSeat, isHeld } from './job.ts';
import type { Audit, DecisionAnswer, Job, Seat } from './job.ts';
import { jobAt } from './state.ts';
import type { Next } from './state.ts';

type Routed = Extract<Event, { type: 'ticket_routed' }>;

const oneSeat: readonly Seat[] = [freshSeat];

/** The places of a stage that a job comes to. */
export function seatsFor(
  { audit, evidence, answer }: Job,
  { stage, seats, kept = [] }: Routed,
): readonly Seat[] {
  // A refuted claim has cost the auditor a try (REAL-05). Later ones were asked about: a person's retry starts afresh.
  if (stage === 'audit' && evidence.refuted === 1 && answer === null) return [{ ...freshSeat, tries: 1 }];
  if (seats === 1 && kept.length === 0) return oneSeat;
  return Array.from({ length: seats }, (_, seat) => {
    // Only what was really reported can stand; whoever gave no report is asked, whatever the decision says.
    const report = kept.includes(seat) ? (audit?.reports[seat] ?? null) : null;
    return report === null ? freshSeat : { ...freshSeat, state: 'done', run: report.run, outcome: report };
  });
}

/** Whether a person's answer is that the audit is held once more: that is one review cycle. */
function isOneMore({ choice, reason }: DecisionAnswer): boolean {
  return choice === 'retry' && (reason === 'review_cycles_used' || reason === 'audit_stopped');
}

/** What becomes of an audit when it comes to a stage; null for jobs of other kinds. */
export function auditEntering(next: Next, job: Job, stage: Stage): Audit | null {
  let audit = job.audit;
  if (audit === null) return null;
  if (stage === 'recover') return { ...audit, phase: 'judging', recoveries: audit.recoveries + 1 };
  // Who asks for an audit again asks for its recovery review again.
  if (stage === 'survey' && job.answer !== null)
    audit = { ...audit, recoveries: 0, allowed: audit.allowed || isOneMore(job.answer) };
  if (stage === 'survey' && job.stage === 'recover')
    audit = { ...audit, unreviewed: job.seats[0]?.outcome?.type !== 'recovery_done' };
  // Scored again by itself, it rests on what it rested on before.
  if (stage === 'score' && job.stage === 'score') return { ...audit, phase: 'judging' };
  if (stage === 'score' && job.stage === 'reconcile') {
    const isReconciled = job.seats[0]?.outcome?.type === 'reconciliation_done';
    return { ...audit, silent: audit.silent || !isReconciled };
  }
  // The team has spoken; a reconciliation after it changes nothing in what it said.
  if (stage === 'reconcile' || stage === 'score') {
    const reports = job.seats.map(({ outcome }) =>
      outcome?.type === 'team_auditor_reported' ? outcome : null,
    );
    return { ...audit, reports, silent: reports.includes(null) };
  }
  if ((stage === 'survey' || stage === 'team') && audit.phase === 'fixing') {
    // What the team now judges, and what may land after it, are the fixes that have passed.
    const held = audit.fixes.filter((index) => isHeld(jobAt(next, index)));
    return { ...audit, phase: 'judging', fixes: held };
  }
  return { ...audit, phase: 'judging' };
}
