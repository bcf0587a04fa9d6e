import { play } from './play.ts';
import { faultNames, scenarioFor } from './scenario.ts';
import type { FaultName, Limits } from './scenario.ts';

/** Take away tickets, faults and power cuts as long as some promise is still broken: what is left tells why. */
export function shrink(seed: number): Limits {
  let limits: Limits = {};
  for (let changed = true; changed;) {
    changed = false;
    for (const smaller of smallerThan(seed, limits)) {
      if (play(scenarioFor(seed, smaller)).breach === undefined) continue;
      limits = smaller;
      changed = true;
      break;
    }
  }
  return limits;
}

function* smallerThan(seed: number, limits: Limits): Generator<Limits> {
  const scenario = scenarioFor(seed, limits);
  for (let tickets = 1; tickets < scenario.plan.tickets.length; tickets++) yield { ...limits, tickets };
  for (let kills = 0; kills < scenario.kills.length; kills++) yield { ...limits, kills };
  const without: ReadonlySet<FaultName> = limits.without ?? new Set();
  for (const name of faultNames) {
    if (scenario.faults[name] > 0) yield { ...limits, without: new Set([...without, name]) };
  }
}
