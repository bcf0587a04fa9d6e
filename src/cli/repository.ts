import fs from 'node:fs';
import { dirname, join, resolve } from 'node:path';

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
