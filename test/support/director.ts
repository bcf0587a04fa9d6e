import { admitted, settle } from '../../src/run/index.ts';
import type { Recorder } from '../../src/run/index.ts';
import type { Choice, Draft, Event, EventType, ResultEvent, Stage } from '../../src/model/events.ts';
import { defaultPolicy, overtakingBound } from '../../src/decide/index.ts';
import type { Policy } from '../../src/decide/index.ts';
import { initialState, jobNamed } from '../../src/state/index.ts';
import type { Job, Seat, State } from '../../src/state/index.ts';
import { planOf } from './sketch.ts';
import type { Sketch } from './sketch.ts';

type Of<Type extends EventType> = Extract<Event, { type: Type }>;
type ResultType = ResultEvent['type'];

/** The coordinator on a stage: the test plays everybody else. */
export type Director = {
  readonly journal: readonly Event[];
  state(): State;
  job(id: string): Job;
  /** Its status, with the reason where it is blocked: `blocked: question`. */
  status(id: string): string;
  /** Who is at work, in the order of being sent: `T1 develop`, `T2 review#1` where there are several seats. */
  running(): string[];
  events<Type extends EventType>(type: Type): Of<Type>[];
  record(draft: Draft): void;
  /** Whoever works on the job (`T1`, or `T1#2` for one seat) comes back with this. What is not said is the ordinary. */
  answer<Type extends ResultType>(who: string, type: Type, more?: Partial<Of<Type>>): void;
  decide(id: string, choice: Choice, why?: string): void;
  /** Whoever works on the job comes back with what one hopes for. */
  pass(who: string): void;
  /** Good answers until the job is in this stage. */
  drive(id: string, stage: Stage): void;
  land(id: string): void;
  later(ms: number): void;
};

/** More than any story told here needs, and more than each of many tickets does. */
const MOST_EVENTS = 1000;
const MOST_EACH = 10;

/** A run whose base is green: every ticket that waits for nothing can start. No audits unless the policy has them. */
export function direct(sketch: Sketch, policy: Partial<Policy> = {}): Director {
  const director = directUnmeasured(sketch, policy);
  director.pass('baseline');
  return director;
}

/** The same before anything is known about the base. */
export function directUnmeasured(sketch: Sketch, overrides: Partial<Policy> = {}): Director {
  const policy: Policy = { ...defaultPolicy, auditors: 0, waitForPeople: true, ...overrides };
  const journal: Event[] = [];
  let state = initialState;
  let now = 0;
  const recorder: Recorder = {
    stamp: (draft, nth) => ({ ...draft, seq: journal.length + 1 + nth, at: now }),
    append: (steps) => {
      if (journal.length > Math.max(MOST_EVENTS, MOST_EACH * sketch.tickets.length))
        throw new Error(`this goes round in circles: ${steps[0]?.event.type}`);
      journal.push(...steps.map(({ event }) => event));
      state = steps.at(-1)?.after ?? state;
    },
  };
  const record = (draft: Draft): void => {
    const event = recorder.stamp(draft, 0);
    recorder.append([{ event, after: admitted(state, event) }]);
    settle(state, policy, recorder);
  };
  const job = (id: string): Job => found(state, id);
  const answer: Director['answer'] = (who, type, more = {}) => {
    const [id = '', seat] = who.split('#');
    const { run } = seatAtWork(job(id), seat);
    const usual = { ticket: id, run, v: 1, used: { usd: 0, tokens: 0 }, ...usually(type, job(id), run) };
    record({ ...usual, ...more, type } as Draft);
  };
  const pass = (who: string): void => answer(who, hopedFor[stageOf(job(who.split('#')[0] ?? ''))]);
  record({ type: 'run_started', v: 1, plan: planOf(sketch), overtaking: overtakingBound(policy) });
  return {
    journal,
    state: () => state,
    job,
    status: (id) => (job(id).blocked === null ? job(id).status : `${job(id).status}: ${job(id).blocked}`),
    running: () => atWork(journal, state),
    events: <Type extends EventType>(type: Type) =>
      journal.filter((event): event is Of<Type> => event.type === type),
    record,
    answer,
    decide: (id, choice, why = 'told so') =>
      record({
        type: 'decision_answered',
        v: 1,
        ticket: id,
        question: jobNamed(state, id)?.question?.id ?? 0,
        choice,
        by: 'somebody',
        why,
      }),
    pass,
    drive: (id, stage) => {
      while (job(id).stage !== stage) pass(id);
    },
    land: (id) => {
      while (job(id).status !== 'completed') pass(id);
    },
    later: (ms) => {
      now += ms;
    },
  };
}

