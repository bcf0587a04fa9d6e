import {
  oneOf,
  type Infer,
  mapOf,
  optional,
  text,
  listOf,
  truth,
  whole,
  decimal,
  exactly,
  type Fields,
  nullable,
  variants,
} from '../schema/shape.ts';
import { proved } from './evidence.ts';
import { MeterReadingSchema } from './usage.ts';
import { provenance, criticName } from './provenance.ts';
import { auditHealths } from './audit.ts';
import { convergenceHealths } from './convergence.ts';
import { severities } from './severity.ts';

const name = text({ least: 1, most: 200 });

/** Claims that the coordinator checks itself before it acts on them. */
export const claims = ['audit_pass', 'audit_blocked', 'infra_blocked'] as const;

export type Claim = (typeof claims)[number];

type Refuted = { readonly claim: Claim; readonly fault: 'work' | 'claim' };

/** Whether a judge made a refuted claim: it costs the judge a try and the developer nothing (REAL-05). */
export function isJudgesMistake({ claim, fault }: Refuted): boolean {
  return fault === 'claim' && claim !== 'infra_blocked';
}

/** What an audit failed in work that critics had passed (FLOW-14). */
export const disagreements = ['criteria', 'quality', 'environment'] as const;

export type Disagreement = (typeof disagreements)[number];

const disagreement = oneOf(disagreements);

/** Reasons to ask a person before an agent is sent to repair the base (REAL-03). */
const repairDoubts = [
  'setup_failed',
  'tool_missing',
  'submodule_empty',
  'dependencies_missing',
  'network_missing',
  'no_test_ran',
  'hook_refuses',
  'all_red',
] as const;

/** A reason to ask first, and what to tell the person: the likely cause and the last lines of the output. */
const repairDoubtShape = mapOf({
  reason: oneOf(repairDoubts),
  because: text({ most: 4000 }),
});

export type RepairDoubt = Infer<typeof repairDoubtShape>;

/** The field of every event that may say so. */
const doubtful = { doubt: optional(repairDoubtShape) };

/** Why a developer is sent again, in the words of founding document 001 where it has one. */
const reworkReasons = [
  'critic_fail',
  'audit_failed',
  'validation_failed',
  'task_incomplete',
  'landing_failed',
] as const;

const reworkReason = optional(oneOf(reworkReasons));

/** The reason word for each kind of failure. */
export const reworkReasonOf = {
  review: 'critic_fail',
  audit: 'audit_failed',
  validation: 'validation_failed',
  incomplete: 'task_incomplete',
  landing: 'landing_failed',
} as const satisfies Readonly<Record<string, (typeof reworkReasons)[number]>>;

const indexes = listOf(whole());

const RunTicketSchema = mapOf({
  id: name,
  /** Indexes of the tickets that must have landed first. */
  needs: indexes,
  /** Index of its milestone; -1 for none. */
  milestone: whole(-1),
  /** Position by critical-path length, then priority, then file order; unique, 0 goes first. */
  rank: whole(),
  /** Tickets that name the same files share a class; -1 for a ticket that names none. */
  touchClass: whole(-1),
  /** False switches critic and auditor off for this ticket (EPIC-10). */
  review: truth(),
  /** How many critics judge it (TEAM-28). */
  critics: whole(1, 9),
  /** Work that exists already: nobody develops it, and a failure ends it (QUEUE-05). */
  adopts: optional(mapOf({ branch: name, commit: name, tree: name, fork: optional(truth()) })),
});

export type RunTicket = Infer<typeof RunTicketSchema>;

/**
 * What the coordinator needs to know of an epic to decide: the graph, not the prose. It stands in the journal's first
 * event, so a run never depends on files that may change under it.
 */
export const RunPlanSchema = mapOf({
  epic: name,
  tickets: listOf(RunTicketSchema),
  /** With the indexes of the milestones whose audits must have ended passed or accepted. */
  milestones: listOf(mapOf({ id: name, after: indexes })),
  /** For each touch class the classes it overlaps, itself included. */
  overlaps: listOf(indexes),
  /** Checks that a person allowed to be red at base, by name. */
  allowRed: optional(listOf(name)),
  /** The run lands branches that were brought: on which branch, and whether each landing is pushed (QUEUE-05). */
  queue: optional(mapOf({ onto: name, push: truth() })),
});

export type RunPlan = Infer<typeof RunPlanSchema>;

/** What events of runs are made of. */

