import { cp, lstat, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';

import type { AgentCall } from '../../ports/agents.ts';
import { mayWrite } from './adapter.ts';
import { type Started } from './run-agent-program.ts';

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
  readonly started: Pick<Started, 'env' | 'writable' | 'exposed'>;
  /** Takes copies of logins out of it: it lies with the records of the run. */
  leave(): Promise<void>;
};

/**
 * A home directory for one conversation: the user's own settings, hooks, plugins and servers have no say in it, and what
 * the agent writes there changes nothing of the user's. Only its login is lent. A worker gets links to the very files,
 * so that a login it renews stays the user's; a judge gets copies, and whatever becomes of those is thrown away: nobody
 * under the influence of a branch may put another login in the place of the user's. It lies with the records of the run,
 * so a clarification finds its conversation again.
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
  const isWorker = mayWrite(call);
  const lent: string[] = [];
  const copies: string[] = [];
  for (const login of usersHome === undefined ? [] : furniture.logins) {
    const original = join(String(usersHome), login);
    if (!(await exists(original))) continue;
    const place = await placeIn(path, login);
    await rm(place, { recursive: true, force: true });
    if (isWorker) await symlink(original, place);
    else await copy(original, place);
    (isWorker ? lent : copies).push(isWorker ? original : place);
  }
  return {
    path,
    started: {
      env: { HOME: path, XDG_CONFIG_HOME: join(path, '.config'), XDG_DATA_HOME: join(path, '.local/share') },
      writable: [path],
      exposed: lent,
    },
    leave: async () => {
      for (const place of copies) await rm(place, { recursive: true, force: true }).catch(() => undefined);
    },
  };
}

/** Behind the links that people keep their settings by. */
function copy(original: string, place: string): Promise<void> {
  return cp(original, place, { recursive: true, dereference: true });
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
