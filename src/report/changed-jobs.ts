import { at, type Job, type Vector } from '../state/index.ts';

/**
 * Indexes of the jobs that are not the same in both lists. The lists share what did not change, so this looks at the
 * changed ones and the few nodes above them, and not at ten thousand jobs.
 */
export function changedJobs(before: Vector<Job>, after: Vector<Job>): number[] {
  const changed: number[] = [];
  if (before === after) return changed;
  if (before.depth === after.depth)
    compare({ before: before.root, after: after.root }, after.depth, 0, changed);
  else
    for (let index = 0; index < after.length; index++)
      if (at(before, index) !== at(after, index)) changed.push(index);
  return changed;
}

type Nodes = { readonly before: unknown; readonly after: unknown };

const WIDTH = 32;

function compare({ before, after }: Nodes, depth: number, from: number, changed: number[]): void {
  if (before === after) return;
  const old: readonly unknown[] = Array.isArray(before) ? before : [];
  const now: readonly unknown[] = Array.isArray(after) ? after : [];
  const span = WIDTH ** depth;
  for (const [slot, item] of now.entries()) {
    if (item === old[slot]) continue;
    if (depth === 0) changed.push(from + slot);
    else compare({ before: old[slot], after: item }, depth - 1, from + slot * span, changed);
  }
}
