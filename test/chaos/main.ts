// `npm run chaos -- [--minutes N] [--tickets N] [--workers N] [--seed N]`: epics on a cluster whose parts are killed,
// stopped and restarted at random; then the journal, the branch and what agents really started are judged.
import type { ChildProcess } from 'node:child_process';
import { parseArgs } from 'node:util';

import { openPostgres, readClusterJournal } from '../../src/cluster/index.ts';
import type { Event } from '../../src/model/events.ts';
import { randomFrom } from '../simulation/random.ts';
import { ClusterRun } from '../support/cluster-run.ts';
import { type PostgresServer, postgresServer } from '../support/postgres-server.ts';
import { breaches } from './journal-rules.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    tickets: { type: 'string', default: '200' },
    workers: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
  },
});
const random = randomFrom(Number(values.seed));
const until = Date.now() + Number(values.minutes) * 60_000;
const counts = { epics: 0, tickets: 0, landed: 0, escalated: 0, events: 0, agents: 0 };
const acts: Record<string, number> = {};
const found: string[] = [];

const server = await postgresServer();
try {
  while (Date.now() < until) await oneEpic();
} finally {
  await server.stop();
}
process.stdout.write(
  `${JSON.stringify({ seed: values.seed, ...counts, acts, breaches: found }, undefined, 2)}\n`,
);
process.exitCode = found.length === 0 ? 0 : 1;

async function oneEpic(): Promise<void> {
  const url = await server.database();
  const tickets = Array.from({ length: Number(values.tickets) }, (_, nth) => ({
    id: `T-${nth + 1}`,
    ...(nth % 5 === 4 ? { needs: [`T-${nth}`] } : {}),
  }));
  const limits = { maxParallel: 12, maxVerify: 4, agentTimeout: '2m', stall: '2m', agentTries: 10 };
  const epic = new ClusterRun({ tickets, config: { limits } }, url);
  const crew = crewOf(epic);
  const ended = crew.ended();
  const chaos = havoc(crew, server, ended);
  await ended;
  await chaos;
  await crew.dismiss();
  await judge(epic, url);
  epic.remove();
}

type Crew = {
  readonly workers: ChildProcess[];
  readonly coordinators: ChildProcess[];
  /** Resolves once a coordinator has brought the epic to its end. */
  ended(): Promise<void>;
  dismiss(): Promise<void>;
};

/** As many workers and coordinators as there shall be: whoever dies is replaced, as an init system would. */
function crewOf(epic: ClusterRun): Crew {
  let isOver = false;
  const { promise, resolve } = Promise.withResolvers<void>();
  const keep = (list: ChildProcess[], place: number, start: () => ReturnType<ClusterRun['start']>): void => {
    if (isOver) return;
    const { child, ended } = start();
    list[place] = child;
    const again = async (): Promise<void> => {
      const { code } = await ended;
      if (list === coordinators && (code === 0 || code === 3 || code === 1)) resolve();
      else keep(list, place, start);
    };
    void again();
  };
  const workers: ChildProcess[] = [];
  const coordinators: ChildProcess[] = [];
  const worker = ['worker', '--state', `${epic.folder}/workers`, '--capacity', '4', '--lease', '5'];
  for (let nth = 0; nth < Number(values.workers); nth++) keep(workers, nth, () => epic.start(worker));
  for (let nth = 0; nth < 2; nth++)
    keep(coordinators, nth, () => epic.coordinate('run', '--lease', '4', '--worker-lease', '5'));
  return {
    workers,
    coordinators,
    ended: () => promise,
    async dismiss() {
      isOver = true;
      for (const child of [...workers, ...coordinators]) {
        child.kill('SIGCONT');
        child.kill('SIGKILL');
      }
    },
  };
}

/** One act of havoc after another until the epic is over or the time is. */
async function havoc(crew: Crew, postgres: PostgresServer, ended: Promise<void>): Promise<void> {
  const over = new AbortController();
  void ended.finally(() => over.abort());
  while (!over.signal.aborted && Date.now() < until) {
    await pause(1000 + random.below(4000));
    const act = random.below(10);
    if (act < 4) kill(crew.workers, 'worker');
    else if (act < 6) await stop(crew.workers, 'worker');
    else if (act < 8) kill(crew.coordinators, 'coordinator');
    else if (act < 9) await stop(crew.coordinators, 'coordinator');
    else await restart(postgres);
  }
}

function kill(list: readonly ChildProcess[], what: string): void {
  count(`${what} killed`);
  list[random.below(list.length)]?.kill('SIGKILL');
}

/** Longer than its lease, or not: then it comes back and must find that others have taken over, or that nobody has. */
async function stop(list: readonly ChildProcess[], what: string): Promise<void> {
  count(`${what} stopped`);
  const child = list[random.below(list.length)];
  child?.kill('SIGSTOP');
  await pause(500 + random.below(9000));
  child?.kill('SIGCONT');
}

async function restart(postgres: PostgresServer): Promise<void> {
  count('Postgres restarted');
  await postgres.kill();
  await pause(random.below(2000));
  await postgres.start();
}

async function judge(epic: ClusterRun, url: string): Promise<void> {
  const events = await eventsOf(url);
  found.push(...breaches(events));
  const landed = events.filter(({ type }) => type === 'task_complete').length;
  const merges = epic.git('log', '--first-parent', '--format=%s', 'main..epic/e1').split('\n');
  if (merges.length !== landed || new Set(merges).size !== merges.length)
    found.push(`${merges.length} merges on the branch, ${landed} landings in the journal`);
  const starts = await epic.starts();
  const names = starts.map((each) =>
    [each.role, each.ticket, each.attempt, each.try, each.round, each.token].join(' '),
  );
  for (const name of names.filter((each, nth) => names.indexOf(each) !== nth))
    found.push(`agent started twice: ${name}`);
  counts.epics++;
  counts.tickets += Number(values.tickets);
  counts.landed += landed;
  counts.escalated += events.filter(({ type }) => type === 'ticket_escalated').length;
  counts.events += events.length;
  counts.agents += starts.length;
}

async function eventsOf(url: string): Promise<readonly Event[]> {
  const postgres = await openPostgres(url);
  const journal = await readClusterJournal(postgres, 'e1');
  const events = [...journal.read()];
  journal.close();
  await postgres.close();
  return events;
}

function count(what: string): void {
  acts[what] = (acts[what] ?? 0) + 1;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
