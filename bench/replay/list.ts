// The commits that are replayed: `bench/real-repositories.json` names them, and a folder of git mirrors holds them.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../test/source.ts';

/** Half A may be used to improve the gates; half B is held out and replayed when they are done. */
export type Half = 'A' | 'B';

export type Repository = {
  readonly name: string;
  /** Owner and name. */
  readonly repo: string;
  readonly half: Half;
  readonly runner: string;
  readonly install: string;
  readonly test: string;
  readonly commits: readonly string[];
};

export type Wanted = { readonly only: readonly string[]; readonly half: string | undefined };

/** The repositories of the list that are wanted; throws where a name or a half is not in it. */
export function repositoriesOf({ only, half }: Wanted): readonly Repository[] {
  const file = join(root, 'bench/real-repositories.json');
  const { replay } = JSON.parse(readFileSync(file, 'utf8')) as { readonly replay: readonly Repository[] };
  const unknown = only.find((name) => !replay.some((each) => each.name === name));
  if (unknown !== undefined)
    throw new Error(`no repository ${unknown}; there are ${replay.map(({ name }) => name).join(', ')}`);
  if (half !== undefined && half !== 'A' && half !== 'B') throw new Error('--half is A or B');
  return replay.filter(
    (each) => (only.length === 0 || only.includes(each.name)) && (half === undefined || each.half === half),
  );
}

/** The git directory of a repository below the folder of mirrors, in any of the usual layouts. */
export function mirrorOf(mirrors: string, repo: string): string {
  const [owner = '', name = ''] = repo.split('/');
  const folders = [`${owner}+${name}`, repo, `${repo}.git`, name, `${name}.git`];
  const found = folders
    .flatMap((folder) => [join(folder, 'repo'), folder, join(folder, '.git')])
    .map((folder) => join(mirrors, folder))
    .find((folder) => existsSync(join(folder, 'HEAD')) && existsSync(join(folder, 'objects')));
  if (found === undefined) throw new Error(`no git mirror of ${repo} in ${mirrors}`);
  return found;
}
