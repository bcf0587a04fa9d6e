import { sha256 } from '../../model/sha256.ts';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

import type { RunDescription } from '../../cluster/index.ts';
import { openRepository, type Repository } from '../../git/index.ts';
import { acquireLease } from '../../journal/index.ts';
import { GauntletError, hasCode } from '../../model/error.ts';
import type { Caller } from '../../project/call.ts';

/** A folder of this machine that one worker uses, and nobody beside it. */
export type WorkerPlace = {
  readonly folder: string;
  /** Folders of runs that an earlier worker here may have left something running for. */
  runFolders(): readonly string[];
  /** The repository that holds what is exchanged through one hub. */
  repositoryFor(hub: string, author: RunDescription['author']): Promise<Repository>;
  /** Before anything of an epic is done here: what is left of an earlier run of that name is put aside. */
  welcome(repository: Repository, epic: string, born: string): Promise<void>;
  /** Removes what nobody has used for long: folders of runs, and, while no desk is open, repositories. */
  prune(what: 'runs' | 'all'): Promise<void>;
  release(): void;
};

const MOST_HERE = 64;
const DAY_MS = 24 * 3600 * 1000;
/** What was said in a run is with its coordinator by then; a repository is fetched anew where it is needed again. */
const RUNS_MS = 7 * DAY_MS;
const REPOSITORIES_MS = 14 * DAY_MS;

/** The first folder under the state folder that no living worker has. */
export function takePlace(io: Pick<Caller, 'env'>, asked: string | undefined): WorkerPlace {
  const root =
    asked ?? join(io.env['XDG_STATE_HOME'] ?? join(homedir(), '.local', 'state'), 'gauntlet', 'workers');
  for (let nth = 1; nth <= MOST_HERE; nth++) {
    const folder = join(root, String(nth));
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    try {
      return placeAt(folder, acquireLease(join(folder, 'lease.db')));
    } catch (error) {
      if (!hasCode(error, 'STATE_CONFLICT')) throw error;
    }
  }
  throw new GauntletError('STATE_CONFLICT', `${MOST_HERE} workers run in ${root} already`, {
    hint: 'Give one of them more --capacity, or name another folder with --state.',
  });
}

function placeAt(folder: string, lease: { release(): void }): WorkerPlace {
  return {
    folder,
    runFolders: () =>
      namesIn(join(folder, 'epics')).flatMap((epic) => {
        const runs = join(folder, 'epics', epic, 'runs');
        return namesIn(runs).map((run) => join(runs, run));
      }),
    async repositoryFor(hub, author) {
      const path = join(folder, 'repositories', hashOf(hub));
      if (!existsSync(join(path, '.git'))) {
        mkdirSync(path, { recursive: true });
        execFileSync('git', ['init', '-q', '--template='], { cwd: path, stdio: 'ignore' });
      }
      writeFileSync(join(path, USED), '');
      return openRepository(path, author);
    },
    async welcome(repository, epic, born) {
      const note = join(repository.state, 'born', epic);
      const noted = existsSync(note) ? readFileSync(note, 'utf8') : born;
      if (noted !== born) {
        await repository.setAside(epic, `past-${hashOf(noted)}`);
        rmSync(join(folder, 'epics', epic), { recursive: true, force: true });
      }
      mkdirSync(dirname(note), { recursive: true });
      writeFileSync(note, born);
    },
    async prune(what) {
      for (const epic of namesIn(join(folder, 'epics'))) {
        const runs = join(folder, 'epics', epic, 'runs');
        for (const run of namesIn(runs).map((name) => join(runs, name)))
          if (isOlder(run, RUNS_MS)) rmSync(run, { recursive: true, force: true });
      }
      if (what === 'runs') return;
      for (const path of namesIn(join(folder, 'repositories')).map((name) =>
        join(folder, 'repositories', name),
      ))
        if (isOlder(join(path, USED), REPOSITORIES_MS) && isOlder(path, REPOSITORIES_MS)) await remove(path);
    },
    release: () => lease.release(),
  };
}

/** Says when a repository was last opened. */
const USED = 'used';

/** What is not there was never used. */
function isOlder(path: string, ms: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined || Date.now() - found.mtimeMs > ms;
}

/** Trees that were judged are read-only: git's own room knows how to remove them. */
async function remove(path: string): Promise<void> {
  const repository = await openRepository(path);
  await repository.cleanUp('all').finally(() => repository.close());
  rmSync(path, { recursive: true, force: true });
}

function hashOf(text: string): string {
  return sha256(text).slice(0, 16);
}

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
