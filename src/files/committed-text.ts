import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';

import { blobsAt, placeOf } from '../git/index.ts';
import { baseOf } from './changed-files.ts';

const MOST_BYTES = 64 * 1024 * 1024;

/** What one file says at these commits, as it was stored: no filter of the repository is run. Undefined: it is not there. */
export function committedTexts(path: string, commits: readonly string[]): readonly (string | undefined)[] {
  if (commits.length === 0 || !existsSync(dirname(path))) return commits.map(() => undefined);
  const names = commits.map((commit) => `${commit}:./${basename(path)}`);
  const texts = blobsAt(placeOf(realpathSync(dirname(path))), names, MOST_BYTES);
  return names.map((name) => {
    const bytes = texts.get(name);
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  });
}

/** The commit where the branch of a file's folder left `ref`; undefined where git does not know one. */
export function leftAt(path: string, ref: string): string | undefined {
  return existsSync(dirname(path)) ? baseOf(realpathSync(dirname(path)), ref) : undefined;
}
