import { isTagged, type ProcessEntry, seenProcess, seenProcesses } from './process-table.ts';

/** What belongs to one run: everything that carries its tag, and the tree and session of its first process. */
export type Belongs = {
  readonly tag: string;
  /** The first process, known to be ours; undefined when its number may mean another one by now. */
  readonly root: number | undefined;
};

/** A process that does not die (stuck in the kernel) is given up after this many looks, about half a minute. */
export const looks = 600;
const longestPause = 50;

/**
 * Kills everything that belongs to these runs, and looks again until nothing is left: a process may start others while
 * we look. Answers how many were killed.
 */
export async function endTree(runs: readonly Belongs[]): Promise<number> {
  const killed = new Set<string>();
  for (let look = 0; look < looks; look += 1) {
    const left = belonging(runs, seenProcesses());
    if (left.length === 0) break;
    for (const each of left) {
      if (killSeen(each)) killed.add(`${each.pid} ${each.start}`);
    }
    await pause(look);
  }
  return killed.size;
}

/** Whatever runs and belongs to one of these, by tag, by parent or by session. Never ourselves. */
export function belonging(runs: readonly Belongs[], all: readonly ProcessEntry[]): readonly ProcessEntry[] {
  const tags = new Set(runs.map((run) => run.tag));
  const roots = new Set(runs.flatMap((run) => run.root ?? []));
  const found = new Set<number>();
  for (const each of all) {
    if (roots.has(each.pid) || roots.has(each.session) || roots.has(each.group) || isTagged(each.pid, tags)) {
      found.add(each.pid);
    }
  }
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const each of all) if (found.has(each.parent)) found.add(each.pid);
  }
  return all.filter((each) => found.has(each.pid) && !each.dead && each.pid !== process.pid);
}

/** Only if it is still the process we saw: numbers are used again. */
function killSeen(seen: ProcessEntry): boolean {
  return seenProcess(seen.pid)?.start === seen.start && kill(seen.pid);
}

/** Where there is no list of processes: the group, which is all such a system lets us reach. */
export function endGroup(leader: number): boolean {
  return kill(-leader);
}

export function kill(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}

/** Longer with every look, so that what takes time costs little. */
export function pause(look: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, Math.min(longestPause, look));
  });
}