const count = whole();
const amount = mapOf({ usd: decimal(0), tokens: decimal(0) });
const words = text({ most: 4000 });
const hash = text({ least: 1, most: 64 });
const names = listOf(name, { most: 1000 });

function event<const T extends string, const F extends Fields>(type: T, fields: F) {
  return mapOf({ type: exactly(type), v: exactly(1), seq: count, at: decimal(), ...fields });
}

/** What came back. `used` is what the run is charged, 0 where no model was involved; `meter` says how that is known. */
const result = { ticket: name, run: count, used: amount, meter: optional(MeterReadingSchema) };

/** `spared`: checks of the plan that the change did not need by their `paths`, so that they have not run on this tree. */
const passedGate = {
  ...result,
  tree: hash,
  ...proved,
  spared: optional(names),
  flaky: optional(names),
};
/** `flaky`: checks that were red and then green on this tree; `once`: red in one run that is to be confirmed. */
const failedGate = {
  ...result,
  findings: names,
  because: optional(words),
  ...proved,
  flaky: optional(names),
};

/**
 * How a landing gate runs. `apart`: a red check is reported at once and confirmed by another run; without it, it is run
 * again in place. `reuse`: runs whose results on the same tree are taken over; what was red there is run once more.
 * `checks`: only these run, beside others of the same gate; what they come to is judged when all of them have.
 */
const gateShape = {
  apart: optional(truth()),
  reuse: optional(listOf(count, { most: 100 })),
  checks: optional(names),
};

/** A result with the agent that gave it, as the agent names itself; older journals have no `by`. */
const answer = { ...result, by: optional(provenance) };

const claimShape = oneOf(claims);

/** Handing work to the executor. `run` is unique in an epic and the key of its result; `extra`: see `promisedTo`. */
function assignmentShape<const Stage extends string>(stages: readonly Stage[]) {
  return {
    ticket: name,
    run: count,
    stage: oneOf(stages),
    seat: count,
    attempt: count,
    round: count,
    try: count,
    clarification: count,
    commit: nullable(hash),
    /** What a claim check is about. */
    claim: nullable(claimShape),
    reserved: amount,
    extra: optional(amount),
    until: nullable(decimal()),
    because: words,
  };
}

/** A refuted claim. `fault` says what is wrong: the work, or only the claim and the agent that made it. */
const refutedShape = { claim: claimShape, fault: oneOf(['work', 'claim']), because: words };

/** A merge or gate did not pass on a guess: that counts only if `until` lands. */
const asideShape = { ticket: name, until: name, because: words };

/** These are merged anew, because `after` left or the branch was moved ('' then); `runs` are called off. */
const voidedShape = {
  after: text({ most: 200 }),
  tickets: names,
  runs: listOf(count, { most: 1000 }),
  because: words,
};

/** The message in which a person asked for it: what was heard once is not done twice. */
const messageField = { message: optional(name) };

/**
 * Hashes of what judges the run before and after a change of the plan, and the plan that follows from it: one that was
 * understood from another plan than the one it meets changes nothing.
 */
const replanned = { from: text({ most: 64 }), inputs: hash, plan: RunPlanSchema };

/** A requirements document as it was counted; older journals have the three numbers alone. */
const countedShape = mapOf({
  total: count,
  checked: count,
  cycles: count,
  path: optional(words),
  health: optional(oneOf(convergenceHealths)),
  open: optional(names),
  escalated: optional(names),
  minRatio: optional(decimal(0, 1)),
  degradedRatio: optional(decimal(0, 1)),
});

/** The requirements documents at base, each under the audit that keeps it. */
const documentsShape = optional(listOf(mapOf({ audit: name, counted: countedShape })));

/** How many items a recovery review has judged, and how many of them are not met. Older journals do not say. */
const recoveredShape = { items: optional(count), open: optional(count) };

/** Numbers of seats in a stage. */
const seatsShape = listOf(count, { most: 15 });

/** What a survey says before anybody judges. */
const surveyShape = {
  recover: truth(),
  requirements: nullable(countedShape),
  /** How many are ticked or passed by reviews of this run, where that is more than the boxes say: those are ticked later. */
  passed: optional(count),
  /** Why a person has to be asked before anybody judges: the review cycles are used up (TEAM-12). */
  asks: optional(words),
  /** What is judged: the same commit for every auditor, and for the score. Older journals do not say. */
  commit: optional(hash),
  /** After a round of fixes: the seats that have to look again; without it all of them (TEAM-09). */
  again: optional(seatsShape),
};

