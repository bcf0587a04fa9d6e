import { readFindingMemory, writeFindingMemory } from '../../journal/index.ts';
import type { Finding } from '../../model/finding.ts';
import type { FindingMemory } from '../../model/finding-memory.ts';
import { accept, goneSince, regressionsIn, remember } from '../../review/index.ts';

type Shown = {
  readonly branch: string;
  readonly head: string;
  readonly open: readonly Finding[];
  readonly linesOf: (path: string) => readonly string[] | undefined;
  /** Whether what was fixed teaches anything. */
  readonly learning: boolean;
};

/** Keeps what a review showed, so that it can be dismissed and recognised; answers what was fixed once and is back. */
export async function rememberShown(state: string, shown: Shown): Promise<readonly string[]> {
  const memory = readFindingMemory(state);
  const regressions = regressionsIn(memory, shown.open);
  // A clean review of a branch that was never otherwise leaves nothing behind.
  const isNews = shown.open.length > 0 || (memory.open[shown.branch] ?? []).length > 0;
  if (!isNews) return regressions;
  const at = Date.now();
  const now = remember(memory, { ...shown, at });
  const learnt = shown.learning
    ? accept(now, { findings: fixedIn(memory, shown), origin: `review of ${shown.branch}`, at })
    : now;
  await writeFindingMemory(state, learnt);
  return regressions;
}

/** What was open when the branch was last reviewed and is gone: somebody took it for true. Dismissals are not fixed. */
function fixedIn(memory: FindingMemory, shown: Shown) {
  const dismissed = new Set(memory.dismissed.map(({ fingerprint }) => fingerprint));
  return goneSince(memory, shown)
    .filter((fingerprint) => !dismissed.has(fingerprint))
    .flatMap((fingerprint) => {
      const seen = memory.seen[fingerprint];
      return seen === undefined ? [] : [{ fingerprint, rule: seen.rule, message: seen.message }];
    });
}
