import fs from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { GauntletError } from '../model/error.ts';

/** Reads a file by its path from the top of the repository; undefined when there is none to read. */
export type ReadFile = (path: string) => string | undefined;

/** Longer than any ticket or list of requirements a person wrote. */
const MOST_BYTES = 4 * 1024 * 1024;

/** The top of the repository a file is in: the nearest folder upwards with a `.git`, else the given one. */
export function repositoryOf(file: string, otherwise: string): string {
  let folder = dirname(resolve(otherwise, file));
  while (!fs.existsSync(join(folder, '.git'))) {
    const parent = dirname(folder);
    if (parent === folder) return otherwise;
    folder = parent;
  }
  return folder;
}

/** What an epic names lies inside its repository, also by way of links: nothing outside is ever read. */
export function readerIn(top: string): ReadFile {
  return (path) => {
    try {
      const real = fs.realpathSync(join(top, path));
      if (!real.startsWith(join(fs.realpathSync(top), '/'))) return undefined;
      if (fs.statSync(real).size > MOST_BYTES) return undefined;
      return fs.readFileSync(real, 'utf8');
    } catch {
      return undefined;
    }
  };
}

/** The same for a file that says how to judge: one that is there and cannot be read must not pass for a missing one. */
export function hereIn(top: string, path: string): string | undefined {
  const text = readerIn(top)(path);
  if (text !== undefined || fs.lstatSync(join(top, path), { throwIfNoEntry: false }) === undefined)
    return text;
  throw new GauntletError('CONFIG_INVALID', `${path} in your work tree cannot be read`, {
    hint: 'It has to be a readable file of at most 4 MiB that lies in the repository.',
  });
}
