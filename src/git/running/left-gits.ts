import { readdir, readFile } from 'node:fs/promises';
import { sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** The variable by which a git command says whose it is: the folder of unfinished files of its coordinator. */
export const ownerName = 'GAUNTLET_GIT_OF';

/** About half a minute; a process stuck in the kernel for longer does not write any more. */
const LOOKS = 600;

/**
 * Ends git commands whose coordinator is dead, and waits until they are gone: one that is still checking out would write
 * an old tree into a workspace that the next coordinator has already brought to another. Answers how many there were.
 * Where there is no /proc nothing can be found, and such a command runs to its end.
 */
export async function endLeftGits(unfinished: string, isAlive: (owner: string) => boolean): Promise<number> {
  const ended = new Set<number>();
  for (let look = 0; look < LOOKS; look += 1) {
    const left = await leftGits(unfinished, isAlive);
    if (left.length === 0) break;
    for (const pid of left) if (kill(pid)) ended.add(pid);
    await pause(Math.min(look, 50));
  }
  return ended.size;
}

async function leftGits(unfinished: string, isAlive: (owner: string) => boolean): Promise<readonly number[]> {
  const names = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const start = `${ownerName}=${unfinished}${sep}`;
  const found: number[] = [];
  for (const name of names) {
    const environ = await readFile(`/proc/${name}/environ`, 'utf8').catch(() => '');
    const owner = environ.split('\0').find((entry) => entry.startsWith(start));
    if (owner === undefined || isAlive(owner.slice(start.length))) continue;
    if (await isGit(name)) found.push(Number(name));
  }
  return found;
}

/** What a git has started (an agent that holds the user's keys, for example) is not ours to end. */
async function isGit(pid: string): Promise<boolean> {
  return (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).startsWith('git');
}

function kill(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}