function found(state: State, id: string): Job {
  const job = jobNamed(state, id);
  if (job === undefined) throw new Error(`nobody knows ${id}`);
  return job;
}

function seatAtWork(job: Job, wanted: string | undefined): Seat {
  const taken = job.seats.filter((seat) => seat.state === 'running' || seat.state === 'parked');
  const seat = wanted === undefined ? taken[0] : job.seats[Number(wanted)];
  if (seat === undefined || !taken.includes(seat))
    throw new Error(`nobody works on ${job.id}: ${job.status} in ${job.stage}`);
  return seat;
}

function stageOf(job: Job): Stage {
  if (job.stage === null) throw new Error(`${job.id} is in no stage: ${job.status}`);
  return job.stage;
}

function atWork(journal: readonly Event[], state: State): string[] {
  return journal.flatMap((event) => {
    if (!('reserved' in event)) return [];
    const { seats } = found(state, event.ticket);
    const seat = seats[event.seat];
    if (seat?.run !== event.run || seat.state !== 'running') return [];
    return [`${event.ticket} ${event.stage}${seats.length > 1 ? `#${event.seat}` : ''}`];
  });
}

const hopedFor: Readonly<Record<Stage, ResultType>> = {
  baseline: 'baseline_measured',
  develop: 'developer_ready_for_review',
  validate: 'validation_passed',
  review: 'critic_pass',
  audit: 'auditor_pass',
  confirm: 'claim_confirmed',
  merge: 'merged',
  gate: 'landing_gate_passed',
  land: 'task_complete',
  survey: 'survey_done',
  recover: 'recovery_done',
  reconcile: 'reconciliation_done',
  team: 'team_auditor_reported',
  score: 'audit_scored',
};

/** A reviewer that finds nothing. */
const reviewAnswer = {
  verdict: 'clean',
  critical: 0,
  important: 0,
  minor: 0,
  mustFix: 0,
  setAside: 0,
  fixed: 0,
  induced: 0,
  document: null,
};

/** Every run of a developer makes a commit of its own; everybody else speaks about the commit at hand. */
function usually(type: ResultType, job: Job, run: number): object {
  const at = { commit: job.commit, tree: job.tree };
  const because = 'so it is';
  const findings = ['a.ts:1'];
  const byType: Readonly<Record<ResultType, object>> = {
    baseline_measured: { red: [], inconclusive: [] },
    developer_ready_for_review: { commit: `c${run}`, tree: `tree-c${run}` },
    developer_incomplete: { blocker: 'other', on: null, because },
    developer_question: { question: 'which one?' },
    developer_blocked: { because },
    agent_unclear: { because },
    agent_failed: { trouble: 'crash', because },
    agent_limited: { until: null },
    validation_passed: { ...at, changed: true },
    validation_failed: { commit: job.commit, findings },
    validation_broken: { because },
    critic_pass: { commit: job.commit },
    critic_fail: { commit: job.commit, findings },
    critic_ungrounded: { commit: job.commit },
    auditor_pass: { commit: job.commit },
    auditor_fail: { commit: job.commit, findings },
    auditor_blocked: { commit: job.commit, because },
    claim_confirmed: { claim: job.claim },
    claim_refuted: { claim: job.claim, fault: job.claim === 'audit_pass' ? 'work' : 'claim', because },
    claim_unchecked: { claim: job.claim, because },
    merged: { commit: `m${run}`, tree: job.tree, overlapping: false },
    merge_conflict: { files: ['a.ts'] },
    landing_checks_run: { tree: job.candidate?.tree, red: [] },
    landing_gate_passed: { tree: job.candidate?.tree },
    landing_gate_failed: { findings },
    landing_gate_broken: { because },
    task_complete: { commit: job.candidate?.commit, tree: job.candidate?.tree },
    foreign_tip_found: { tip: 'foreign' },
    survey_done: { recover: false, requirements: null, commit: `s${run}` },
    recovery_done: {},
    reconciliation_done: { commit: job.commit ?? 'c0', items: 1, open: 0 },
    team_auditor_reported: { score: 1, commit: job.commit ?? undefined },
    audit_scored: { overall: 1, move: 'passed', kept: true, groups: 0, because },
    wait_over: {},
    reviewer_answered: reviewAnswer,
    reviewer_failed: { because, final: false },
    fixer_delivered: { commit: `c${run}`, commits: [`c${run}`] },
    fixer_failed: { because, final: false },
    fix_taken: { commit: job.review?.delivered, ref: 'refs/heads/branch' },
    review_stale: { was: 'c0', is: 'foreign' },
  };
  return byType[type];
}
