import {
  decimal,
  type Infer,
  listOf,
  mapOf,
  nullable,
  oneOf,
  optional,
  truth,
  variants,
  whole,
} from '../schema/shape.ts';
import * as audits from './audit-event-shape.ts';
import { disagreement } from './disagreement.ts';
import * as part from './event-parts.ts';
import { count, event, hash, name, names, result, answer, words } from './event-parts.ts';
import { criticName } from './provenance.ts';
import { doubtful } from './repair-doubt.ts';
import { reviewEvents } from './review-event-shape.ts';
import { reworkReason } from './rework-reason.ts';
import { RunPlanSchema } from './run-plan.ts';

/**
 * Events are facts in the past tense, versioned, and never edited once released: a new shape is a new `v`. Where the
 * founding documents have a name for a fact it is used (STATE-03). `ticket` names the job the event is about: a
 * ticket's id, or `baseline`, `audit:<scope>`, `remediation:<n>`, `fix:<n>`, `review:<n>` (a colon cannot occur in a ticket's id).
 */
export const stages = [
  'baseline',
  'develop',
  'validate',
  'review',
  'audit',
  'confirm',
  'merge',
  'gate',
  'land',
  'survey',
  'recover',
  'reconcile',
  'team',
  'score',
] as const;

export type Stage = (typeof stages)[number];

export const statuses = [
  'pending',
  'queued',
  'executing',
  'validating',
  'reviewing',
  'auditing',
  'landing',
  'needs_revision',
  'blocked',
  'escalated',
  'completed',
  'failed',
] as const;

export type Status = (typeof statuses)[number];

export const failureKinds = ['review', 'audit', 'validation', 'incomplete', 'landing'] as const;

export type FailureKind = (typeof failureKinds)[number];

export const blockReasons = ['dependency', 'infrastructure', 'question', 'manual', 'limit'] as const;

export type BlockReason = (typeof blockReasons)[number];

/** What a person may answer. Which of them are offered depends on the situation. */
export const choices = ['retry', 'repair', 'accept', 'manual', 'fail', 'answer', 'override', 'halt'] as const;

export type Choice = (typeof choices)[number];

export const troubles = [
  'timeout',
  'stall',
  'crash',
  'refused',
  'cap',
  'budget',
  'authentication',
  'context_full',
  'void',
  /** A person has stopped the ticket it was at work on. */
  'stopped',
] as const;

export type Trouble = (typeof troubles)[number];

export const runStatuses = ['completed', 'partial', 'failed', 'escalated', 'limit', 'conflict'] as const;

export type RunStatus = (typeof runStatuses)[number];

/** Of a review, recomputed from its scores. */
const score = optional(decimal(0, 100));

const assignment = part.assignmentShape(stages);
/** `onto` is the candidate's first parent, where that is not the tip. */
const candidate = { ...assignment, onto: optional(hash) };

