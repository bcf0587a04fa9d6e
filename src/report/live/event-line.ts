import type { Event, ResultEvent } from '../../model/events.ts';
import { jobNamed, type Job, replanProblem, type State } from '../../state/index.ts';
import { eventWords, scoreWords } from '../event-words.ts';
import { quoted, timeOfDay } from '../say.ts';

/** The state before and after one event. */
export type Step = { readonly event: Event; readonly before: State; readonly after: State };

/** `12:04:11 [API-2] reviewing -> needs_revision (critic: 2 findings)` */
export function eventLine(step: Step, offsetMinutes: number): string {
  const { event } = step;
  const moved = moveOf(step);
  const words = wordsOf(step);
  const what = moved === undefined ? words : `${moved} (${words})`;
  return `${timeOfDay(event.at, offsetMinutes)} [${ticketOf(event)}] ${what}`;
}

/** The job an event is about; `run` for those about all of them. */
export function ticketOf(event: Event): string {
  return 'ticket' in event ? quoted(event.ticket, 64) : 'run';
}

function moveOf({ event, before, after }: Step): string | undefined {
  if (!('ticket' in event)) return undefined;
  const from = jobNamed(before, event.ticket)?.status;
  const to = jobNamed(after, event.ticket)?.status;
  return from === undefined || to === undefined || from === to ? undefined : `${from} -> ${to}`;
}

/** What an event says, and that it came to nothing where it did: a plan that went on meanwhile was not changed. */
export function stepWords({ event, before }: Pick<Step, 'event' | 'before'>): string {
  const words = eventWords(event);
  if (event.type !== 'ticket_edited' && event.type !== 'ticket_added') return words;
  const problem = replanProblem(before, event);
  return problem === undefined ? words : `NOT DONE (${problem}): ${words}`;
}

/** A decision says what it was made of: the answers that its job had in hand. */
function wordsOf(step: Step): string {
  const { event, before } = step;
  if (event.type === 'ticket_routed') return passWords(jobNamed(before, event.ticket)) ?? stepWords(step);
  if (
    event.type !== 'ticket_sent_back' &&
    event.type !== 'ticket_escalated' &&
    event.type !== 'workflow_failed'
  )
    return stepWords(step);
  const job = jobNamed(before, event.ticket);
  const known = 'because' in event ? event.because : '';
  const complaints = job === undefined ? [] : complaintsOf(job).filter((each) => !isSaid(each, known));
  const answers = complaints.map(eventWords).join('; ');
  if (answers === '') return eventWords(event);
  return event.type === 'ticket_sent_back' ? answers : `${eventWords(event)}; ${answers}`;
}

function passWords(job: Job | undefined): string | undefined {
  const hasPassed =
    job?.stage === 'review' && job.seats.every(({ outcome }) => outcome?.type === 'critic_pass');
  return hasPassed ? reviewWords(job) : undefined;
}

/** `review passed, score 89.69`; empty where the critics have not passed the work. */
export function reviewWords(job: Job): string {
  return job.evidence.reviewed === null ? '' : `review passed${scoreWords(job)}`;
}

/** A decision that gives the reason of an answer need not repeat it. */
function isSaid(answer: ResultEvent, words: string): boolean {
  return 'because' in answer && (answer.because ?? '') !== '' && words.includes(answer.because ?? '');
}

/** What spoke against a job in the stage it is in. */
export function complaintsOf(job: Job): readonly ResultEvent[] {
  return job.seats.flatMap(({ outcome }) => (outcome === null || agrees(outcome.type) ? [] : [outcome]));
}

function agrees(type: ResultEvent['type']): boolean {
  return type.endsWith('_pass') || type.endsWith('_passed') || type === 'developer_ready_for_review';
}

/** Whether a line of a log that has one line per change is worth this event. `terse`: only what somebody must know. */
export function isNews(step: Step, terse = false): boolean {
  const { event } = step;
  if (always.has(event.type)) return true;
  if (event.type === 'audit_ended' && event.outcome === 'off') return false;
  if (!terse) return moveOf(step) !== undefined || alsoNews.has(event.type);
  const to = 'ticket' in event ? jobNamed(step.after, event.ticket)?.status : undefined;
  return moveOf(step) !== undefined && to !== undefined && ends.has(to);
}

const ends: ReadonlySet<string> = new Set(['completed', 'failed', 'escalated', 'needs_revision', 'blocked']);

const always: ReadonlySet<Event['type']> = new Set<Event['type']>([
  'run_started',
  'run_resumed',
  'run_halted',
  'budget_changed',
  'run_paused',
  'run_unpaused',
  'parallelism_changed',
  'ticket_stopped',
  'ticket_reopened',
  'ticket_edited',
  'ticket_added',
  'run_ended',
  'foreign_tip_found',
  'infrastructure_blocked',
  'infrastructure_restored',
  'ticket_undone',
  'base_synced',
  'requirements_ticked',
  'epic_undone',
]);

const alsoNews: ReadonlySet<Event['type']> = new Set<Event['type']>([
  'inputs_recorded',
  'baseline_measured',
  'agent_unclear',
  'agent_failed',
  'agent_limited',
  'critic_ungrounded',
  'claim_refuted',
  'judges_disagreed',
  'seat_given_up',
  'remediation_opened',
  'tip_check_opened',
  'fix_opened',
  'audit_scored',
  'decision_answered',
  'note_added',
  'dependency_added',
  'candidate_set_aside',
  'candidates_voided',
]);
