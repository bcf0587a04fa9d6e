import { readFindingMemory, writeFindingMemory } from '../../journal/index.ts';
import type { Finding } from '../../model/finding.ts';
import { regressionsIn, remember } from '../../review/index.ts';

type Shown = {
  readonly branch: string;
  readonly open: readonly Finding[];
  readonly linesOf: (path: string) => readonly string[] | undefined;
};

/** Keeps what a review showed, so that it can be dismissed and recognised; answers what was fixed once and is back. */
export async function rememberShown(state: string, shown: Shown): Promise<readonly string[]> {
  const memory = readFindingMemory(state);
  const regressions = regressionsIn(memory, shown.open);
  // A clean review of a branch that was never otherwise leaves nothing behind.
  const isNews = shown.open.length > 0 || (memory.open[shown.branch] ?? []).length > 0;
  if (isNews) await writeFindingMemory(state, remember(memory, { ...shown, at: Date.now() }));
  return regressions;
}
