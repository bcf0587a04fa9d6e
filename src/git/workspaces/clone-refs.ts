import { join } from 'node:path';

import { isFolder, readRegular } from '../files.ts';

const OBJECT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** What a clone's `.git` says, read as plain files: no git runs with a configuration that somebody else wrote. */
export type CloneRefs = {
  /** The branch HEAD names; null when detached or unreadable. */
  readonly branch: string | null;
  /** Where the asked branch stands; null when there is none. */
  readonly commit: string | null;
  /** The other parent of a merge that is under way. */
  readonly mergeHead: string | null;
};

export async function readCloneRefs(path: string, branch: string): Promise<CloneRefs | undefined> {
  const folder = join(path, '.git');
  if (!(await isFolder(path)) || !(await isFolder(folder)) || !(await isFolder(join(folder, 'objects')))) {
    return undefined;
  }
  const head = (await readRegular(join(folder, 'HEAD')))?.trim() ?? '';
  const loose = (await readRegular(join(folder, 'refs', 'heads', branch)))?.trim();
  return {
    branch: head.startsWith('ref: refs/heads/') ? head.slice('ref: refs/heads/'.length) : null,
    commit: object(loose) ?? (await packed(folder, `refs/heads/${branch}`)),
    mergeHead: object((await readRegular(join(folder, 'MERGE_HEAD')))?.trim()),
  };
}

async function packed(folder: string, ref: string): Promise<string | null> {
  const text = (await readRegular(join(folder, 'packed-refs'))) ?? '';
  const line = text.split('\n').find((each) => each.slice(each.indexOf(' ') + 1) === ref);
  return object(line?.split(' ')[0]);
}

function object(text: string | undefined): string | null {
  return text !== undefined && OBJECT.test(text) ? text : null;
}
