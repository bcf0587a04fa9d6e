import type { Event } from '../../src/model/events.ts';
import { play } from './play.ts';
import { faultNames, scenarioFor } from './scenario.ts';
import type { Limits } from './scenario.ts';

const SHOWN = 60;

/** A broken promise, told so that a person can follow it. */
export function story(seed: number, limits: Limits): string {
  const scenario = scenarioFor(seed, limits);
  const { breach, journal } = play(scenario);
  const { plan, policy } = scenario;
  const faults = faultNames.filter((name) => scenario.faults[name] > 0);
  const tickets = plan.tickets.map((ticket) => `${ticket.id}${needs(ticket.needs)}`);
  const left = Math.max(0, journal.length - SHOWN);
  return [
    `seed ${seed}: ${breach ?? 'no promise is broken'}`,
    `  tickets ${tickets.join(', ')}; ${policy.maxParallel} developers, ${policy.maxAgents} judges, ${policy.maxVerify} checks`,
    `  what goes wrong: ${faults.join(', ') || 'nothing'}; killed after appends ${scenario.kills.join(', ') || 'none'}`,
    ...(left > 0 ? [`  … ${left} events before`] : []),
    ...journal.slice(left).map((event) => `  ${tell(event)}`),
  ].join('\n');
}

function needs(indexes: readonly number[]): string {
  return indexes.length === 0 ? '' : ` (after ${indexes.map((index) => `T${index}`).join(', ')})`;
}

const unsaid = new Set(['type', 'v', 'seq', 'at', 'ticket', 'plan', 'reserved', 'used']);

function tell(event: Event): string {
  const who = 'ticket' in event ? event.ticket : 'run';
  const details = Object.entries(event).filter(([key, value]) => !unsaid.has(key) && isTelling(value));
  const said = details.map(([key, value]) => `${key} ${JSON.stringify(value)}`).join(', ');
  return `${String(event.seq).padStart(4)}  ${(event.at / 1000).toFixed(1).padStart(8)} s  ${who.padEnd(12)} ${event.type}  ${said}`;
}

function isTelling(value: unknown): boolean {
  return value !== null && value !== '' && value !== 0 && !(Array.isArray(value) && value.length === 0);
}
