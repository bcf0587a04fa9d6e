import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { GauntletError } from '../model/error.ts';
import type { Io } from './io.ts';

/** A repository made for the demo: the service and the files that say what is to be done with it, in one commit. */
export type DemoRepository = {
  readonly path: string;
  remove(): Promise<void>;
};

/** The epic file of the demo, in its repository. */
export const demoEpic = 'epic.yaml';

/** Copies the demo's content into a new folder of its own and commits it there. Nothing else is touched. */
export async function makeDemoRepository(io: Io): Promise<DemoRepository> {
  const content = contentFolder();
  const folder = await mkdtemp(join(tmpdir(), 'gauntlet-demo-'));
  const remove = (): Promise<void> => removeFolder(folder);
  try {
    const path = join(folder, 'orders');
    await cp(join(content, 'service'), path, { recursive: true });
    for (const file of [demoEpic, 'gauntlet.yaml', 'agent.mjs', 'script.mjs'])
      await cp(join(content, file), join(path, file));
    await commitAll(path, io);
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Beside the sources, or beside the folder of commands in what is published. */
function contentFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const found = [join(here, '../../demo'), join(here, '../demo')].find((place) =>
    existsSync(join(place, demoEpic)),
  );
  if (found === undefined)
    throw new GauntletError('ENVIRONMENT_UNFIT', 'the files of the demo are missing', {
      hint: 'Install gauntlet again: they are a part of it.',
    });
  return found;
}

const identity: readonly (readonly [string, string])[] = [
  ['user.name', 'Gauntlet demo'],
  ['user.email', 'demo@example.invalid'],
  ['commit.gpgSign', 'false'],
  ['core.hooksPath', '.git/hooks'],
  ['core.autocrlf', 'false'],
];

/** With settings of its own, so that nobody's hooks, signing or templates take part. */
async function commitAll(path: string, io: Io): Promise<void> {
  await git(path, io, ['init', '--quiet', '--template=', '--initial-branch=main']);
  for (const [key, value] of identity) await git(path, io, ['config', key, value]);
  await git(path, io, ['add', '--all']);
  await git(path, io, ['commit', '--quiet', '--message=An orders service']);
}

async function git(path: string, io: Io, args: readonly string[]): Promise<void> {
  // What points git at another repository must not reach this one.
  const env = Object.fromEntries(Object.entries(io.env).filter(([name]) => !name.startsWith('GIT_')));
  try {
    await promisify(execFile)('git', [...args], { cwd: path, env });
  } catch (cause) {
    throw new GauntletError('ENVIRONMENT_UNFIT', `git ${args[0] ?? ''} failed in the demo's repository`, {
      hint: 'Git 2.38 or newer must be installed: "gauntlet doctor" looks.',
      cause,
    });
  }
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
