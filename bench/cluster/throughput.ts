import { cpus } from 'node:os';

import type { Event } from '../../src/model/events.ts';
import { ClusterRun } from '../../test/support/cluster-run.ts';
import type { World } from '../../test/support/world.ts';

/** Agents at the same time on one worker. */
const CAPACITY = 2;
const TICKETS_PER_WORKER = 10;
/** Long beside what sandbox, git and checks take of the processor, so that it is not what is measured. */
const SLEEP_SECONDS = 10;

export type Throughput = {
  readonly workers: number;
  /** Tickets landed in a minute, from the first agent sent to the last landing: start and end of the run included. */
  readonly perMinute: number;
  /** Share of the time in which both cores had something to do. */
  readonly load: number;
};

/**
 * The same kind of epic for every number of workers, with as many tickets for each worker: developers, critics and auditors
 * sleep, nothing waits for anything else, and twice as many tickets are open as there are places.
 */
export async function throughputWith(workers: number, url: string): Promise<Throughput> {
  const run = new ClusterRun(worldOf(workers), url);
  const crew = await Promise.all(
    Array.from({ length: workers }, () => run.worker('--capacity', String(CAPACITY))),
  );
  const cpu = cpuTimes();
  const { code, stderr } = await run.coordinate().ended;
  const spent = cpuTimes();
  if (code !== 0) throw new Error(`the run ended with ${code}: ${stderr}`);
  const events = await run.look();
  for (const { child, ended } of crew) {
    child.kill('SIGTERM');
    await ended;
  }
  run.remove();
  const tickets = events.filter(({ type }) => type === 'task_complete').length;
  const minutes = (lastLanding(events) - firstAgent(events)) / 60_000;
  return {
    workers,
    perMinute: tickets / minutes,
    load: (spent.busy - cpu.busy) / (spent.all - cpu.all),
  };
}

function worldOf(workers: number): World {
  const places = workers * CAPACITY;
  const sleep = `sleep ${SLEEP_SECONDS}`;
  const part = 'mkdir -p parts; echo "$GAUNTLET_TICKET" >"parts/$GAUNTLET_TICKET.txt"';
  return {
    config: {
      limits: {
        maxParallel: places * 2,
        maxAgents: places * 2,
        maxVerify: places * 2,
        agentTimeout: '2m',
        stall: '2m',
      },
    },
    tickets: Array.from({ length: workers * TICKETS_PER_WORKER }, (_, nth) => ({ id: `T${nth}` })),
    playbook: [
      { role: 'developer', shell: `${sleep}; ${part}` },
      { role: 'critic', shell: sleep },
      { role: 'auditor', auditor: '', shell: sleep },
    ],
  };
}

function firstAgent(events: readonly Event[]): number {
  return events.find(({ type }) => type === 'developer_dispatched')?.at ?? Number.NaN;
}

function lastLanding(events: readonly Event[]): number {
  return events.findLast(({ type }) => type === 'task_complete')?.at ?? Number.NaN;
}

function cpuTimes(): { readonly busy: number; readonly all: number } {
  const times = cpus().map((cpu) => cpu.times);
  const all = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0);
  return { busy: all - times.reduce((sum, { idle }) => sum + idle, 0), all };
}
