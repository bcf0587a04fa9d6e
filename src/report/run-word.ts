import type { RunStatus } from '../model/events.ts';
import { type Outcome, type OutcomeFacts, outcomeOf } from '../model/outcome.ts';
import { redAtBaseLine } from '../model/red-at-base.ts';
import { acceptedIn, jobAt, members, redAtBaseOf, type State, summarise } from '../state/index.ts';
import { auditFactsOf, auditOutcome } from './audit-outcome.ts';
import { openRequirementWords } from './convergence-lines.ts';
import { count, inShort, quoted } from './say.ts';

/** State of a run, as `status` tells it: the ends of a run, and what it is while it has none. */
export type RunWord = RunStatus | 'running' | 'paused' | 'interrupted' | 'idle';

/**
 * The journal knows whether a run has ended; whether one that has not is going on or was cut off, only the lease tells.
 * One that a person stopped is paused.
 */
export function runWord(state: State, held: boolean): RunWord {
  // A person put it away: it has ended, whatever was open.
  if (state.halted !== null && !held) return 'partial';
  // Every question is answered: it goes on when somebody resumes it.
  if (state.status === 'escalated' && state.asking.size === 0 && !held) return 'paused';
  if (state.status !== null) return state.status;
  if (state.phase === 'idle') return held ? 'running' : 'idle';
  if (held) return state.paused === null ? 'running' : 'paused';
  return state.paused === null ? 'interrupted' : 'paused';
}

/** Whether a run has not come to its end: it is at work, or `resume` continues it. */
export function isUnfinished(state: State): boolean {
  const word = runWord(state, false);
  if (word !== 'completed' && word !== 'failed' && word !== 'partial') return true;
  return word === 'partial' && state.asking.size > 0;
}

/** What a run or an audit came to, on every surface: a pass names its checks red at base, open requirements, and who accepted what. */
export function runOutcome(state: State, word: RunWord): Outcome {
  const redAtBase = redAtBaseOf(state);
  const audit = auditFactsOf(state);
  if (word === 'escalated' && audit !== undefined) return auditOutcome(audit);
  if (word !== 'completed' && word !== 'partial' && word !== 'failed')
    return outcomeOf({ open: openAs(state, word), redAtBase, besides: openReasons(state, word) });
  if (audit !== undefined) return auditOutcome(audit);
  const failing = unfinished(state);
  const accepted = acceptedIn(state);
  const isEmpty = word !== 'completed' && failing.length === 0;
  return outcomeOf({
    failing: isEmpty ? ['it ended before its work was done'] : failing,
    redAtBase,
    besides: [
      ...openRequirementWords(state),
      ...(accepted.length === 0 ? [] : [`${count(accepted.length, 'job')} accepted by ${namesOf(accepted)}`]),
    ],
  });
}

function namesOf(accepted: ReturnType<typeof acceptedIn>): string {
  const names = [...new Set(accepted.map(({ by }) => quoted(by, 64)))];
  const more = names.length - MOST_NAMED;
  return `${names.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Tickets and audits without a good end: no pass while there is one. */
function unfinished(state: State): readonly string[] {
  const { tickets, audits } = summarise(state);
  const open = tickets.filter(({ status }) => status !== 'completed').length;
  const { halted } = state;
  const why = halted === null || halted.why === '' ? '' : `: ${inShort(halted.why)}`;
  return [
    ...(halted === null ? [] : [`cancelled by ${quoted(halted.by, 64)}${why}`]),
    ...(open === 0 ? [] : [`${open} of ${count(tickets.length, 'ticket')} not merged`]),
    ...audits.flatMap(({ id, outcome, status }) =>
      status === 'completed' ? [] : [`${quoted(id, 64)} ${outcome ?? 'not finished'}`],
    ),
  ];
}

function openAs(
  state: State,
  word: Exclude<RunWord, 'completed' | 'partial' | 'failed'>,
): NonNullable<OutcomeFacts['open']> {
  if (word !== 'escalated') return word;
  return isOutage(state) ? 'outage' : 'decision';
}

/** No agent at all could work: the environment is at fault, and no decision fixes that. */
function isOutage(state: State): boolean {
  const { decisionsNeeded, tickets } = summarise(state);
  if (tickets.some(({ status }) => status === 'completed')) return false;
  const unavailable = decisionsNeeded.filter(({ reason }) => reason === 'agent_unavailable');
  const started = tickets.filter(({ attempts }) => attempts > 0);
  return unavailable.length > 0 && unavailable.length === started.length;
}

const MOST_NAMED = 3;
/** The only limit that ends a run. */
export const OUT_OF_BUDGET = 'the remaining budget is too small for the waiting work';

function openReasons(state: State, word: RunWord): readonly string[] {
  if (word === 'paused' && state.paused !== null) return [`by ${quoted(state.paused.by, 64)}`];
  if (word === 'paused' && state.status === 'escalated') return ['your decisions are recorded'];
  if (word === 'limit') return [OUT_OF_BUDGET];
  if (word !== 'escalated') return [];
  const asking = [...members(state.asking)].map((index) => quoted(jobAt(state, index).id, 64));
  const more = asking.length - MOST_NAMED;
  return [`${asking.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`];
}

const MOST_ACCEPTED = 20;

/** What a person accepted, with who and why. */
export function acceptedLines(state: State): readonly string[] {
  const all = acceptedIn(state);
  const lines = all
    .slice(0, MOST_ACCEPTED)
    .map(({ job, because }) => `accepted  ${quoted(job, 64)} by ${quoted(because, 400)}`);
  return all.length > MOST_ACCEPTED ? [...lines, `and ${all.length - MOST_ACCEPTED} more`] : lines;
}

/** The first lines of every verdict about a run: the checks that are red at base. */
export function baseLines(state: State): readonly string[] {
  return redAtBaseOf(state).map((red) => quoted(redAtBaseLine(red), 400));
}
