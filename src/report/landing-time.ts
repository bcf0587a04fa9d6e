import { isSuspect, jobAt, waitingForSeat } from '../state/index.ts';
import type { Job, State } from '../state/index.ts';
import { duration } from './say.ts';

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
