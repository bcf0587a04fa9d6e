import { z } from 'zod';
import * as audits from './audit-event-shape.ts';
import { claimShape, refutedShape } from './claim-shape.ts';
import { wanting } from './disagreement.ts';
import { criticName, provenance } from './provenance.ts';
import { MeterReadingSchema } from './meter-reading.ts';
import { doubtful } from './repair-doubt.ts';
import { reworkReason } from './rework-reason.ts';
import { RunPlanSchema } from './run-plan-shape.ts';
import { heard, replanned } from './steering-shape.ts';

/**
 * Events are facts in the past tense, versioned, and never edited once released: a new shape is a new `v`. Where the
 * founding documents have a name for a fact it is used (STATE-03). `ticket` names the job the event is about: a
 * ticket's id, or `baseline`, `audit:<scope>`, `remediation:<n>`, `fix:<n>` (a colon cannot occur in a ticket's id).
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

const count = z.int().min(0);
const amount = z.strictObject({ usd: z.number().min(0), tokens: z.number().min(0) });
const text = z.string().max(4000);
const name = z.string().min(1).max(200);
const hash = z.string().min(1).max(64);
const names = z.array(name).max(1000).readonly();

/** Of a review, recomputed from its scores. */
const score = z.number().min(0).max(100).optional();

function event<T extends string, S extends z.ZodRawShape>(type: T, shape: S) {
  return z.strictObject({ type: z.literal(type), v: z.literal(1), seq: count, at: z.number(), ...shape });
}

/** Handing work to the executor. `run` is unique in an epic and the key of its result; `extra`: see `promisedTo`. */
const assignment = {
  ticket: name,
  run: count,
  stage: z.enum(stages),
  seat: count,
  attempt: count,
  round: count,
  try: count,
  clarification: count,
  commit: hash.nullable(),
  /** What a claim check is about. */
  claim: claimShape.nullable(),
  reserved: amount,
  extra: amount.optional(),
  until: z.number().nullable(),
  because: text,
};

/** What came back. `used` is what the run is charged, 0 where no model was involved; `meter` says how that is known. */
const result = { ticket: name, run: count, used: amount, meter: MeterReadingSchema.optional() };

/** Who said it, in the agent's own words; journals from before this was recorded have none. */
const said = { ...result, by: provenance.optional() };

