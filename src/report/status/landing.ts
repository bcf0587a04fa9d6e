import {
  guessesUnder,
  isSuspect,
  jobAt,
  linkIn,
  waitingForSeat,
  type Job,
  type State,
} from '../../state/index.ts';
import { count, duration, quoted } from '../say.ts';

/** The chain of candidates as programs read it. */
export type LandingValue = {
  readonly tip: string;
  /** Landing gates of this run whose result counted. */
  readonly gates: number;
  /** Share of them that were red; null before the first. */
  readonly redRate: number | null;
  readonly links: readonly LinkValue[];
  /** Jobs that wait for a seat, the next first. */
  readonly waiting: readonly string[];
  /** Gates that were called off because one they rested on left, and the time they had taken. */
  readonly void: { readonly gates: number; readonly minutes: number };
  /** When those above will have landed; null where nothing was measured or nobody lands them. */
  readonly expected: Expected | null;
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
export function landingOf(state: State, expected: Expected | null = null): LandingValue {
  const { links, gates, voided } = state.chain;
  const { judged, red } = gates;
  return {
    tip: state.tip,
    gates: judged,
    redRate: judged === 0 ? null : Math.round((100 * red) / judged) / 100,
    links: links.map(({ job }) => linkValue(state, jobAt(state, job))),
    waiting: waitingForSeat(state).map(({ id }) => id),
    void: { gates: voided.gates, minutes: Math.round(voided.ms / 6000) / 10 },
    expected,
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

/** The chain in a few lines; nothing while at most one job lands. */
export function landingLines(state: State, now: number, expected: Expected | null): readonly string[] {
  const { links, waiting } = landingOf(state);
  if (links.length + waiting.length < 2) return [];
  const { judged, red } = state.chain.gates;
  const running = links.filter((link) => link.state === 'gating').length;
  const parts = [
    `${count(running, 'gate')} running`,
    ...(judged === 0 ? [] : [`${red} of ${count(judged, 'gate')} red`]),
    ...(state.chain.voided.gates === 0 ? [] : [voidWords(state)]),
  ];
  const behind = waiting.map((id) => quoted(id, 64)).slice(0, 8);
  const more = waiting.length > behind.length ? ` and ${waiting.length - behind.length} more` : '';
  return [
    `landing   ${parts.join(', ')}`,
    ...links.map((link) => `  ${quoted(link.ticket, 64)} ${linkWords(link, now)}`),
    ...(behind.length === 0 ? [] : [`  behind: ${behind.join(', ')}${more}`]),
    ...(expected === null ? [] : [`  ${expectedWords(expected)}`]),
  ];
}

function voidWords({ chain: { voided } }: State): string {
  return `${voided.gates} void (${duration(voided.ms)} of checks)`;
}

/** What landing cost, at the end of a run; empty while no candidates were gated side by side. */
export function landingSummary(state: State): string {
  const { gates, voided } = state.chain;
  if (gates.most < 2) return '';
  const lost = voided.gates === 0 ? 'none void' : voidWords(state);
  return `landing: ${count(gates.started, 'gate')}, ${lost}`;
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
  const onto = under.length === 0 ? '' : `, gated on ${under.join(' + ')}, which must land first`;
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

/** An estimate from the gates of this run; rework is not in it. */
export type Expected = {
  /** Jobs that have a seat or wait for one. */
  readonly tickets: number;
  /** Milliseconds until the next of them lands, and until all have. */
  readonly nextMs: number;
  readonly allMs: number;
};

/** When those that are ready will have landed; null where no gate was measured or none may start. Takes the median gate. */
export function expectedLanding(state: State, now: number): Expected | null {
  const { links, gates } = state.chain;
  const each = gates.took.toSorted((a, b) => a - b)[Math.floor(gates.took.length / 2)];
  if (each === undefined || state.paused !== null || state.infrastructure.blocked) return null;
  const seated = links.map(({ job }) => leftOf(jobAt(state, job), each, now));
  const left = [...seated, ...waitingForSeat(state).map(() => ({ ms: each, isRunning: false }))];
  const slots = Math.max(1, gates.most);
  const landed = landings(left, slots, Math.max(slots, links.length));
  const [nextMs, allMs] = [landed.at(0), landed.at(-1)];
  return nextMs === undefined || allMs === undefined ? null : { tickets: left.length, nextMs, allMs };
}

/** What a gate still takes. */
type Left = { readonly ms: number; readonly isRunning: boolean };

function leftOf(job: Job, each: number, now: number): Left {
  const { stage, candidate, seats } = job;
  if (stage === 'land' || candidate?.gated === true) return { ms: 0, isRunning: false };
  const running = stage === 'gate' ? seats.find(({ state }) => state === 'running') : undefined;
  if (running === undefined) return { ms: each, isRunning: false };
  const since = isSuspect(job) ? running.since : (candidate?.gatedSince ?? running.since);
  return { ms: Math.max(0, each - (now - since)), isRunning: true };
}

/** When each lands: in the order of the queue, gated in the first free slot, and not before it gets a seat. */
export function landings(left: readonly Left[], slots: number, window: number): readonly number[] {
  const busy = left.filter(({ isRunning }) => isRunning).map(({ ms }) => ms);
  const free = [...busy, ...Array<number>(Math.max(0, slots - busy.length)).fill(0)];
  const landed: number[] = [];
  for (const [nth, { ms, isRunning }] of left.entries()) {
    let green = ms;
    if (!isRunning && ms > 0) {
      const first = Math.min(...free);
      green = Math.max(first, landed[nth - window] ?? 0) + ms;
      free[free.indexOf(first)] = green;
    }
    landed.push(Math.max(green, landed.at(-1) ?? 0));
  }
  return landed;
}

export function expectedWords({ tickets, nextMs, allMs }: Expected): string {
  return `expected: next ${about(nextMs)}, all ${tickets} ${about(allMs)}`;
}

/** No finer than an estimate is. */
function about(ms: number): string {
  const time = ms >= 60_000 && ms < 3_600_000 ? `${Math.round(ms / 60_000)}m` : duration(ms);
  return ms < 1000 ? 'any moment' : `in ~${time}`;
}