/** The checks of a measurement of the base: which are not green, and which ran no test (REAL-02), as far as the journal says. */
const testedShape = {
  red: names,
  inconclusive: names,
  /** Why they are not green, each in one line. */
  because: optional(words),
  checks: optional(count),
  noTest: optional(names),
  /** Checks that were ended before a test finished. */
  unfinished: optional(names),
};

/** What a score comes to. */
const scoreShape = {
  overall: decimal(0, 1),
  /** Older journals do not say. */
  health: optional(oneOf(auditHealths)),
  move: oneOf(['passed', 'fix', 'stop']),
  kept: truth(),
  groups: whole(0, 100),
  because: words,
  /** Findings that fail an audit of what is there whatever its score, and from which severity. */
  failing: optional(whole(0, 1_000_000)),
  failOn: optional(oneOf(severities)),
  /** An open requirement has used up its review cycles: a person is asked before another round. */
  asks: optional(words),
};

/** Review cycles of a run that has stopped before they could be written into the document. */
const recountedShape = { counted: countedShape };

/** Where ticks were written: a commit of the coordinator's own that changes nothing but the document (TEAM-26). */
const ticksShape = {
  path: words,
  commit: hash,
  tree: hash,
  /** The document as it is with them; older journals do not say. */
  counted: optional(countedShape),
};

/** `final`: asking again would not help. */
const trouble = { ...result, because: words, final: truth() };

/** What happens in the reviews of one branch beside what happens in every run. A review is a run with one job, `review:<n>`. */
const reviewEvents = [
  event('review_opened', {
    ticket: name,
    /** Hash of what judges it, as kept with the records. */
    inputs: text(),
    branch: text(),
    base: text(),
    from: hash,
    head: hash,
    rounds: whole(1, 5),
    /** How many review each round, and all of them have to answer before anything is clean (TEAM-28). */
    reviewers: whole(1),
    fix: truth(),
    failOn: oneOf(severities),
  }),
  /** What the round comes to with every reviewer heard so far. */
  event('reviewer_answered', {
    ...result,
    verdict: oneOf(['clean', 'unclean']),
    critical: count,
    important: count,
    minor: count,
    /** Findings at or above the gate. */
    mustFix: count,
    setAside: count,
    /** Must-fix findings of the round before that are gone, and ones that came with its fix. */
    fixed: count,
    induced: count,
    document: nullable(text()),
  }),
  event('reviewer_failed', trouble),
  event('fixer_delivered', {
    ...result,
    commit: hash,
    commits: listOf(hash),
    /** Files that the fixer changed and that were put back, for they are protected. */
    putBack: optional(names),
  }),
  event('fixer_failed', trouble),
  event('fix_taken', { ...result, commit: hash, ref: text() }),
  /** The branch is no longer where the review left it: nothing that was said is about it. */
  event('review_stale', { ...result, was: hash, is: text() }),
  event('review_ended', {
    ticket: name,
    status: oneOf(['clean', 'unclean', 'blocked', 'accepted', 'unknown']),
    because: words,
    /** Because the money was gone, and not because of what was found. */
    limit: truth(),
  }),
] as const;

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

const assignment = assignmentShape(stages);
/** `onto` is the candidate's first parent, where that is not the tip. */
const candidate = { ...assignment, onto: optional(hash) };

