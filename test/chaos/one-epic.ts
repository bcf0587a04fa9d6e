import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import {
  birthOf,
  clusterRecords,
  followClusterJournal,
  openPostgres,
  readClusterJournal,
} from '../../src/cluster/index.ts';
import type { Postgres } from '../../src/cluster/index.ts';
import { type Inputs, policyOf } from '../../src/run/index.ts';
import type { Event } from '../../src/model/events.ts';
import { planOf } from '../../src/plan/index.ts';
import type { Random } from '../simulation/random.ts';
import { ClusterRun } from '../support/cluster-run.ts';
import type { Ended } from '../support/epic-run.ts';
import type { PostgresServer } from '../support/postgres-server.ts';
import { outsideBreaches } from './branch-rules.ts';
import { chaosEpic } from './chaos-epic.ts';
import { havoc } from './havoc.ts';
import { breaches } from './journal-rules.ts';
import { HUB, type Machine, openMachine } from './machine.ts';

export type Plan = {
  readonly server: PostgresServer;
  readonly random: Random;
  readonly tickets: number;
  readonly workers: number;
  /** Seconds that the check takes. */
  readonly gate: number;
  /** When havoc leaves off. */
  readonly until: number;
  readonly count: (act: string) => void;
};

export type Outcome = {
  readonly events: readonly Event[];
  readonly agents: number;
  readonly breaches: readonly string[];
  readonly folder: string;
};

const LEASE_SECONDS = 4;
const WORKER_LEASE_SECONDS = 5;
/** A run of which nothing is heard for this long is stuck. */
const STUCK_MS = 300_000;

/** One epic on a cluster in which havoc is done, to its end, and what is wrong with what it left. */
export async function oneEpic(plan: Plan): Promise<Outcome> {
  const epic = new ClusterRun(chaosEpic(plan.tickets, plan.gate), await plan.server.database());
  const checkouts = [epic.repository, join(epic.folder, 'other machine')];
  mkdirSync(join(epic.folder, 'hubs'));
  epic.git('init', '--quiet', '--bare', join(epic.folder, 'hubs/hub.git'));
  epic.git('clone', '--quiet', epic.repository, checkouts[1] ?? '');
  const postgres = await openPostgres(epic.url);
  const bugs: string[] = [];
  const machines = await openMachines(plan, epic, checkouts, (name, { code, stderr }) => {
    plan.count(`(${name.split(' ')[0]} ended by itself with ${code})`);
    if (code === 70 || code === 2 || hasCrashed(stderr))
      bugs.push(`${name} ended with ${code}: ${stderr.slice(-2000)}`);
  });
  const seen: Event[] = [];
  const watched = await watch(postgres, seen, machines.ended);
  const off = new AbortController();
  const timer = setTimeout(() => off.abort(), Math.max(0, plan.until - Date.now()));
  const chaos = havoc({ ...plan, ...machines }, off.signal);
  const where = await watched.over;
  off.abort();
  clearTimeout(timer);
  await chaos;
  watched.close();
  for (const machine of [...machines.workers, ...machines.coordinators]) await machine.close();
  const starts = await epic.starts();
  const found = [...bugs, ...(where === undefined ? [`stuck: nothing happens any more`] : [])];
  const journal = await readClusterJournal(postgres, 'e1');
  const events = [...journal.read()];
  journal.close();
  found.push(...breaches(events, await policyIn(postgres, events, epic.folder)));
  if (where !== undefined)
    found.push(...outsideBreaches(events, { checkout: checkouts[where] ?? '', starts }));
  if (JSON.stringify(seen) !== JSON.stringify(events.slice(0, seen.length)))
    found.push('what was recorded once is not what is recorded now');
  await postgres.close();
  if (found.length === 0) epic.remove();
  return { events, agents: starts.length, breaches: found, folder: epic.folder };
}

type Machines = {
  readonly workers: readonly Machine[];
  readonly coordinators: readonly Machine[];
  /** Which coordinator has brought the epic to its end. */
  readonly ended: Promise<number>;
};

async function openMachines(
  plan: Plan,
  epic: ClusterRun,
  checkouts: readonly string[],
  note: (name: string, ended: Ended) => void,
): Promise<Machines> {
  const { promise: ended, resolve } = Promise.withResolvers<number>();
  const open = (
    name: string,
    words: readonly string[],
    isAgain: (ended: Ended) => boolean,
  ): Promise<Machine> =>
    openMachine({
      epic,
      name,
      words,
      postgresSocket: plan.server.socket,
      isAgain(how) {
        if (how.signal === null) note(name, how);
        return isAgain(how);
      },
    });
  const coordinators: Machine[] = [];
  for (const [nth, checkout] of checkouts.entries()) {
    const leases = ['--lease', String(LEASE_SECONDS), '--worker-lease', String(WORKER_LEASE_SECONDS)];
    const words = ['run', 'epic.yaml', '--no-input', '--cluster', ...leases, '--hub', HUB, '--cwd', checkout];
    const machine = await open(`coordinator ${nth + 1}`, words, ({ code, stderr }) => {
      if ((code !== 0 && code !== 1 && code !== 3) || hasCrashed(stderr)) return true;
      resolve(nth);
      return false;
    });
    coordinators.push(machine);
    // What agents are is in the first checkout alone: who comes second takes it from the journal.
    if (nth === 0) await begun(epic.url);
  }
  const workers: Machine[] = [];
  for (let nth = 1; nth <= plan.workers; nth++) {
    const flags = ['--state', join(epic.folder, `worker ${nth}`), '--capacity', '4'];
    const words = ['worker', ...flags, '--lease', String(WORKER_LEASE_SECONDS)];
    workers.push(await open(`worker ${nth}`, words, () => true));
  }
  return { workers, coordinators, ended };
}

/** Node's own last words. */
function hasCrashed(stderr: string): boolean {
  return /^Node\.js v\d/m.test(stderr);
}

async function begun(url: string): Promise<void> {
  const postgres = await openPostgres(url);
  for (;;) {
    const journal = await readClusterJournal(postgres, 'e1').catch(() => undefined);
    const isThere = [...(journal?.read() ?? [])].some(({ type }) => type === 'inputs_recorded');
    journal?.close();
    if (isThere) return postgres.close();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Remembers every event as it was first seen. `over` says which coordinator came to the end; undefined: nobody did. */
async function watch(postgres: Postgres, seen: Event[], ended: Promise<number>) {
  const { promise: stuck, resolve } = Promise.withResolvers<undefined>();
  let timer = setTimeout(() => resolve(undefined), STUCK_MS);
  const following = await followClusterJournal(postgres, 'e1', {
    after: 0,
    onEvents(events) {
      seen.push(...events);
      clearTimeout(timer);
      timer = setTimeout(() => resolve(undefined), STUCK_MS);
    },
    onProblem: (error) => process.stderr.write(`the journal cannot be followed: ${String(error)}\n`),
  });
  return {
    over: Promise.race([ended, stuck]),
    close() {
      clearTimeout(timer);
      following.close();
    },
  };
}

async function policyIn(postgres: Postgres, events: readonly Event[], folder: string) {
  const recorded = events.find((event) => event.type === 'inputs_recorded');
  const records = clusterRecords(postgres, await birthOf(postgres, 'e1'), folder);
  const { epic, config } = (await records.kept(recorded?.inputs ?? '')) as Inputs;
  return policyOf(planOf(epic, config), config, { cores: 1, people: false });
}
