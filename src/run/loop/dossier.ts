import { isJudgesMistake, type Event, type FailureKind, type Stage } from '../../model/events.ts';
import { jobNamed } from '../../state/index.ts';
import type { State } from '../../state/index.ts';

/** One attempt that was sent back: the runs whose records say why, or the sentence alone. */
export type SentBack = {
  readonly kind: FailureKind;
  readonly attempt: number;
  readonly because: string;
  readonly runs: readonly number[];
};

/**
 * What later stages need to know about a job beside its state: which run did what. It follows from the events alone,
 * so a restarted coordinator has the same one; what the runs learnt stands in their records.
 */
export type Dossier = {
  /** The epic tip when its first developer was sent; stays an ancestor of all its work. */
  base: string;
  /** Runs by stage and seat, the newest last. */
  readonly runs: Map<string, number[]>;
  readonly sentBack: SentBack[];
  /** What landed since it was cut has to be in its workspace: what it waited for, or what was fixed for everybody. */
  behind: boolean;
  /** What a person committed by hand, until a developer has delivered again. */
  manual: string | null;
  /** The first run after that: what it or a later one delivered is newer. */
  manualSince: number;
  /** Runs that failed the attempt at hand. */
  failing: number[];
  question: string;
  readonly answers: { question: string; answer: string; by: string }[];
  readonly notes: { text: string; by: string }[];
  /** The commit that a critic judged last; empty: none was. */
  reviewed: string;
  /** For a fix: its audit, which group of the report it is, and the first run after that report. */
  group: { audit: string; nth: number; before: number } | null;
};

/** All dossiers of a run: folded beside the state, dropped when a ticket is over. */
export class Dossiers {
  readonly #byJob: Map<string, Dossier>;

  constructor(kept: readonly (readonly [string, Dossier])[] = []) {
    this.#byJob = new Map(kept);
  }

  /** All of them, for a snapshot. */
  kept(): readonly (readonly [string, Dossier])[] {
    return [...this.#byJob];
  }

  of(job: string): Dossier {
    let dossier = this.#byJob.get(job);
    if (dossier === undefined) this.#byJob.set(job, (dossier = emptyDossier()));
    return dossier;
  }

  /** `before` is the state the event was folded into. */
  fold(before: State, event: Event): void {
    if (event.type === 'infrastructure_restored') for (const each of this.#byJob.values()) each.behind = true;
    // Results on a guess that came to nothing say nothing about the work.
    if (event.type === 'candidates_voided') for (const id of event.tickets) this.of(id).failing = [];
    if (!('ticket' in event)) return;
    const dossier = this.of(event.ticket);
    if ('reserved' in event) {
      if (event.type !== 'wait_started') this.#assigned(before, dossier, event);
      return;
    }
    if (isFailing(event) && 'run' in event) dossier.failing.push(event.run);
    learn(before, dossier, event);
    if (event.type === 'task_complete' || isLost(before, event)) this.#close(event.ticket);
  }

  #assigned(before: State, dossier: Dossier, event: { stage: Stage; seat: number; run: number }): void {
    if (event.stage === 'develop' && dossier.base === '') dossier.base = before.tip;
    const key = seatKey(event.stage, event.seat);
    const runs = dossier.runs.get(key);
    if (runs === undefined) dossier.runs.set(key, [event.run]);
    else runs.push(event.run);
  }

  /** Tickets by the thousand end; audits are asked about by their fixes, so those stay. */
  #close(job: string): void {
    if (!job.startsWith('audit:')) this.#byJob.delete(job);
  }
}

const failing: ReadonlySet<Event['type']> = new Set<Event['type']>([
  'validation_failed',
  'critic_fail',
  'auditor_fail',
  'merge_conflict',
  'landing_gate_failed',
  'developer_incomplete',
]);

/** Whether a result says what is wrong with the work. A judge's own mistake does not (REAL-05). */
function isFailing(event: Event): boolean {
  if (event.type === 'claim_refuted') return !isJudgesMistake(event);
  // A red that is to be confirmed says nothing yet.
  return failing.has(event.type) && !(event.type === 'landing_gate_failed' && event.once === true);
}

function learn(before: State, dossier: Dossier, event: Event): void {
  if (event.type === 'ticket_sent_back' || event.type === 'ticket_escalated') close(before, dossier, event);
  else if (event.type === 'critic_pass' || event.type === 'critic_fail') dossier.reviewed = event.commit;
  else if (event.type === 'developer_question') dossier.question = event.question;
  else if (event.type === 'decision_answered') rememberAnswer(dossier, event);
  else if (event.type === 'note_added') dossier.notes.push({ text: event.note, by: event.by });
  else if (event.type === 'ticket_reopened') takeUp(dossier, event);
  // What it lacks may have landed since it was cut; without a wait it is sent again at once.
  else if (event.type === 'developer_incomplete') dossier.behind ||= event.blocker === 'dependency';
  // It was run on what was broken: it says nothing about the work.
  else if (event.type === 'infrastructure_blocked') dossier.failing = [];
  else if (event.type === 'manual_work_found') {
    dossier.manual = event.commit;
    dossier.manualSince = before.runs;
  } else if (event.type === 'developer_ready_for_review') {
    dossier.manual = null;
    dossier.behind = false;
  } else if (event.type === 'fix_opened')
    dossier.group = { audit: event.audit, nth: event.group, before: before.runs };
}

/** A ticket that failed may be taken up again with all that is known of it; anything else that failed may not. */
function isLost(before: State, event: Event): boolean {
  return event.type === 'workflow_failed' && jobNamed(before, event.ticket)?.kind !== 'ticket';
}

/** The attempt that was cut off says nothing about the work, and the epic has gone on meanwhile. */
function takeUp(dossier: Dossier, { why, by }: Extract<Event, { type: 'ticket_reopened' }>): void {
  dossier.failing = [];
  dossier.behind = dossier.runs.size > 0;
  if (why !== '') dossier.notes.push({ text: why, by });
}

type Closing = Extract<Event, { type: 'ticket_sent_back' | 'ticket_escalated' }>;

/** The attempt is over. An escalation that is nobody's failure teaches nothing. */
function close(before: State, dossier: Dossier, { kind, ticket: job, because }: Closing): void {
  if (kind === null) return;
  const attempt = jobNamed(before, job)?.attempt ?? 0;
  dossier.sentBack.push({ kind, attempt, because, runs: dossier.failing });
  dossier.failing = [];
}

function rememberAnswer(
  dossier: Dossier,
  { choice, why, by }: Extract<Event, { type: 'decision_answered' }>,
): void {
  if (choice === 'answer') dossier.answers.push({ question: dossier.question, answer: why, by });
  else if (why !== '') dossier.notes.push({ text: why, by });
}

export function seatKey(stage: Stage, seat: number): string {
  return `${stage}:${seat}`;
}

/** Whether the epic tip is merged into the work before anybody goes on with it (REWORK-08, FLOW-09, REMEDY-02). */
export function needsTip({ sentBack, behind }: Dossier): boolean {
  return behind || sentBack.at(-1)?.kind === 'landing';
}

/** Runs of a seat, the newest last. */
export function runsOf(dossier: Dossier, stage: Stage, seat = 0): readonly number[] {
  return dossier.runs.get(seatKey(stage, seat)) ?? [];
}

function emptyDossier(): Dossier {
  return {
    base: '',
    runs: new Map(),
    sentBack: [],
    behind: false,
    manual: null,
    manualSince: 0,
    failing: [],
    question: '',
    answers: [],
    notes: [],
    reviewed: '',
    group: null,
  };
}
