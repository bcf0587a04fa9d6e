import type { Budget } from '../../model/usage.ts';
import { at, each, jobAt, laneOf, laneWaitedFor, isReady, isStopping } from '../../state/index.ts';
import type { Job, Lane, State } from '../../state/index.ts';
import { anotherRound, jobCommand, resumeOf } from './job-command.ts';
import { gateWords, landingReason } from './landing.ts';
import { OUT_OF_BUDGET } from '../outcome.ts';
import { count, duration, money, quoted, reasonWords } from '../say.ts';
import { blockWords, roleIn } from '../stage-words.ts';

/** One reason why a ticket is where it is, and the command that could change it. */
export type Why = {
  readonly kind:
    | 'over'
    | 'running'
    | 'stopping'
    | 'question'
    | 'paused'
    | 'no_coordinator'
    | 'dependency'
    | 'milestone'
    | 'infrastructure'
    | 'baseline'
    | 'limit'
    | 'touches'
    | 'places'
    | 'budget'
    | 'queue';
  readonly text: string;
  readonly next: string | null;
};

export type WhyOptions = {
  readonly now: number;
  /** A coordinator is running. */
  readonly held: boolean;
  /** How many may work in each lane at once. */
  readonly places: Readonly<Record<Lane, number>>;
  readonly budget: Budget;
};

/** "Why is this not running?": every reason there is, the one that matters most first (BEYOND-10). */
export function whyOf(state: State, job: Job, options: WhyOptions): readonly Why[] {
  const first = atAnEnd(state, job) ?? atWork(state, job, options);
  if (first !== undefined) return [first];
  const reasons = [
    ...asked(state, job),
    ...heldBack(state, options),
    ...needed(state, job),
    ...ground(state, job),
    ...crowded(state, job, options),
  ];
  return reasons.length > 0 ? reasons : [why('queue', 'nothing blocks it: it starts next', null)];
}

function why(kind: Why['kind'], text: string, next: string | null): Why {
  return { kind, text, next };
}

function atAnEnd(state: State, job: Job): Why | undefined {
  if (job.status === 'completed') return why('over', 'it has landed', null);
  if (job.status !== 'failed') return undefined;
  return why('over', `it has ended: ${reasonWords(job.reason)}`, anotherRound(state, job));
}

function atWork(state: State, job: Job, { now, held }: WhyOptions): Why | undefined {
  const seat = job.seats.find(({ state }) => state === 'running');
  if (seat === undefined || job.stage === null) return undefined;
  const who = `${roleIn(job.stage, job.kind)} for ${duration(now - seat.since)}, attempt ${job.attempt + 1}`;
  if (!held)
    return why('no_coordinator', `interrupted: ${roleIn(job.stage, job.kind)} was at work`, resumeOf(state));
  if (isStopping(job)) return why('stopping', `it is being stopped (${who})`, null);
  const text = `it is running: ${who}${gateWords(state, job)}`;
  return why('running', text, jobCommand(state, 'logs', job.id));
}

function asked(state: State, job: Job): Why[] {
  if (job.question === null || job.blocked === 'manual') return [];
  const text = `needs your decision: ${reasonWords(job.question.reason)}${job.reason === '' ? '' : ` (${quoted(job.reason)})`}`;
  return [why('question', text, jobCommand(state, 'decide', job.id))];
}

function heldBack(state: State, { held, now }: WhyOptions): Why[] {
  const { paused } = state;
  const reasons: Why[] = [];
  if (paused !== null) {
    const said = paused.why === '' ? '' : `: ${quoted(paused.why)}`;
    const text = `the run was paused by ${quoted(paused.by)} ${duration(now - paused.since)} ago${said}`;
    reasons.push(
      why('paused', text, held ? `gauntlet unpause --epic ${quoted(state.plan.epic, 64)}` : resumeOf(state)),
    );
  }
  if (!held && state.status === 'limit')
    reasons.push(why('budget', OUT_OF_BUDGET, `${resumeOf(state)} --budget USD`));
  else if (!held) reasons.push(why('no_coordinator', 'no coordinator is running', resumeOf(state)));
  return reasons;
}