export const EventSchema = variants('type', [
  // The run.
  event('run_started', { plan: RunPlanSchema, overtaking: count }),
  /** What judges the work, fixed before anything starts and never read again from what is judged (P9). */
  event('inputs_recorded', {
    base: mapOf({ ref: name, commit: hash, tree: hash }),
    inputs: hash, // Under which epic, configuration and agent files are kept.
    documents: documentsShape,
    epicFile: hash,
    configFile: nullable(hash),
    agents: listOf(mapOf({ role: name, hash, origin: name })),
    enforcement: oneOf(['enforced', 'verified']),
    notes: listOf(words, { most: 100 }),
  }),
  /** With `inputs` other agents play from here on: a person accepted them. */
  event('run_resumed', { inputs: optional(hash), by: optional(name) }),
  event('run_halted', { ...messageField, by: name, because: words }),
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
  event('landing_gate_started', { ...candidate, ...gateShape }),
  event('landing_started', assignment),
  event('survey_started', assignment),
  event('recovery_dispatched', assignment),
  event('reconciliation_dispatched', assignment),
  event('team_auditor_dispatched', assignment),
  event('scoring_started', assignment),
  event('wait_started', assignment),

  // Results.
  event('baseline_measured', { ...result, ...testedShape, ...doubtful }),
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
  event('validation_passed', { ...passedGate, commit: hash, changed: truth() }),
  event('validation_failed', { ...failedGate, commit: hash }),
  event('validation_broken', { ...result, because: words, ...doubtful }),
  event('critic_pass', { ...answer, commit: hash, score }),
  event('critic_fail', { ...answer, commit: hash, findings: names, score }),
  event('critic_ungrounded', { ...answer, commit: hash }),
  event('auditor_pass', { ...answer, commit: hash }),
  event('auditor_fail', { ...answer, commit: hash, findings: names, wanting: optional(disagreement) }),
  event('auditor_blocked', { ...answer, commit: hash, because: words }),
  event('claim_confirmed', { ...result, claim: claimShape, ...doubtful }),
  event('claim_refuted', { ...result, ...refutedShape }),
  event('claim_unchecked', { ...result, claim: claimShape, because: words, ...doubtful }),
  /** `checks`: those that this candidate needs, where there are several. */
  event('merged', { ...result, commit: hash, tree: hash, overlapping: truth(), checks: optional(names) }),
  event('merge_conflict', { ...result, files: names }),
  event('landing_checks_run', { ...result, tree: hash, red: names, because: optional(words) }),
  event('landing_gate_passed', passedGate),
  event('landing_gate_failed', { ...failedGate, once: optional(truth()) }),
  event('landing_gate_broken', { ...result, because: words, ...doubtful }),
  event('task_complete', { ...result, commit: hash, tree: hash }),
  event('survey_done', { ...result, ...surveyShape }),
  event('recovery_done', { ...answer, ...recoveredShape }),
  event('reconciliation_done', { ...answer, commit: hash, items: count, open: count }),
  event('team_auditor_reported', { ...answer, score: decimal(0, 1), commit: optional(hash) }),
  event('audit_scored', { ...result, ...scoreShape }),
  event('wait_over', result),

  // The reviews of a branch.
  event('reviewer_dispatched', assignment),
  ...reviewEvents,

  // Decisions of the coordinator.
  event('ticket_routed', {
    ticket: name,
    stage: oneOf(stages),
    seats: whole(1, 15),
    kept: optional(seatsShape), // Their report stands from before: nobody is asked (TEAM-09).
    claim: nullable(claimShape),
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
  event('candidate_set_aside', asideShape),
  event('candidates_voided', voidedShape),
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
  event('run_paused', { ...messageField, by: name, why: words }),
  event('run_unpaused', { ...messageField, by: name, why: words }),
  event('parallelism_changed', { ...messageField, developers: whole(1, 100), by: name, why: words }),
  event('note_added', { ...messageField, ticket: name, by: name, note: words }),
  event('ticket_stopped', {
    ...messageField,
    ticket: name,
    /** What was begun is called off, or it is not to be done at all. */
    how: oneOf(['cancelled', 'skipped']),
    /** Those who need it cannot start, or a person lets them go without it. */
    dependents: oneOf(['withheld', 'released']),
    by: name,
    why: words,
  }),
  event('ticket_reopened', { ...messageField, ticket: name, by: name, why: words }),
  /** The ticket has another text, or there is one more. */
  event('ticket_edited', {
    ...messageField,
    ticket: name,
    ...replanned,
    fields: names,
    by: name,
    why: words,
  }),
  event('ticket_added', { ...messageField, ticket: name, ...replanned, by: name, why: words }),
  /** `branch`: the work was brought to the queue as this branch (QUEUE-05). */
  event('manual_work_found', { ticket: name, commit: hash, tree: hash, branch: optional(name) }),
  /** The epic branch was moved by us, through the gate, but not by landing a job. */
  event('ticket_undone', { ticket: name, commit: hash, tree: hash, by: name, why: words }),
  event('requirements_ticked', { ticket: name, ...ticksShape, ticked: names, unticked: names }),
  event('requirements_counted', { ticket: name, ...recountedShape }),
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

/** Read instead of asked for by `in`: events have many shapes, and every one that is folded is looked at. */
type Marks = { readonly type: EventType; readonly reserved?: unknown; readonly used?: unknown };

export function isAssignment(event: Event): event is AssignmentEvent {
  const { reserved }: Marks = event;
  return reserved !== undefined;
}

/** First parent of the candidate that is merged or gated; undefined: the tip. */
export function ontoOf(event: AssignmentEvent): string | undefined {
  return event.type === 'merge_started' || event.type === 'landing_gate_started' ? event.onto : undefined;
}

export function isResult(event: Event): event is ResultEvent {
  const { used }: Marks = event;
  return used !== undefined;
}
