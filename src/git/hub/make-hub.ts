import { chmod, lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { errorCode, GauntletError } from '../../model/error.ts';
import { flushFolder, isFolder, randomName, readRegular, removeFolder, writeWhole } from '../files.ts';
import type { Git } from '../running/git.ts';
import type { Layout } from '../layout.ts';

type Source = { readonly common: string; readonly format: 'sha1' | 'sha256' };

/** The folders every command of ours relies on. */
export async function makeSurroundings(layout: Layout): Promise<void> {
  await mkdir(layout.noHooks, { recursive: true });
  await makeOwnFolder(layout.workFolder);
  for (const folder of [layout.work, layout.temporary, layout.workTemporary])
    await mkdir(folder, { recursive: true });
  // The user's own git has already said whether this repository is safe; ours must not ask again as somebody else.
  const config = '[safe]\n\tdirectory = *\n';
  if ((await readRegular(layout.gitConfig)) === config) return;
  await writeWhole(layout.gitConfig, config, layout.temporary);
  await chmod(layout.gitConfig, 0o444);
}

/**
 * Makes the folder of the workspaces for this user alone. Others may write beside it: a folder or link that somebody else
 * has put there is refused.
 */
async function makeOwnFolder(folder: string): Promise<void> {
  const parent = dirname(folder);
  await mkdir(dirname(parent), { recursive: true });
  for (const each of [parent, folder]) {
    await mkdir(each, { mode: 0o700 }).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
    const found = await lstat(each);
    const isOurs = found.isDirectory() && (process.getuid === undefined || found.uid === process.getuid());
    if (isOurs && (found.mode & 0o022) === 0) continue;
    throw new GauntletError(
      'ENVIRONMENT_UNFIT',
      `${each} cannot be used for workspaces: other users can write to it`,
      {
        hint: 'Choose another folder: git config gauntlet.workspaces /an/absolute/folder',
      },
    );
  }
}

/**
 * Makes the hub, whole or not at all: hard links to the objects that are there now, no alternates, no remote, no refs
 * of the user's, so that neither their gc nor a deleted branch can take anything from it (STATE-04).
 */
export async function makeHub(layout: Layout, git: Git, source: Source): Promise<void> {
  if (await isFolder(layout.hub))
    return await writeWhole(join(layout.hub, 'config'), hubConfig(layout, source), layout.temporary);
  const unfinished = join(layout.temporary, `${randomName()}.git`);
  await cloneInto(unfinished, git, source);
  await rm(join(unfinished, 'packed-refs'), { force: true });
  await removeFolder(join(unfinished, 'refs'), layout.temporary);
  await mkdir(join(unfinished, 'refs', 'heads'), { recursive: true });
  await writeFile(join(unfinished, 'HEAD'), 'ref: refs/heads/none\n', { flush: true });
  await writeFile(join(unfinished, 'config'), hubConfig(layout, source), { flush: true });
  await rm(join(unfinished, 'FETCH_HEAD'), { force: true });
  try {
    await flushFolder(unfinished);
    await rename(unfinished, layout.hub);
    await flushFolder(layout.state);
  } catch (error) {
    // Another epic's coordinator was quicker.
    await removeFolder(unfinished, layout.temporary);
    if (!(await isFolder(layout.hub))) throw error;
  }
}

async function cloneInto(target: string, git: Git, { common }: Source): Promise<void> {
  const clone = (how: string): Promise<unknown> =>
    git(['clone', '--bare', '--quiet', '--template=', '--dissociate', how, '--', common, target], {
      gitDir: common,
      // A clone must not find the repository it is made from by this.
      env: { GIT_DIR: target },
    });
  try {
    await clone('--local');
  } catch {
    // Links in the object store, a pack that a gc of the user has just replaced, another file system: copy it instead.
    await rm(target, { recursive: true, force: true });
    await clone('--no-local');
  }
}

function hubConfig(layout: Layout, { format }: Source): string {
  const sha256 = format === 'sha256';
  return `[core]
\trepositoryformatversion = ${sha256 ? 1 : 0}
\tfilemode = true
\tbare = true
\tlogAllRefUpdates = false
\thooksPath = "${layout.noHooks.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"
\tfsmonitor = false
\tprotectHFS = true
\tprotectNTFS = true
${sha256 ? '[extensions]\n\tobjectformat = sha256\n' : ''}[gc]
\tauto = 0
[maintenance]
\tauto = false
[fetch]
\tfsckObjects = true
[transfer]
\tfsckObjects = true
[protocol "ext"]
\tallow = never
`;
}
