// `npm run chaos:takeover -- [--kills N] [--lease SECONDS] [--worker-lease SECONDS]`: how long after a kill -9 somebody else
// goes on. Promised: a dead worker's work is taken up within its lease + 5 s, a dead coordinator replaced within its lease + 2 s.
import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { openPostgres } from '../../src/cluster/index.ts';
import type { Postgres } from '../../src/cluster/index.ts';
import { ClusterRun } from '../support/cluster-run.ts';
import type { Ended } from '../support/epic-run.ts';
import { postgresServer } from '../support/postgres-server.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '10' },
    lease: { type: 'string', default: '15' },
    'worker-lease': { type: 'string', default: '30' },
  },
});
/** An agent is tried again ten times at most. */
const kills = Math.min(10, Number(values.kills));
const LOOK_MS = 20;
const WORKER_SPARE_MS = 5000;
const COORDINATOR_SPARE_MS = 2000;

const server = await postgresServer();
try {
  const [workers, { replaced, driving }] = await Promise.all([deadWorkers(), deadCoordinators()]);
  const worker = Number(values['worker-lease']) * 1000 + WORKER_SPARE_MS;
  const coordinator = Number(values.lease) * 1000 + COORDINATOR_SPARE_MS;
  const told = [
    line('a dead worker: its work is begun again', workers, worker),
    line('a dead coordinator: another holds the lease', replaced, coordinator),
    line('a dead coordinator: another has recorded an event', driving, coordinator),
  ];
  process.stdout.write(`${told.map(({ text }) => text).join('\n')}\n`);
  process.exitCode = told.every(({ isKept }) => isKept) ? 0 : 1;
} finally {
  await server.stop();
}

/** One ticket whose developer never comes to an end: whoever has it is killed, again and again. */
async function deadWorkers(): Promise<readonly number[]> {
  const limits = { maxParallel: 4, agentTimeout: '2h', stall: '2h', agentTries: kills };
  const playbook = [{ role: 'developer', hold: 'gate' }] as const;
  const epic = new ClusterRun(
    { tickets: [{ id: 'A' }], config: { limits }, playbook },
    await server.database(),
  );
  const postgres = await openPostgres(epic.url);
  const lease = values['worker-lease'];
  const took: number[] = [];
  for (let nth = 0; nth < 2; nth++) await epic.worker('--lease', lease);
  mustGoOn(epic.coordinate('run', '--worker-lease', lease).ended);
  for (let nth = 1; nth <= kills; nth++) {
    await until(async () => (await epic.starts()).length === nth);
    const began = performance.now();
    process.kill(await workerOf(postgres), 'SIGKILL');
    await until(async () => (await epic.starts()).length === nth + 1);
    took.push(performance.now() - began);
    await epic.worker('--lease', lease);
  }
  await postgres.close();
  epic.remove();
  return took;
}

/** A coordinator that ends by itself would leave us waiting for ever. */
function mustGoOn(ended: Promise<Ended>): void {
  const look = async (): Promise<void> => {
    const { code, signal, stderr } = await ended;
    if (signal !== null) return;
    process.stderr.write(`the coordinator ended with ${code}: ${stderr}`);
    process.exit(1);
  };
  void look();
}

async function workerOf(postgres: Postgres): Promise<number> {
  const { rows } = await postgres.query<{ pid: number }>(
    `SELECT k.pid FROM gauntlet.work w JOIN gauntlet.workers k ON k.id = w.worker
      WHERE w.state = 'taken' ORDER BY w.run DESC LIMIT 1`,
  );
  return rows[0]?.pid ?? -1;
}

/** Tickets one after the other; at each the coordinator is killed while a developer works, who then comes to an end. */
async function deadCoordinators(): Promise<Record<'replaced' | 'driving', readonly number[]>> {
  const tickets = Array.from({ length: kills }, (_, nth) => ({
    id: `T-${nth + 1}`,
    ...(nth > 0 ? { needs: [`T-${nth}`] } : {}),
  }));
  const shell = 'echo "$GAUNTLET_TICKET" >"parts/$GAUNTLET_TICKET.txt"';
  const world = { tickets, playbook: [{ role: 'developer', hold: 'gate', shell }] } as const;
  const epic = new ClusterRun(world, await server.database());
  const postgres = await openPostgres(epic.url);
  const start = (): ChildProcess => epic.coordinate('run', '--lease', values.lease).child;
  const took = { replaced: [] as number[], driving: [] as number[] };
  await epic.worker();
  start();
  await until(async () => (await standing(postgres)).seq > 0);
  for (let nth = 1; nth <= kills; nth++) {
    await standsBy(start());
    await until(async () => (await developers(epic)) === nth);
    const before = await standing(postgres);
    const began = performance.now();
    process.kill(Number(/(\d+)#/.exec(before.holder ?? '')?.[1]), 'SIGKILL');
    epic.letGo('gate');
    await until(async () => (await standing(postgres)).fence > before.fence);
    took.replaced.push(performance.now() - began);
    await until(async () => (await standing(postgres)).seq > before.seq);
    took.driving.push(performance.now() - began);
  }
  await postgres.close();
  epic.remove();
  return took;
}

async function developers(epic: ClusterRun): Promise<number> {
  return (await epic.starts()).filter(({ role }) => role === 'developer').length;
}

function standsBy(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.stderr?.on('data', (text: string) => {
      if (text.includes('standing by')) resolve();
    });
  });
}

type Standing = { readonly fence: number; readonly seq: number; readonly holder: string | null };

async function standing(postgres: Postgres): Promise<Standing> {
  const { rows } = await postgres.query<Standing>('SELECT fence, seq, holder FROM gauntlet.epics');
  return rows[0] ?? { fence: 0, seq: 0, holder: null };
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo().catch(() => false))) await pause(LOOK_MS);
}

function line(what: string, took: readonly number[], mostMs: number) {
  const sorted = took.toSorted((a, b) => a - b);
  const shown = (ms: number | undefined): string => `${((ms ?? 0) / 1000).toFixed(1)} s`;
  const worst = sorted.at(-1) ?? 0;
  const text = `${what}: p50 ${shown(sorted[Math.floor(sorted.length / 2)])}, worst ${shown(worst)} of ${sorted.length} kills (promised ${shown(mostMs)})`;
  return { text, isKept: worst <= mostMs };
}
