import { existsSync } from 'node:fs';
import { chmod, cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { GauntletError } from '../../model/error.ts';
import type { Caller } from '../../project/call.ts';
import { gitIn, initRepository } from '../../project/own-repository.ts';

/** A repository made for the demo: the service and the files that say what is to be done with it, in one commit. */
export type DemoRepository = {
  readonly path: string;
  remove(): Promise<void>;
};

/** The epic file of the demo, in its repository. */
export const demoEpic = 'epic.yaml';

/** Copies the demo's content into a new folder of its own and commits it there. Nothing else is touched. */
export async function makeDemoRepository(io: Caller): Promise<DemoRepository> {
  const content = contentFolder();
  const folder = await mkdtemp(join(tmpdir(), 'gauntlet-demo-'));
  const remove = (): Promise<void> => removeFolder(folder);
  try {
    const path = join(folder, 'orders');
    await cp(join(content, 'service'), path, { recursive: true });
    for (const file of [demoEpic, 'gauntlet.yaml', 'agent.mjs', 'script.mjs'])
      await cp(join(content, file), join(path, file));
    const git = gitIn(path, io);
    await initRepository(git, 'demo');
    await git('add', '--all');
    await git('commit', '--quiet', '--message=An orders service');
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Beside the sources, or beside the folder of commands in what is published. */
function contentFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const found = [join(here, '../../../demo'), join(here, '../demo')].find((place) =>
    existsSync(join(place, demoEpic)),
  );
  if (found === undefined)
    throw new GauntletError('ENVIRONMENT_UNFIT', 'the files of the demo are missing', {
      hint: 'Install gauntlet again: they are a part of it.',
    });
  return found;
}

/** Trees under review are read-only, and what is in a read-only folder cannot be removed. */
async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true }).catch(async () => {
    await makeWritable(folder);
    await rm(folder, { recursive: true, force: true });
  });
}

async function makeWritable(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await makeWritable(join(folder, entry.name));
  }
}
