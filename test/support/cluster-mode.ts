import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { root } from '../source.ts';
import type { EpicRun } from './epic-run.ts';

type Environment = Readonly<Record<string, string | undefined>>;

type Mode = {
  readonly environment: Readonly<Record<string, string>>;
  /** What is said instead of these words; the first coordinator gets a worker beside it. */
  before(run: EpicRun, words: readonly string[], env: Environment): readonly string[];
};

const DRIVING = new Set(['run', 'resume', 'open', 'undo', 'sync']);

/** Undefined in `npm test`: then one machine does everything. */
export function clusterMode(): Mode | undefined {
  const server = process.env['GAUNTLET_TEST_POSTGRES'];
  if (server === undefined) return undefined;
  const environment = { GAUNTLET_CLUSTER: newDatabase(server) };
  let hasWorker = false;
  return {
    environment,
    before(run, words, env) {
      const [command = ''] = words;
      if (!DRIVING.has(command) || words.includes('--cluster') || words.includes('--dry-run')) return words;
      if (!hasWorker) {
        hasWorker = true;
        // A worker needs the keys of its agents; here it gets all that the coordinator has.
        run.start(
          ['worker', '--state', join(run.folder, 'worker'), '--capacity', '16', '--files', run.repository],
          env,
        );
      }
      return [command, ...words.slice(1), '--cluster'];
    },
  };
}

/** Not awaited by anybody: who starts a run starts it at once. */
function newDatabase(server: string): string {
  const program = join(root, 'test/support/new-database.ts');
  return execFileSync(process.execPath, [program, server], { encoding: 'utf8' }).trim();
}
