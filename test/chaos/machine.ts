import type { ChildProcess } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import type { ClusterRun } from '../support/cluster-run.ts';
import type { Ended } from '../support/epic-run.ts';
import { reachGit, reachSocket } from './far-ends.ts';
import { openWire } from './wire.ts';
import type { Wire } from './wire.ts';

/** An init system waits for a moment before it starts again what has ended. */
const AGAIN_MS = 300;

export const HUB = 'git://hub.invalid/hub.git';

/** A machine of the cluster: one process that is started again whenever it ends, and its own ways to Postgres and the hub. */
export type Machine = {
  readonly name: string;
  readonly wires: Readonly<Record<'Postgres' | 'the hub', Wire>>;
  /** To the process of this moment; false where there is none. */
  signal(signal: NodeJS.Signals): boolean;
  close(): Promise<void>;
};

export type MachineOptions = {
  readonly epic: ClusterRun;
  readonly name: string;
  readonly postgresSocket: string;
  readonly words: readonly string[];
  /** Called with how its process ended; answers whether another is to be started. */
  isAgain(ended: Ended): boolean;
};

export async function openMachine(options: MachineOptions): Promise<Machine> {
  const { epic, name, words } = options;
  const home = join(epic.folder, `home of ${name}`);
  const log = join(epic.folder, `${name}.log`);
  const wires = {
    Postgres: await openWire(() => reachSocket(options.postgresSocket)),
    'the hub': await openWire(() => reachGit(join(epic.folder, 'hubs'))),
  };
  mkdirSync(home);
  const address = `git://127.0.0.1:${wires['the hub'].port}/`;
  writeFileSync(
    join(home, '.gitconfig'),
    `[url "${address}"]\n\tinsteadOf = ${HUB.replace('hub.git', '')}\n`,
  );
  const env = {
    HOME: home,
    GAUNTLET_CLUSTER: epic.url.replace(/@\/([^?]*).*$/, `@127.0.0.1:${wires.Postgres.port}/$1`),
  };
  const closing = new AbortController();
  let child: ChildProcess | undefined;
  const keepRunning = async (): Promise<void> => {
    for (let isAgain = true; isAgain && !closing.signal.aborted;) {
      const started = epic.start(words, env);
      ({ child } = started);
      const ended = await started.ended;
      appendFileSync(log, `${ended.stderr}\n-- ended: ${ended.code ?? ended.signal}\n`);
      isAgain = options.isAgain(ended);
      await pause(AGAIN_MS);
    }
  };
  const running = keepRunning();
  return {
    name,
    wires,
    signal: (signal) => child?.kill(signal) === true,
    async close() {
      closing.abort();
      child?.kill('SIGCONT');
      child?.kill('SIGKILL');
      await running;
      for (const wire of Object.values(wires)) await wire.close();
    },
  };
}
