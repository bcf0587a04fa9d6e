import { setTimeout as pause } from 'node:timers/promises';

import type { Random } from '../simulation/random.ts';
import type { PostgresServer } from '../support/postgres-server.ts';
import type { Machine } from './machine.ts';

/** What havoc is done to. */
export type Havoc = {
  readonly random: Random;
  readonly workers: readonly Machine[];
  readonly coordinators: readonly Machine[];
  readonly server: PostgresServer;
  /** Told what was done, in the words by which it is counted. */
  readonly count: (act: string) => void;
};

type Act = { readonly weight: number; do(havoc: Havoc): Promise<void> };

const acts: readonly Act[] = [
  { weight: 4, do: (havoc) => kill(havoc, 'worker', havoc.workers) },
  { weight: 2, do: (havoc) => stop(havoc, 'worker', havoc.workers) },
  { weight: 2, do: (havoc) => cutOff(havoc, 'worker', havoc.workers, 'Postgres') },
  { weight: 2, do: (havoc) => cutOff(havoc, 'worker', havoc.workers, 'the hub') },
  { weight: 2, do: (havoc) => kill(havoc, 'coordinator', havoc.coordinators) },
  { weight: 1, do: (havoc) => stop(havoc, 'coordinator', havoc.coordinators) },
  { weight: 2, do: (havoc) => cutOff(havoc, 'coordinator', havoc.coordinators, 'Postgres') },
  { weight: 1, do: (havoc) => cutOff(havoc, 'coordinator', havoc.coordinators, 'the hub') },
  { weight: 1, do: restart },
];

/** One act after another, now and then two at the same time, until told to leave off. All is fixed then. */
export async function havoc(options: Havoc, off: AbortSignal): Promise<void> {
  const { random } = options;
  const under = new Set<Promise<void>>();
  while (!off.aborted) {
    await pause(500 + random.below(3500), undefined, { signal: off }).catch(() => undefined);
    if (off.aborted) break;
    const act = random.pick(acts.flatMap((each) => Array<Act>(each.weight).fill(each)));
    const done = act.do(options).finally(() => under.delete(done));
    under.add(done);
    if (random.chance(0.7)) await done;
  }
  await Promise.all(under);
}

async function kill({ random, count }: Havoc, what: string, all: readonly Machine[]): Promise<void> {
  if (random.pick(all).signal('SIGKILL')) count(`${what} killed -9`);
}

/** For longer than its lease, or not: it comes back and must find that others have taken over, or that nobody has. */
async function stop({ random, count }: Havoc, what: string, all: readonly Machine[]): Promise<void> {
  const machine = random.pick(all);
  if (!machine.signal('SIGSTOP')) return;
  count(`${what} stopped and resumed`);
  await pause(500 + random.below(9000));
  machine.signal('SIGCONT');
}

async function cutOff(
  { random, count }: Havoc,
  what: string,
  all: readonly Machine[],
  from: 'Postgres' | 'the hub',
): Promise<void> {
  const wire = random.pick(all).wires[from];
  const how = random.pick(['broken', 'silent'] as const);
  count(`${what} cut off from ${from} (${how})`);
  wire.cut(how);
  await pause(500 + random.below(9000));
  wire.fix(random.pick(['delivered', 'lost'] as const));
}

let isRestarting = false;

async function restart({ random, count, server }: Havoc): Promise<void> {
  if (isRestarting) return;
  isRestarting = true;
  count('Postgres killed -9 and restarted');
  await server.kill();
  await pause(random.below(2000));
  await server.start();
  isRestarting = false;
}
