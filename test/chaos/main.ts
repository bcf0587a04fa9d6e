// `npm run chaos -- [--minutes N] [--tickets N] [--workers N] [--seed N]
// [--gate SECONDS]`: epics on a cluster whose parts are killed,
// stopped, cut off and restarted at random; then the journal, the branch and what agents really started are judged.
import { parseArgs } from 'node:util';

import { randomFrom } from '../simulation/random.ts';
import { postgresServer } from '../support/postgres-server.ts';
import { sharedCli } from '../support/shared-cli.ts';
import { oneEpic } from './one-epic.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    tickets: { type: 'string', default: '200' },
    workers: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    gate: { type: 'string', default: '0' },
  },
});
const tickets = Number(values.tickets);
const random = randomFrom(Number(values.seed));
const counts = { epics: 0, tickets: 0, landed: 0, escalated: 0, failed: 0, stalls: 0, events: 0, agents: 0 };
const acts: Record<string, number> = {};
const found: string[] = [];

sharedCli();
const began = Date.now();
const until = began + Number(values.minutes) * 60_000;
const server = await postgresServer();
try {
  while (Date.now() < until && found.length === 0) {
    const count = (act: string): void => void (acts[act] = (acts[act] ?? 0) + 1);
    const plan = {
      server,
      random,
      tickets,
      workers: Number(values.workers),
      until,
      count,
      gate: Number(values.gate),
    };
    const { events, agents, breaches, folder } = await oneEpic(plan);
    const of = (type: string): number => events.filter((event) => event.type === type).length;
    counts.epics++;
    counts.tickets += tickets;
    counts.landed += of('task_complete');
    counts.escalated += of('ticket_escalated');
    counts.failed += of('workflow_failed');
    counts.stalls += events.filter(
      (event) => event.type === 'agent_failed' && event.trouble === 'stall',
    ).length;
    counts.events += events.length;
    counts.agents += agents;
    found.push(...breaches);
    if (breaches.length > 0) process.stderr.write(`what is left of it: ${folder}\n`);
    process.stderr.write(`${minutes()} min: ${JSON.stringify(counts)}\n`);
  }
} finally {
  await server.stop();
}
const result = { seed: values.seed, minutes: minutes(), ...counts, acts, breaches: found };
process.stdout.write(`${JSON.stringify(result, undefined, 2)}\n`);
// What is left of a run that went wrong keeps pipes open, and this process with them.
process.exit(found.length === 0 ? 0 : 1);

function minutes(): number {
  return Math.round((Date.now() - began) / 6000) / 10;
}