export const EventSchema = z.discriminatedUnion('type', [
  // The run.
  event('run_started', { plan: RunPlanSchema, overtaking: count }),
  /** What judges the work, fixed before anything starts and never read again from what is judged (P9). */
  event('inputs_recorded', {
    base: z.strictObject({ ref: name, commit: hash, tree: hash }),
    inputs: hash, // Under which epic, configuration and agent files are kept.
    documents: audits.documentsShape,
    epicFile: hash,
    configFile: hash.nullable(),
    agents: z.array(z.strictObject({ role: name, hash, origin: name })).readonly(),
    enforcement: z.enum(['enforced', 'verified']),
    notes: z.array(text).max(100).readonly(),
  }),
  event('run_resumed', {}),
  event('run_halted', { by: name, because: text }),
  /** From now on these bounds hold; null: as before. */
  event('budget_changed', { usd: z.number().min(0).nullable(), tokens: count.nullable(), by: name }),
  event('run_ended', { status: z.enum(runStatuses), because: text }),
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
  event('merge_started', assignment),
  event('landing_gate_started', assignment),
  event('landing_started', assignment),
  event('survey_started', assignment),
  event('recovery_dispatched', assignment),
  event('reconciliation_dispatched', assignment),
  event('team_auditor_dispatched', assignment),
  event('scoring_started', assignment),
  event('wait_started', assignment),

  // Results.
  event('baseline_measured', { ...result, ...audits.testedShape, ...doubtful }),
  event('developer_ready_for_review', { ...said, commit: hash, tree: hash, putBack: names.optional() }),
  event('developer_incomplete', {
    ...said,
    blocker: z.enum(['information', 'scope', 'dependency', 'infrastructure', 'other']),
    on: name.nullable(),
    because: text,
  }),
  event('developer_question', { ...said, question: text }),
  event('developer_blocked', { ...said, because: text }),
  event('agent_unclear', { ...result, because: text, lacks: z.literal('scores').optional() }),
  event('agent_failed', { ...result, trouble: z.enum(troubles), because: text }),
  event('agent_limited', { ...result, until: z.number().nullable() }),
  event('validation_passed', { ...result, commit: hash, tree: hash, changed: z.boolean() }),
  event('validation_failed', { ...result, commit: hash, findings: names, because: text.optional() }),
  event('validation_broken', { ...result, because: text, ...doubtful }),
  event('critic_pass', { ...said, commit: hash, score }),
  event('critic_fail', { ...said, commit: hash, findings: names, score }),
  event('critic_ungrounded', { ...said, commit: hash }),
  event('auditor_pass', { ...said, commit: hash }),
  event('auditor_fail', { ...said, commit: hash, findings: names, wanting: wanting.optional() }),
  event('auditor_blocked', { ...said, commit: hash, because: text }),
  event('claim_confirmed', { ...result, claim: claimShape, ...doubtful }),
  event('claim_refuted', { ...result, ...refutedShape }),
  event('claim_unchecked', { ...result, claim: claimShape, because: text, ...doubtful }),
  event('merged', { ...result, commit: hash, tree: hash, overlapping: z.boolean() }),
  event('merge_conflict', { ...result, files: names }),
  event('landing_gate_passed', { ...result, tree: hash }),
  event('landing_gate_failed', { ...result, findings: names, because: text.optional() }),
  event('landing_gate_broken', { ...result, because: text, ...doubtful }),
  event('task_complete', { ...result, commit: hash, tree: hash }),
  event('survey_done', { ...result, ...audits.surveyShape }),
  event('recovery_done', { ...said, ...audits.recoveredShape }),
  event('reconciliation_done', { ...said, commit: hash, items: count, open: count }),
  event('team_auditor_reported', { ...said, score: z.number().min(0).max(1), commit: hash.optional() }),
  event('audit_scored', { ...result, ...audits.scoreShape }),
  event('wait_over', result),

  // Decisions of the coordinator.
  event('ticket_routed', {
    ticket: name,
    stage: z.enum(stages),
    seats: z.int().min(1).max(15),
    kept: audits.seatsShape.optional(), // Their report stands from before: nobody is asked (TEAM-09).
    claim: claimShape.nullable(),
    because: text,
  }),
  event('agent_retried', {
    ticket: name,
    seat: count,
    how: z.enum(['clarification', 'scores', 'fresh', 'second_opinion', 'resumed']),
    because: text,
  }),
  event('seat_given_up', { ticket: name, seat: count, because: text }),
  /** The audit failed what these critics had passed: it counts in how far their passes can be relied on. */
  event('judges_disagreed', {
    ticket: name,
    commit: hash,
    kind: wanting,
    critics: z.array(criticName).max(15).readonly(),
    because: text,
  }),
  event('ticket_sent_back', { ticket: name, kind: z.enum(failureKinds), because: text }),
  event('ticket_escalated', {
    ticket: name,
    kind: z.enum(failureKinds).nullable(),
    reason: name,
    options: z.array(z.enum(choices)).readonly(),
    because: text,
  }),
  event('ticket_blocked', { ticket: name, why: z.enum(blockReasons), because: text }),
  event('ticket_held', { ticket: name }),
  event('remediation_complete', { ticket: name }),
  event('baseline_accepted', { ticket: name, because: text }),
  event('workflow_failed', {
    ticket: name,
    kind: z.enum(failureKinds).nullable(),
    reason: name,
    reviewAttempts: count,
    auditAttempts: count,
  }),
  event('dependency_added', { ticket: name, on: name }),
  event('infrastructure_blocked', { ticket: name, because: text, ...doubtful }),
  event('remediation_opened', { ticket: name }),
  event('infrastructure_restored', { attempts: count, by: z.enum(['remediation', 'override', 'person']) }),
  event('fix_opened', { ticket: name, audit: name, group: count }),
  event('audit_ended', {
    ticket: name,
    outcome: z.enum(['passed', 'accepted', 'failed', 'off', 'skipped']),
    because: text,
  }),

  // What people say and do.
  event('decision_answered', { ticket: name, question: count, choice: z.enum(choices), by: name, why: text }),
  /** Steering. None of it is evidence: nothing passes because of it. */
  event('run_paused', { ...heard, by: name, why: text }),
  event('run_unpaused', { ...heard, by: name, why: text }),
  event('parallelism_changed', { ...heard, developers: z.int().min(1).max(100), by: name, why: text }),
  event('note_added', { ...heard, ticket: name, by: name, note: text }),
  event('ticket_stopped', {
    ...heard,
    ticket: name,
    /** What was begun is called off, or it is not to be done at all. */
    how: z.enum(['cancelled', 'skipped']),
    /** Those who need it cannot start, or a person lets them go without it. */
    dependents: z.enum(['withheld', 'released']),
    by: name,
    why: text,
  }),
  event('ticket_reopened', { ...heard, ticket: name, by: name, why: text }),
  /** The ticket has another text, or there is one more. */
  event('ticket_edited', { ...heard, ticket: name, ...replanned, fields: names, by: name, why: text }),
  event('ticket_added', { ...heard, ticket: name, ...replanned, by: name, why: text }),
  event('manual_work_found', { ticket: name, commit: hash, tree: hash }),
  /** The epic branch was moved by us, through the gate, but not by landing a job. */
  event('ticket_undone', { ticket: name, commit: hash, tree: hash, by: name, why: text }),
  /** A commit of the coordinator's own that changes nothing but a requirements document (TEAM-26). */
  event('requirements_ticked', { ticket: name, ...audits.ticksShape, ticked: names, unticked: names }),
  event('base_synced', { base: hash, commit: hash, tree: hash, by: name }),
  event('epic_undone', { ref: name, by: name, why: text }),
]);

export type Event = z.infer<typeof EventSchema>;

export type EventType = Event['type'];

type DraftOf<E> = E extends Event ? Omit<E, 'seq' | 'at'> : never;

/** An event before the journal has given it its place and time. */
export type Draft = DraftOf<Event>;

export type AssignmentEvent = Extract<Event, { stage: Stage; run: number }>;

export type ResultEvent = Extract<Event, { used: unknown }>;