function needed(state: State, job: Job): Why[] {
  const ticket = state.plan.tickets[job.index];
  if (job.kind !== 'ticket' || ticket === undefined || job.waitingOn === 0) return [];
  const reasons = (surveyOf(state).waitedFor.get(job.index) ?? []).map((other) =>
    why('dependency', `it needs ${quoted(other.id, 64)}, which is ${standing(other)}`, lookAt(state, other)),
  );
  const after = state.plan.milestones[ticket.milestone]?.after ?? [];
  if (state.scopes[ticket.milestone]?.open !== false) return reasons;
  const names = after.map((index) => state.plan.milestones[index]?.id ?? '').map((id) => quoted(id, 64));
  return [...reasons, why('milestone', `its milestone waits for the audit of ${names.join(', ')}`, null)];
}

function standing(job: Job): string {
  if (job.status === 'failed') return `failed: ${reasonWords(job.reason)}`;
  if (job.question !== null) return 'waiting for a decision';
  return job.status.replaceAll('_', ' ');
}

function lookAt(state: State, job: Job): string {
  if (job.status === 'failed') return anotherRound(state, job);
  return jobCommand(state, job.question === null ? 'ticket why' : 'decide', job.id);
}

/** What has to be sound under everybody. */
function ground(state: State, job: Job): Why[] {
  const { blocked, because, remediation } = state.infrastructure;
  if (blocked && job.index !== remediation) {
    const repair = remediation === -1 ? undefined : jobAt(state, remediation);
    const isAsking = repair !== undefined && repair.question !== null;
    const who =
      repair === undefined ? '' : `; ${repair.id} ${isAsking ? 'needs your decision' : 'repairs it'}`;
    const next = isAsking ? jobCommand(state, 'decide', repair.id) : null;
    return [why('infrastructure', `checks cannot pass at base: ${quoted(because)}${who}`, next)];
  }
  if (!waitsForBaseline(state, job)) return [];
  const baseline = at(state.jobs, state.plan.tickets.length);
  if (baseline !== undefined && baseline.question !== null)
    return [
      why(
        'baseline',
        `the base needs your decision: ${reasonWords(baseline.reason)}`,
        jobCommand(state, 'decide', baseline.id),
      ),
    ];
  return [why('baseline', `${WAITS_FOR_BASELINE}: the checks run at the base commit first`, null)];
}

export const WAITS_FOR_BASELINE = 'waiting for the baseline';

/** Nothing starts before the checks are measured at the base commit. */
export function waitsForBaseline(state: State, job: Job): boolean {
  const baseline = at(state.jobs, state.plan.tickets.length);
  return baseline !== undefined && baseline !== job && baseline.status !== 'completed';
}

function crowded(state: State, job: Job, options: WhyOptions): Why[] {
  const parked = job.seats.find((seat) => seat.state === 'parked');
  if (parked !== undefined) return [why('limit', `waiting for ${blockWords('limit')}`, null)];
  if (job.status === 'blocked' && job.blocked === 'manual')
    return [why('question', blockWords('manual'), jobCommand(state, 'ticket open', job.id))];
  if (job.status === 'landing') return inChain(state, job);
  const waits = isReady(job) || laneWaitedFor(job) !== undefined;
  if (!waits || job.stage === null) return [];
  return [
    ...holders(state, job),
    ...full(state, laneOf(job.stage), options),
    ...short(state, options.budget),
    ...ahead(state, job),
  ];
}

/** Others land before it, or what it rests on has not landed yet. */
function inChain(state: State, job: Job): Why[] {
  const reason = landingReason(state, job);
  return reason === undefined ? [] : [why('places', reason, jobCommand(state, 'logs', job.id))];
}

