import fs from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';

import type { Repository } from '../git/index.ts';
import { GauntletError } from '../model/error.ts';
import { idProblem } from '../model/names.ts';

/** The repository around a folder, found by looking at files: starting git takes longer than all that `status` does. */
export type RepositoryPlace = {
  readonly top: string;
  /** The common git directory, shared by linked work trees. */
  readonly common: string;
  /** `<common git directory>/gauntlet`, where our state lives. */
  readonly state: string;
};

/** One epic, or one reviewed branch, that has, or had, a run here. */
export type EpicPlace = {
  readonly id: string;
  readonly folder: string;
  readonly journal: string;
  readonly common: string;
};

export function repositoryAt(cwd: string): RepositoryPlace {
  const found = findRepository(cwd);
  if (found !== undefined) return found;
  if (isBare(cwd))
    throw new GauntletError('ENVIRONMENT_UNFIT', `${cwd} is a bare repository, without a work tree`, {
      hint: 'Run gauntlet in a checkout of the repository.',
    });
  throw new GauntletError('ENVIRONMENT_UNFIT', `there is no git repository at ${cwd}`, {
    hint: 'Run gauntlet inside a repository, or name one with --cwd.',
  });
}

/** What git itself looks for. */
function isBare(folder: string): boolean {
  return ['HEAD', 'objects', 'refs'].every((name) => fs.existsSync(join(folder, name)));
}

export function findRepository(cwd: string): RepositoryPlace | undefined {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const own = gitDirectory(join(folder, '.git'));
    if (own !== undefined) {
      const common = commonDirectory(own);
      return { top: folder, common, state: join(common, 'gauntlet') };
    }
    if (dirname(folder) === folder) return undefined;
  }
}

/** `.git` is a folder, or in linked work trees and submodules a file that says where it is. */
function gitDirectory(path: string): string | undefined {
  const found = fs.statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return path;
  if (found?.isFile() !== true || found.size > 4096) return undefined;
  const named = /^gitdir: (.+)$/m.exec(fs.readFileSync(path, 'utf8'))?.[1]?.trim();
  return named === undefined ? undefined : resolve(dirname(path), named);
}

function commonDirectory(own: string): string {
  try {
    const named = fs.readFileSync(join(own, 'commondir'), 'utf8').trim();
    return isAbsolute(named) ? named : resolve(own, named);
  } catch {
    return own;
  }
}

/** Every epic, or every reviewed branch, with a journal, by name. */
export function epicsAt(place: RepositoryPlace, kind: 'epics' | 'reviews' = 'epics'): readonly EpicPlace[] {
  const epics = join(place.state, kind);
  const names = fs.existsSync(epics) ? fs.readdirSync(epics).toSorted() : [];
  return names
    .filter((id) => idProblem(id) === undefined && fs.existsSync(join(epics, id, 'journal.db')))
    .map((id) => ({
      id,
      folder: join(epics, id),
      journal: join(epics, id, 'journal.db'),
      common: place.common,
    }));
}

/** Where the state of one epic lies. */
export function epicFolder(repository: Pick<Repository, 'state'>, epic: string): string {
  return join(repository.state, 'epics', epic);
}

export function journalFile(folder: string): string {
  return join(folder, 'journal.db');
}
