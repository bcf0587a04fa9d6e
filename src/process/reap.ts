import { endGroup, endTree, type Belongs } from './end-tree.ts';
import { type PidFile, readPidFiles, removeLeftovers } from './pid-file.ts';
import { bootOf, seenProcess, seenProcesses } from './process-table.ts';

/**
 * Ends what an earlier coordinator left running. A process is ours when it carries the tag of the pid file, or descends
 * from the very process the file names: number, start time and start of the machine all have to fit.
 */
export async function reap(folders: readonly string[]): Promise<number> {
  const left = (await Promise.all(folders.map(readPidFiles))).flat();
  const killed = left.length === 0 ? 0 : await end(left);
  await Promise.all(folders.map(removeLeftovers));
  return killed;
}

async function end(left: readonly PidFile[]): Promise<number> {
  return seenProcesses().length > 0 ? await endTree(left.map(belongs)) : left.filter(endBlindly).length;
}

function belongs(file: PidFile): Belongs {
  const isSame = file.boot === bootOf() && file.start !== '' && seenProcess(file.pid)?.start === file.start;
  return { tag: file.tag, root: isSame ? file.pid : undefined };
}

/** Without a list of processes nobody can say whether the number still means the same one. Then it is left alone. */
function endBlindly(file: PidFile): boolean {
  return file.start !== '' && endGroup(file.pid);
}
