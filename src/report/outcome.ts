import type { RunStatus } from '../model/events.ts';
import { type Outcome, type OutcomeFacts, outcomeOf } from '../model/outcome.ts';
import { redAtBaseLine, type RedAtBase, openAtBase } from '../model/outcome.ts';
import {
  acceptedIn,
  jobAt,
  members,
  redAtBaseOf,
  type State,
  summarise,
  jobNamed,
  type ReviewState,
} from '../state/index.ts';
import { openRequirementWords } from './convergence-lines.ts';
import { count, inShort, quoted } from './say.ts';
import { type AuditHealth, scoreText } from '../model/audit.ts';
import { failingWords, failingIn } from '../model/report.ts';
import type { Severity } from '../model/severity.ts';
import type { Finding } from '../model/finding.ts';
import { decidedLines } from './review/review-markdown.ts';

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

/** What the result of a team's audit of a repository rests on. */
export type AuditFacts = {
  /** null where no round was scored. */
  readonly scored: { readonly health: AuditHealth; readonly score: number } | null;
  readonly failing: number;
  readonly failOn: Severity;
  /** All that is missing is the recovery review, so a person can let the rest count. */
  readonly isUnreviewed: boolean;
  readonly isAccepted: boolean;
  readonly redAtBase: readonly RedAtBase[];
  /** How the run behind the scores ended. */
  readonly status: RunStatus | null;
};

/** The result of a team's audit. Findings that fail it come first: what else is not known does not hide them. */
export function auditOutcome(facts: AuditFacts): Outcome {
  const { scored, failing, failOn, isUnreviewed, redAtBase, status } = facts;
  if (facts.isAccepted) return outcomeOf({ redAtBase, besides: ['accepted by a person'] });
  const health = scored?.health ?? 'unknown';
  const score = scored === null ? '' : `score ${scoreText(scored.score)}`;
  // The scores pass and the run behind them does not: a review or a decision is missing.
  const isUnfinished = health === 'passed' && failing === 0 && status !== 'completed';
  const isMissing = scored === null || isUnfinished || (failing === 0 && isUnreviewed);
  const isAsked = status === 'escalated' && isMissing;
  const isLow = failing === 0 && health !== 'passed' && health !== 'unknown';
  const missing = scored === null ? 'no round was scored' : 'some parts could not be checked';
  return outcomeOf({
    open: isAsked ? 'decision' : null,
    failing: failing > 0 ? [failingWords(failing, failOn)] : isLow ? [`health ${health}, ${score}`] : [],
    notComputed:
      health === 'unknown'
        ? [missing]
        : isUnfinished && !isAsked
          ? ['the run that produced these scores did not pass']
          : [],
    redAtBase,
    besides: health === 'passed' && failing === 0 && !isUnfinished ? [score] : [],
  });
}

/** The facts of an audit of what is there, which is a run without tickets; undefined for any other run. */
export function auditFactsOf(state: State): AuditFacts | undefined {
  const audit = state.plan.tickets.length === 0 ? jobNamed(state, 'audit:run')?.audit : undefined;
  if (audit === undefined || audit === null || audit.outcome === 'off') return undefined;
  const { score, health, failing, failOn, unreviewed, silent, outcome } = audit;
  return {
    scored: score === null ? null : { score, health: health ?? 'unknown' },
    failing,
    failOn: failOn ?? 'HIGH',
    isUnreviewed: unreviewed && !silent,
    isAccepted: outcome === 'accepted',
    redAtBase: redAtBaseOf(state),
    status: state.status,
  };
}

export type ReviewFacts = {
  readonly redAtBase: readonly RedAtBase[];
  /** Open findings of the last run: where nobody answered, those that need no model. */
  readonly known: readonly Finding[];
  /** The branch that was reviewed: where it is now; undefined where there is none. */
  readonly branchAt: string | undefined;
  /** A review is at work. */
  readonly held: boolean;
};

/** What a review with agents came to. A clean verdict holds only for a branch that has the fixes. */
export function reviewOutcome(
  state: ReviewState,
  { redAtBase, known, branchAt, held }: ReviewFacts,
): Outcome {
  const { ended, question, commits, head, because } = state;
  const shared = { redAtBase, besides: decidedLines({ decided: state.choice }) };
  if (ended === null) {
    // A person takes it over: nothing continues, and there is nothing to decide.
    if (!held && question === null && state.choice?.choice === 'manual')
      return outcomeOf({ ...shared, open: 'blocked' });
    const open = held ? 'running' : question === null ? 'interrupted' : 'decision';
    return outcomeOf({ ...shared, open, besides: question === null ? [] : [because] });
  }
  if (ended.limit) return outcomeOf({ ...shared, open: 'limit', besides: [ended.because] });
  const isPassed = ended.status === 'clean' || ended.status === 'accepted';
  const isAside = commits.length > 0 && branchAt !== undefined && branchAt !== head;
  if (isPassed && isAside && openAtBase(redAtBase).length === 0)
    return outcomeOf({ open: 'decision', besides: ['the fixes are not on the branch yet'] });
  return outcomeOf({ ...shared, ...endedFacts(state, ended, { redAtBase, known }) });
}

type Ended = NonNullable<ReviewState['ended']>;

function endedFacts(
  { answers, opened }: ReviewState,
  { status, because }: Ended,
  { redAtBase, known }: Pick<ReviewFacts, 'redAtBase' | 'known'>,
): OutcomeFacts {
  if (status === 'unclean') return { failing: [failingWords(answers.at(-1)?.mustFix ?? 0, opened.failOn)] };
  if (status === 'blocked') return { open: 'blocked' };
  if (status !== 'unknown' || isSaidAtBase(because, redAtBase)) return {};
  const failing = failingIn(known, opened.failOn);
  return { failing: failing === 0 ? [] : [failingWords(failing, opened.failOn)], notComputed: [because] };
}

/** Whether the reason of a review without a result is a check that is red at base, which is said by itself. */
export function isSaidAtBase(because: string, redAtBase: readonly RedAtBase[]): boolean {
  return openAtBase(redAtBase).some((red) => because.startsWith(redAtBaseLine(red)));
}
