import { inspect } from './inspect.ts';
import { play } from './play.ts';
import { playReviews } from './reviews.ts';
import { scenarioFor } from './scenario.ts';

export type Campaign = {
  readonly seeds: number;
  readonly transitions: number;
  readonly assignments: number;
  readonly kills: number;
  readonly virtualMs: number;
  readonly red: readonly { readonly seed: number; readonly breach: string }[];
};

/** Every so many seeds the slow looks of `inspect` are taken as well. */
const INSPECTED = 250;

/** Play many scenarios; stops early once `most` of them have broken a promise. */
export function campaign(from: number, count: number, most = 10): Campaign {
  const red: { seed: number; breach: string }[] = [];
  let transitions = 0;
  let assignments = 0;
  let kills = 0;
  let virtualMs = 0;
  let seed = from;
  for (; seed < from + count && red.length < most; seed++) {
    const scenario = scenarioFor(seed);
    const played = play(scenario);
    const reviews = playReviews(seed);
    const breach =
      played.breach ??
      (seed % INSPECTED === 0 ? inspect(scenario, played) : undefined) ??
      (reviews.breach === undefined ? undefined : `review of a branch: ${reviews.breach}`);
    if (breach !== undefined) red.push({ seed, breach });
    transitions += played.folds + reviews.folds;
    assignments += played.state.runs + reviews.state.runs;
    kills += played.kills + reviews.kills;
    virtualMs += played.state.at;
  }
  return { seeds: seed - from, transitions, assignments, kills, virtualMs, red };
}