/** Somebody works on files that it touches too. */
function holders(state: State, job: Job): Why[] {
  if (!isReady(job)) return [];
  const overlapping = state.plan.overlaps[state.plan.tickets[job.index]?.touchClass ?? -1] ?? [];
  const names = surveyOf(state)
    .holders.filter(({ index }) => overlapping.includes(state.plan.tickets[index]?.touchClass ?? -1))
    .map(({ id }) => quoted(id, 64));
  if (names.length === 0) return [];
  return [why('touches', `it may change the same files as ${names.join(', ')}, which must land first`, null)];
}

function full(state: State, lane: Lane, { places }: WhyOptions): Why[] {
  if (lane === 'lander' || state.busy[lane] < places[lane]) return [];
  const text = `all ${count(places[lane], 'slot')} for ${lane} are in use`;
  return [
    why(
      'places',
      text,
      lane === 'developers' ? `gauntlet parallel N --epic ${quoted(state.plan.epic, 64)}` : null,
    ),
  ];
}

function short(state: State, budget: Budget): Why[] {
  const taken = state.spent.usd + state.reserved.usd;
  const tokens = state.spent.tokens + state.reserved.tokens;
  const isShort =
    (budget.usd !== null && taken >= budget.usd) || (budget.tokens !== null && tokens >= budget.tokens);
  if (!isShort) return [];
  const text =
    budget.usd === null
      ? `${tokens} of ${budget.tokens} tokens are used or reserved`
      : `${money(taken)} of ${money(budget.usd)} is spent or reserved`;
  return [why('budget', text, `${resumeOf(state)} --budget USD`)];
}

/** Those who are ready too and go first. */
function ahead(state: State, job: Job): Why[] {
  if (!isReady(job)) return [];
  const mine = state.plan.tickets[job.index]?.rank ?? 0;
  const before = smallerThan(surveyOf(state).ranks, mine);
  return before === 0 ? [] : [why('queue', `${count(before, 'ticket')} before it in the queue`, null)];
}

/** What every ticket's reasons are looked up in: gathered once for a state, however many tickets are asked about. */
type Survey = {
  /** By ticket, those it needs that have neither landed nor been let go. */
  readonly waitedFor: ReadonlyMap<number, readonly Job[]>;
  readonly holders: readonly Job[];
  /** Of the tickets that are ready, in order. */
  readonly ranks: readonly number[];
};

const surveys = new WeakMap<State, Survey>();

function surveyOf(state: State): Survey {
  const known = surveys.get(state);
  if (known !== undefined) return known;
  const waitedFor = new Map<number, Job[]>();
  const holders: Job[] = [];
  const ranks: number[] = [];
  for (const job of each(state.jobs)) {
    if (job.holds) holders.push(job);
    if (isReady(job)) ranks.push(state.plan.tickets[job.index]?.rank ?? 0);
    if (job.status === 'completed' || job.stop?.released === true) continue;
    for (const dependent of new Set(at(state.dependents, job.index))) {
      const others = waitedFor.get(dependent);
      if (others === undefined) waitedFor.set(dependent, [job]);
      else others.push(job);
    }
  }
  const survey = { waitedFor, holders, ranks: ranks.sort((a, b) => a - b) };
  surveys.set(state, survey);
  return survey;
}

/** How many of a sorted list are smaller. */
function smallerThan(sorted: readonly number[], value: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] ?? 0) < value) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The reasons as lines of text. */
export function whyLines(id: string, status: string, reasons: readonly Why[]): string[] {
  const next = reasons.flatMap((reason) => (reason.next === null ? [] : [reason.next]));
  return [
    `${quoted(id, 64)} is ${status.replaceAll('_', ' ')}.`,
    ...reasons.map(({ text }) => `  ${text}`),
    ...(next.length === 0 ? [] : [`next: ${[...new Set(next)].join('  ·  ')}`]),
  ];
}
