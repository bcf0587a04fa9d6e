// One epic in a cluster: a real Postgres, real worker processes, each with a folder of its own as on a machine of its own.
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';

import { type Ended, EpicRun } from './epic-run.ts';
import type { World } from './world.ts';

export type Worker = {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Where its repositories and workspaces are. */
  readonly state: string;
  /** What it has said so far. */
  said(): string;
  /** Resolves once it has said this. */
  until(text: string): Promise<void>;
};

export class ClusterRun extends EpicRun {
  readonly url: string;
  #workers = 0;

  constructor(world: World, url: string) {
    super(world);
    this.url = url;
  }

  protected override extraEnvironment(): Record<string, string> {
    return { GAUNTLET_CLUSTER: this.url };
  }

  /** Starts a worker; resolves once it takes work. */
  worker(...flags: readonly string[]): Promise<Worker> {
    return this.workerWith({}, ...flags);
  }

  /** The same, with more in its environment. */
  async workerWith(env: Readonly<Record<string, string>>, ...flags: readonly string[]): Promise<Worker> {
    const state = join(this.folder, `worker-${++this.#workers}`);
    const { child, ended } = this.start(['worker', '--state', state, '--capacity', '4', ...flags], {
      GAUNTLET_WORKSPACES: join(state, 'ws'),
      ...env,
    });
    let said = '';
    const waiting = new Set<() => void>();
    child.stderr?.on('data', (text: string) => {
      said += text;
      for (const look of waiting) look();
    });
    const until = (text: string): Promise<void> =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!said.includes(text)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        child.once('close', () => reject(new Error(`the worker ended before it said "${text}": ${said}`)));
        look();
      });
    await until('at a time');
    return { child, ended, state, said: () => said, until };
  }

  /** `gauntlet run` (or `resume`) as a coordinator of the cluster, from the given checkout. */
  coordinate(command: 'run' | 'resume' = 'run', ...flags: readonly string[]) {
    const operands = command === 'run' ? ['epic.yaml'] : [];
    return this.start([command, ...operands, '--no-input', '--cluster', ...flags]);
  }
}
