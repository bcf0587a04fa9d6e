import { realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';

import { blobsAt, placeOf } from '../git/index.ts';
import { baseOf } from './changed-files.ts';

const MOST_BYTES = 64 * 1024 * 1024;

/** What one file says where a branch left `ref`, and at its last commit; undefined: it is not there. */
export type Committed = { readonly before: string | undefined; readonly now: string | undefined };

/** As it was stored: no filter of the repository is run. Undefined where the file lies in no repository that has `ref`. */
export function committedText(path: string, ref: string): Committed | undefined {
  try {
    const folder = realpathSync(dirname(path));
    const base = baseOf(folder, ref);
    if (base === undefined) return undefined;
    const nameAt = (commit: string): string => `${commit}:./${basename(path)}`;
    const texts = blobsAt(placeOf(folder), [base, 'HEAD'].map(nameAt), MOST_BYTES);
    const at = (commit: string): string | undefined => {
      const bytes = texts.get(nameAt(commit));
      return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
    };
    return { before: at(base), now: at('HEAD') };
  } catch {
    return undefined;
  }
}
