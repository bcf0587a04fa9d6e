import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

import type { Told } from '../../cluster/index.ts';
import { openRepository, type Repository } from '../../git/index.ts';
import { acquireLease } from '../../journal/index.ts';
import { GauntletError, hasCode } from '../../model/error.ts';
import type { Io } from '../io.ts';

/** A folder of this machine that one worker uses, and nobody beside it. */
export type WorkerPlace = {
  readonly folder: string;
  /** Folders of runs that an earlier worker here may have left something running for. */
  runFolders(): readonly string[];
  /** The repository that holds what is exchanged through one hub. */
  repositoryFor(hub: string, author: Told['author']): Promise<Repository>;
  /** Before anything of an epic is done here: what is left of an earlier run of that name is put aside. */
  welcome(repository: Repository, epic: string, born: string): Promise<void>;
  release(): void;
};

const MOST_HERE = 64;

/** The first folder under the state folder that no living worker has. */
export function takePlace(io: Pick<Io, 'env'>, asked: string | undefined): WorkerPlace {
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
    release: () => lease.release(),
  };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