export const EventSchema = variants('type', [
  // The run.
  event('run_started', { plan: RunPlanSchema, overtaking: count }),
  /** What judges the work, fixed before anything starts and never read again from what is judged (P9). */
  event('inputs_recorded', {
    base: mapOf({ ref: name, commit: hash, tree: hash }),
    inputs: hash, // Under which epic, configuration and agent files are kept.
    documents: audits.documentsShape,
    epicFile: hash,
    configFile: nullable(hash),
    agents: listOf(mapOf({ role: name, hash, origin: name })),
    enforcement: oneOf(['enforced', 'verified']),
    notes: listOf(words, { most: 100 }),
  }),
  /** With `inputs` other agents play from here on: a person accepted them. */
  event('run_resumed', { inputs: optional(hash), by: optional(name) }),
  event('run_halted', { ...part.messageField, by: name, because: words }),
  /** From now on these bounds hold; null: as before. */
  event('budget_changed', { usd: nullable(decimal(0)), tokens: nullable(count), by: name }),
  event('run_ended', { status: oneOf(runStatuses), because: words }),
  event('foreign_tip_found', { ...result, tip: hash }),

  // Work handed out.
  event('baseline_started', assignment),
  event('developer_dispatched', assignment),
  event('developer_rework_dispatched', { ...assignment, reason: reworkReason }),
  event('fixer_dispatched', assignment),
  event('remediation_dispatched', assignment),
  event('validation_started', assignment),
  event('critic_dispatched', assignment),
  event('auditor_dispatched', assignment),
  event('claim_check_started', assignment),
  event('merge_started', candidate),
  event('landing_gate_started', { ...candidate, ...part.gateShape }),
  event('landing_started', assignment),
  event('survey_started', assignment),
  event('recovery_dispatched', assignment),
  event('reconciliation_dispatched', assignment),
  event('team_auditor_dispatched', assignment),
  event('scoring_started', assignment),
  event('wait_started', assignment),

  // Results.
  event('baseline_measured', { ...result, ...audits.testedShape, ...doubtful }),
  event('developer_ready_for_review', { ...answer, commit: hash, tree: hash, putBack: optional(names) }),
  event('developer_incomplete', {
    ...answer,
    blocker: oneOf(['information', 'scope', 'dependency', 'infrastructure', 'other']),
    on: nullable(name),
    because: words,
  }),
  event('developer_question', { ...answer, question: words }),
  event('developer_blocked', { ...answer, because: words }),
  event('agent_unclear', { ...result, because: words, lacks: optional(oneOf(['scores'])) }),
  event('agent_failed', { ...result, trouble: oneOf(troubles), because: words }),
  event('agent_limited', { ...result, until: nullable(decimal()) }),
  event('validation_passed', { ...part.passedGate, commit: hash, changed: truth() }),
  event('validation_failed', { ...part.failedGate, commit: hash }),
  event('validation_broken', { ...result, because: words, ...doubtful }),
  event('critic_pass', { ...answer, commit: hash, score }),
  event('critic_fail', { ...answer, commit: hash, findings: names, score }),
  event('critic_ungrounded', { ...answer, commit: hash }),
  event('auditor_pass', { ...answer, commit: hash }),
  event('auditor_fail', { ...answer, commit: hash, findings: names, wanting: optional(disagreement) }),
  event('auditor_blocked', { ...answer, commit: hash, because: words }),
  event('claim_confirmed', { ...result, claim: part.claimShape, ...doubtful }),
  event('claim_refuted', { ...result, ...part.refutedShape }),
  event('claim_unchecked', { ...result, claim: part.claimShape, because: words, ...doubtful }),
  /** `checks`: those that this candidate needs, where there are several. */
  event('merged', { ...result, commit: hash, tree: hash, overlapping: truth(), checks: optional(names) }),
  event('merge_conflict', { ...result, files: names }),
  event('landing_checks_run', { ...result, tree: hash, red: names, because: optional(words) }),
  event('landing_gate_passed', part.passedGate),
  event('landing_gate_failed', { ...part.failedGate, once: optional(truth()) }),
  event('landing_gate_broken', { ...result, because: words, ...doubtful }),
  event('task_complete', { ...result, commit: hash, tree: hash }),
  event('survey_done', { ...result, ...audits.surveyShape }),
  event('recovery_done', { ...answer, ...audits.recoveredShape }),
  event('reconciliation_done', { ...answer, commit: hash, items: count, open: count }),
  event('team_auditor_reported', { ...answer, score: decimal(0, 1), commit: optional(hash) }),
  event('audit_scored', { ...result, ...audits.scoreShape }),
  event('wait_over', result),

  // The reviews of a branch.
  event('reviewer_dispatched', assignment),
  ...reviewEvents,

  // Decisions of the coordinator.
  event('ticket_routed', {
    ticket: name,
    stage: oneOf(stages),
    seats: whole(1, 15),
    kept: optional(audits.seatsShape), // Their report stands from before: nobody is asked (TEAM-09).
    claim: nullable(part.claimShape),
    because: words,
  }),
  event('agent_retried', {
    ticket: name,
    seat: count,
    how: oneOf(['clarification', 'scores', 'fresh', 'second_opinion', 'resumed']),
    because: words,
  }),
  /** `lacks`: the agent answered, and no answer of it could be read. */
  event('seat_given_up', { ticket: name, seat: count, because: words, lacks: optional(oneOf(['answer'])) }),
  /** The audit failed what these critics had passed: it counts in how far their passes can be relied on. */
  event('judges_disagreed', {
    ticket: name,
    commit: hash,
    kind: disagreement,
    critics: listOf(criticName, { most: 15 }),
    because: words,
  }),
  event('ticket_sent_back', { ticket: name, kind: oneOf(failureKinds), because: words }),
  event('ticket_escalated', {
    ticket: name,
    kind: nullable(oneOf(failureKinds)),
    reason: name,
    options: listOf(oneOf(choices)),
    because: words,
  }),
  event('ticket_blocked', { ticket: name, why: oneOf(blockReasons), because: words }),
  event('ticket_held', { ticket: name }),
  event('remediation_complete', { ticket: name }),
  event('baseline_accepted', { ticket: name, because: words, by: optional(name) }),
  /** These checks have not run on the tip with which the run would pass (EVID-07). */
  event('tip_check_opened', { ticket: name, checks: names }),
  event('workflow_failed', {
    ticket: name,
    kind: nullable(oneOf(failureKinds)),
    reason: name,
    reviewAttempts: count,
    auditAttempts: count,
  }),
  event('dependency_added', { ticket: name, on: name }),
  event('candidate_set_aside', part.asideShape),
  event('candidates_voided', part.voidedShape),
  event('infrastructure_blocked', { ticket: name, because: words, ...doubtful }),
  event('remediation_opened', { ticket: name }),
  event('infrastructure_restored', { attempts: count, by: oneOf(['remediation', 'override', 'person']) }),
  event('fix_opened', { ticket: name, audit: name, group: count }),
  event('audit_ended', {
    ticket: name,
    outcome: oneOf(['passed', 'accepted', 'failed', 'off', 'skipped']),
    because: words,
  }),

  // What people say and do.
  event('decision_answered', { ticket: name, question: count, choice: oneOf(choices), by: name, why: words }),
  /** Steering. None of it is evidence: nothing passes because of it. */
  event('run_paused', { ...part.messageField, by: name, why: words }),
  event('run_unpaused', { ...part.messageField, by: name, why: words }),
  event('parallelism_changed', { ...part.messageField, developers: whole(1, 100), by: name, why: words }),
  event('note_added', { ...part.messageField, ticket: name, by: name, note: words }),
  event('ticket_stopped', {
    ...part.messageField,
    ticket: name,
    /** What was begun is called off, or it is not to be done at all. */
    how: oneOf(['cancelled', 'skipped']),
    /** Those who need it cannot start, or a person lets them go without it. */
    dependents: oneOf(['withheld', 'released']),
    by: name,
    why: words,
  }),
  event('ticket_reopened', { ...part.messageField, ticket: name, by: name, why: words }),
  /** The ticket has another text, or there is one more. */
  event('ticket_edited', {
    ...part.messageField,
    ticket: name,
    ...part.replanned,
    fields: names,
    by: name,
    why: words,
  }),
  event('ticket_added', { ...part.messageField, ticket: name, ...part.replanned, by: name, why: words }),
  /** `branch`: the work was brought to the queue as this branch (QUEUE-05). */
  event('manual_work_found', { ticket: name, commit: hash, tree: hash, branch: optional(name) }),
  /** The epic branch was moved by us, through the gate, but not by landing a job. */
  event('ticket_undone', { ticket: name, commit: hash, tree: hash, by: name, why: words }),
  event('requirements_ticked', { ticket: name, ...audits.ticksShape, ticked: names, unticked: names }),
  event('requirements_counted', { ticket: name, ...audits.recountedShape }),
  event('base_synced', { base: hash, commit: hash, tree: hash, by: name }),
  event('epic_undone', { ref: name, by: name, why: words }),
]);

export type Event = Infer<typeof EventSchema>;

export type EventType = Event['type'];

type DraftOf<E> = E extends Event ? Omit<E, 'seq' | 'at'> : never;

/** An event before the journal has given it its place and time. */
export type Draft = DraftOf<Event>;

export type AssignmentEvent = Extract<Event, { stage: Stage; run: number }>;

export type ResultEvent = Extract<Event, { used: unknown }>;
