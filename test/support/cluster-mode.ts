import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { isHeld } from '../../src/project/lease-holder.ts';
import { root } from '../source.ts';
import type { EpicRun } from './epic-run.ts';

type Environment = Readonly<Record<string, string | undefined>>;

type Mode = {
  readonly environment: Readonly<Record<string, string>>;
  /** What is said instead of these words; the first coordinator gets a worker beside it. */
  before(run: EpicRun, words: readonly string[], env: Environment): readonly string[];
  /** Lets the worker finish and leave: on one machine nobody stays after a run either. */
  leave(): Promise<void>;
};

const DRIVING = new Set(['run', 'resume', 'open', 'undo', 'sync']);
const ENDLESS = new Set(['run', 'resume']);

/** Whether this is `npm run test:cluster`. */
export const isCluster = process.env['GAUNTLET_TEST_POSTGRES'] !== undefined;

/** Undefined in `npm test`: then one machine does everything. */
export function clusterMode(): Mode | undefined {
  const server = process.env['GAUNTLET_TEST_POSTGRES'];
  if (server === undefined) return undefined;
  const environment = { GAUNTLET_CLUSTER: newDatabase(server) };
  let workers: readonly ReturnType<EpicRun['start']>[] = [];
  return {
    environment,
    before(run, words, env) {
      const [command = ''] = words;
      const isPlanned = command === 'run' && words.includes('--dry-run');
      if (!DRIVING.has(command) || words.includes('--cluster') || isPlanned) return words;
      // A second coordinator would stand by for as long as the first one drives; on one machine it is refused.
      if (ENDLESS.has(command) && isHeld({ folder: run.state })) return words;
      // A worker needs the keys of its agents; here it gets all that the coordinator has.
      if (workers.length === 0)
        workers = states(run.folder).map((state) => run.start(worker(state, run), env));
      return [command, ...words.slice(1), '--cluster'];
    },
    async leave() {
      for (const { child } of workers) child.kill('SIGTERM');
      await Promise.all(workers.map(({ ended }) => ended));
      workers = [];
    },
  };
}

/** One worker, or as many as GAUNTLET_TEST_WORKERS says. */
function states(folder: string): readonly string[] {
  const many = Number(process.env['GAUNTLET_TEST_WORKERS'] ?? 1);
  return Array.from({ length: many }, (_, nth) => join(folder, nth === 0 ? 'worker' : `worker-${nth + 1}`));
}

function worker(state: string, run: EpicRun): readonly string[] {
  return ['worker', '--state', state, '--capacity', '16', '--files', run.repository];
}

/** A database and a worker of its own for a test that starts the CLI by itself; on one machine they add nothing. */
export type Beside = {
  readonly environment: Readonly<Record<string, string>>;
  readonly flags: readonly string[];
  leave(): Promise<void>;
};

export function workerBeside(cli: string, state: string): Beside {
  const server = process.env['GAUNTLET_TEST_POSTGRES'];
  if (server === undefined) return { environment: {}, flags: [], leave: () => Promise.resolve() };
  const environment = { GAUNTLET_CLUSTER: newDatabase(server) };
  mkdirSync(state, { recursive: true });
  const child = spawn(process.execPath, [cli, 'worker', '--state', state, '--capacity', '16'], {
    stdio: 'ignore',
    env: { PATH: process.env['PATH'], HOME: state, TMPDIR: state, ...environment },
  });
  const gone = once(child, 'exit');
  return {
    environment,
    flags: ['--cluster'],
    async leave() {
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** Not awaited by anybody: who starts a run starts it at once. */
function newDatabase(server: string): string {
  const program = join(root, 'test/support/new-database.ts');
  return execFileSync(process.execPath, [program, server], { encoding: 'utf8' }).trim();
}
