import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';

import { baseOf } from './changed-files.ts';
import { gitEnvironment, quiet } from './run-git.ts';

const MOST_BYTES = 64 * 1024 * 1024;

/** What one file says where a branch left `ref`, and at its last commit; undefined: it is not there. */
export type Committed = { readonly before: string | undefined; readonly now: string | undefined };

/** As it was stored: no filter of the repository is run. Undefined where the file lies in no repository that has `ref`. */
export function committedText(path: string, ref: string): Committed | undefined {
  try {
    const folder = realpathSync(dirname(path));
    const base = baseOf(folder, ref);
    if (base === undefined) return undefined;
    const at = (commit: string): string | undefined => textAt(folder, `${commit}:./${basename(path)}`);
    return { before: at(base), now: at('HEAD') };
  } catch {
    return undefined;
  }
}

function textAt(folder: string, object: string): string | undefined {
  const { status, stdout } = spawnSync('git', [...quiet, 'cat-file', 'blob', object], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: MOST_BYTES,
    env: gitEnvironment(),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return status === 0 ? stdout : undefined;
}
