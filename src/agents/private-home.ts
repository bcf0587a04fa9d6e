import { lstat, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';

import type { AgentCall } from '../ports/agents.ts';
import { mayWrite, type Started } from './run-program.ts';

/** What a coding agent finds in its home directory. Paths are relative to it. */
export type Furniture = {
  /** Files of ours: its settings for this call. */
  readonly files: Readonly<Record<string, string>>;
  /** Files of the user's home directory without which it would not be logged in. */
  readonly logins: readonly string[];
};

export type PrivateHome = {
  readonly path: string;
  /** What the program must be started with to live there. */
  readonly started: Pick<Started, 'env' | 'writable' | 'visible' | 'exposed'>;
};

/**
 * A home directory for one conversation: the user's own settings, hooks, plugins and servers have no say in it, and what
 * the agent writes there changes nothing of the user's. Only its login is lent: links to the very files, which a judge
 * cannot write. It lies with the records of the run, so a clarification finds its conversation again.
 */
export async function privateHome(
  call: AgentCall,
  usersHome: string | undefined,
  furniture: Furniture,
  earlier?: string,
): Promise<PrivateHome> {
  const path = earlier ?? join(call.folder, 'home');
  await mkdir(path, { recursive: true, mode: 0o700 });
  for (const [name, text] of Object.entries(furniture.files)) {
    const place = await placeIn(path, name);
    await rm(place, { recursive: true, force: true });
    await writeFile(place, text, { mode: 0o600, flag: 'wx' });
  }
  const lent: string[] = [];
  for (const login of usersHome === undefined ? [] : furniture.logins) {
    const original = join(String(usersHome), login);
    if (!(await exists(original))) continue;
    lent.push(original);
    const place = await placeIn(path, login);
    if (!(await exists(place))) await symlink(original, place);
  }
  const isWorker = mayWrite(call);
  return {
    path,
    started: {
      env: { HOME: path, XDG_CONFIG_HOME: join(path, '.config'), XDG_DATA_HOME: join(path, '.local/share') },
      writable: [path],
      visible: isWorker ? [] : lent,
      exposed: isWorker ? lent : [],
    },
  };
}

/** A place in the home. Who lived there before may have left links, and whoever follows them writes elsewhere. */
async function placeIn(home: string, name: string): Promise<string> {
  const folders = dirname(name).split(sep);
  for (const [index] of folders.entries()) {
    const folder = join(home, ...folders.slice(0, index + 1));
    await mkdir(folder, { mode: 0o700 }).catch(() => undefined);
    if (!(await lstat(folder)).isDirectory())
      throw new Error(`${name} leads out of the agent's home directory`);
  }
  return join(home, dirname(name), basename(name));
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
