import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import { openPostgres } from '../../src/cluster/index.ts';
import { epicId } from '../../test/support/world.ts';
import { loadOf, untilThere } from './database-load.ts';
import { waitingRun } from './waiting-run.ts';

const SETTLE_MS = 20_000;
const WATCH_MS = 60_000;
const GOING_ON = "SELECT 1 FROM gauntlet.events WHERE json LIKE '%run_resumed%'";

/** What the real coordinator and its database do while people are waited for. */
export type Waited = {
  readonly waiting: number;
  /** Statements in a minute. */
  readonly statements: number;
  /** Statements in a minute with a worker beside it that has nothing to do, its own alone. */
  readonly idleWorker: number;
  /** Memory of the coordinator's process after it has settled, and the most it ever had. */
  readonly megabytes: number;
  readonly peakMegabytes: number;
};

/** The dashboard is part of the process: whoever lets a run wait for people needs a place where they answer. */
export async function waited(url: string, tickets: number, waiting: number): Promise<Waited> {
  const run = await waitingRun(url, tickets, waiting);
  const load = await loadOf(url);
  const postgres = await openPostgres(url);
  const inAMinute = async (): Promise<number> => {
    const before = await load.statements();
    await pause(WATCH_MS);
    return ((await load.statements()) - before) * (60_000 / WATCH_MS);
  };
  try {
    const coordinator = run.start(['resume', epicId, '--cluster', '--serve', '0']);
    await untilThere(postgres, GOING_ON, coordinator);
    await pause(SETTLE_MS);
    const statements = await inAMinute();
    const memory = readFileSync(`/proc/${coordinator.child.pid}/status`, 'utf8');
    const worker = await run.worker();
    await pause(SETTLE_MS);
    const withWorker = await inAMinute();
    worker.child.kill('SIGTERM');
    await worker.ended;
    coordinator.child.kill('SIGKILL');
    await coordinator.ended;
    const megabytes = (name: string): number =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(memory)?.[1]) / 1024;
    return {
      waiting,
      statements,
      idleWorker: withWorker - statements,
      megabytes: megabytes('VmRSS'),
      peakMegabytes: megabytes('VmHWM'),
    };
  } finally {
    await load.close();
    await postgres.close();
    run.remove();
  }
}
