import { guessesUnder, isSuspect, jobAt, linkIn, members } from '../state/index.ts';
import type { Job, State } from '../state/index.ts';
import { count, duration, quoted } from './say.ts';

/** The chain of candidates as programs read it. */
export type LandingValue = {
  readonly tip: string;
  /** Share of recent landing gates that were red. */
  readonly redRate: number;
  readonly links: readonly LinkValue[];
  /** Jobs that wait for a seat, the next first. */
  readonly waiting: readonly string[];
  /** Gates that were called off because one they rested on left, and the time they had taken. */
  readonly void: { readonly gates: number; readonly minutes: number };
};

export type LinkValue = {
  readonly ticket: string;
  /** The jobs whose candidates it holds, the first to land first. */
  readonly on: readonly string[];
  readonly state: 'merging' | 'open' | 'gating' | 'suspect' | 'green' | 'landing' | 'aside';
  /** Why it is aside or suspect; null: it is neither. */
  readonly because: string | null;
  readonly since: number | null;
  readonly run: number | null;
};

/** Candidates on their way to land, in the order of their seats. */
export function landingOf(state: State): LandingValue {
  const { links, red, seen, voided } = state.chain;
  return {
    tip: state.tip,
    redRate: Math.round((100 * red) / seen) / 100,
    links: links.map(({ job }) => linkValue(state, jobAt(state, job))),
    waiting: waitingForSeat(state).map(({ id }) => id),
    void: { gates: voided.gates, minutes: Math.round(voided.ms / 6000) / 10 },
  };
}

function linkValue(state: State, job: Job): LinkValue {
  const aside = linkIn(state, job)?.aside ?? null;
  const [seat] = aside ?? job.seats;
  const isRunning = seat?.state === 'running';
  return {
    ticket: job.id,
    on: guessesUnder(state, job).map(({ id }) => id),
    state: aside === null ? linkState(job, isRunning) : 'aside',
    because: aside === null && !isSuspect(job) ? null : job.reason,
    since: isRunning ? seat.since : null,
    run: seat === undefined || seat.run === -1 ? null : seat.run,
  };
}

function linkState(job: Job, isRunning: boolean): LinkValue['state'] {
  const { stage } = job;
  if (isSuspect(job)) return 'suspect';
  if (stage === 'merge') return 'merging';
  if (stage === 'land') return isRunning ? 'landing' : 'green';
  return isRunning ? 'gating' : 'open';
}

function waitingForSeat(state: State): readonly Job[] {
  const jobs = [...members(state.waiting.lander)].map((index) => jobAt(state, index));
  return jobs.filter((job) => job.stage === 'merge' && linkIn(state, job) === undefined);
}

/** The chain in a few lines; nothing while at most one job lands. */
export function landingLines(state: State, now: number): readonly string[] {
  const { links, waiting, redRate, void: lost } = landingOf(state);
  if (links.length + waiting.length < 2) return [];
  const gates = links.filter((link) => link.state === 'gating').length;
  const spent = lost.gates === 0 ? '' : `, ${count(lost.gates, 'discarded gate')} (${lost.minutes} min)`;
  const head = `landing   ${count(gates, 'gate')} running, ${Math.round(100 * redRate)} % of recent gates red${spent}`;
  const behind = waiting.map((id) => quoted(id, 64)).slice(0, 8);
  const more = waiting.length > behind.length ? ` and ${waiting.length - behind.length} more` : '';
  return [
    head,
    ...links.map((link) => `  ${quoted(link.ticket, 64)} ${linkWords(link, now)}`),
    ...(behind.length === 0 ? [] : [`  behind: ${behind.join(', ')}${more}`]),
  ];
}

function linkWords({ state, on, because, since }: LinkValue, now: number): string {
  const under = on.map((id) => quoted(id, 64));
  const onto = under.length === 0 ? '' : `, on ${under.join(' + ')}`;
  if (state === 'aside')
    return `waiting until ${under.at(-1) ?? 'the tip'} has landed or left the queue: ${quoted(because ?? '')}`;
  if (state === 'suspect') return `running its failed check once more${onto}: ${quoted(because ?? '')}`;
  if (state === 'gating') return `gate ${duration(now - (since ?? now))}${onto}`;
  if (state === 'green') return `green${onto}`;
  return state === 'open' ? `waiting for a gate${onto}` : state;
}

/** What its gate runs on, and why once more; empty for any other work. */
export function gateWords(state: State, job: Job): string {
  if (job.stage !== 'gate') return '';
  const under = guessesUnder(state, job).map(({ id }) => quoted(id, 64));
  const first = under.length === 1 ? 'lands' : 'land';
  const onto = under.length === 0 ? '' : `, gated on ${under.join(' + ')}, which ${first} before it`;
  return isSuspect(job) ? `${onto}; ${confirmingWords(job)}` : onto;
}

function confirmingWords({ reason }: Job): string {
  return `a check failed and runs once more to confirm it: ${quoted(reason)}`;
}

/** Why a job that is ready has not landed yet; undefined: the chain is not the reason. */
export function landingReason(state: State, job: Job): string | undefined {
  const link = linkIn(state, job);
  const under = guessesUnder(state, job).map(({ id }) => quoted(id, 64));
  const before = under.at(-1) ?? '';
  if (link?.aside != null)
    return `waiting until ${before} has landed or left the queue: ${quoted(job.reason)}`;
  if (isSuspect(job)) return confirmingWords(job);
  if (link !== undefined && job.stage === 'land' && before !== '') return `green; ${before} lands before it`;
  if (link !== undefined) return undefined;
  const seated = state.chain.links.map((other) => quoted(jobAt(state, other.job).id, 64));
  if (seated.length === 0) return undefined;
  return seated.length === 1
    ? `${seated[0]} is landing; one lands at a time`
    : `queued behind ${seated.join(', ')} (${seated.length} slots, all in use)`;
}
