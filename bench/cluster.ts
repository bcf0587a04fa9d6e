// The same epic on many machines: what a worker adds to every effect, what more workers bring, and what waiting costs.
// Real Postgres that forces to the disk, real coordinator and worker processes, all on the machine at hand.
import { postgresServer } from '../test/support/postgres-server.ts';
import type { PostgresServer } from '../test/support/postgres-server.ts';
import { measured } from './cluster/database-load.ts';
import { emptyEffects } from './cluster/empty-effect.ts';
import { meanOf, realEffects } from './cluster/real-effect.ts';
import { throughputWith } from './cluster/throughput.ts';
import { waited } from './cluster/waiting.ts';
import { onDisks } from './places.ts';
import { atMost } from './table.ts';
import type { Bench, Row } from './table.ts';

const REAL = { rounds: 3, tickets: 4 };
const EMPTY = { rounds: 5, tickets: 30 };
const WORKERS = [1, 2, 4];
const TICKETS = 10_000;
const WAITING = 1000;

export const bench: Bench = {
  name: 'cluster',
  async run() {
    const server = await postgresServer(measured);
    try {
      return [
        ...(await overhead(server)),
        ...(await onDisks(({ disk }) => emptiness(server, disk))),
        ...(await throughput(server)),
        ...(await waiting(server)),
      ];
    } finally {
      await server.stop();
    }
  },
};

async function overhead(server: PostgresServer): Promise<Row[]> {
  const { inProcess, cluster, statements, ...walls } = await realEffects(() => server.database(), REAL);
  const [here, there] = [meanOf(inProcess), meanOf(cluster)];
  return [
    { what: 'an effect on one machine, agents that answer at once', value: here, unit: 'ms' },
    { what: 'the same effect through a worker', value: there, unit: 'ms' },
    { what: 'an effect, cluster : one machine', value: there / here, unit: 'x' },
    { what: 'an effect, cluster - one machine', value: there - here, unit: 'ms' },
    { what: 'a whole run, cluster : one machine', value: walls.wallCluster / walls.wallInProcess, unit: 'x' },
    { what: 'statements for an effect', value: statements, unit: '' },
  ];
}

async function emptiness(server: PostgresServer, disk: string): Promise<Row[]> {
  const found = await emptyEffects(await server.database(), disk, EMPTY);
  return [
    { what: 'an effect that does nothing, one machine', value: found.inProcess, unit: 'ms' },
    { what: 'an effect that does nothing, cluster', value: found.cluster, unit: 'ms' },
    { what: '  recorded, its job sent or ended (one append)', value: found.appended, unit: 'ms' },
    { what: '  from there until a worker has it', value: found.taken, unit: 'ms' },
    { what: '  answered by the worker', value: found.answered, unit: 'ms' },
    { what: '  heard of by the coordinator', value: found.collected, unit: 'ms' },
  ];
}

async function throughput(server: PostgresServer): Promise<Row[]> {
  const all = [];
  for (const workers of WORKERS) all.push(await throughputWith(workers, await server.database()));
  const alone = all[0]?.perMinute ?? Number.NaN;
  return all.flatMap(({ workers, perMinute, load }) => [
    { what: `tickets landed, ${workers} workers, sleeping agents`, value: perMinute, unit: 'a minute' },
    { what: `  processor in use meanwhile`, value: load * 100, unit: '%' },
    ...(workers === 1 ? [] : [atLeast(`  to ${workers} times one worker`, perMinute / alone / workers, 0.9)]),
  ]);
}

async function waiting(server: PostgresServer): Promise<Row[]> {
  const one = await waited(await server.database(), TICKETS, 1);
  const many = await waited(await server.database(), TICKETS, WAITING);
  const about = `${TICKETS} tickets, ${WAITING} waiting for people`;
  const perTicket = Math.max(0, (many.statements - one.statements) / (WAITING - 1));
  return [
    { what: `${about}, statements in a minute`, value: many.statements, unit: '' },
    {
      what: `  of which for each waiting ticket`,
      value: perTicket,
      unit: '',
      goal: '<= 0.01',
      ok: perTicket <= 0.01,
    },
    atMost({ what: `${about}, memory of the coordinator`, value: many.megabytes, unit: 'MB' }, 300),
    { what: `  the most it ever had`, value: many.peakMegabytes, unit: 'MB' },
    { what: 'a worker that has nothing to do, statements in a minute', value: many.idleWorker, unit: '' },
  ];
}

function atLeast(what: string, value: number, bound: number): Row {
  return { what, value, unit: 'x', goal: `>= ${bound.toFixed(2)}`, ok: value >= bound };
}
