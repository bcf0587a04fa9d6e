import { addedLines, detectProtected, isTestFile } from '../../detect/index.ts';
import { loadChanges } from '../../gates/index.ts';
import { changedAt, type Comparison } from '../../git/index.ts';
import type { Config } from '../../model/config.ts';
import type { FindingMemory } from '../../model/finding-memory.ts';
import type { Depth } from '../../model/team.ts';
import { matches } from '../../plan/index.ts';
import { riskOf } from '../../review/index.ts';

export type ChosenDepth = {
  readonly depth: Depth;
  readonly risk: number;
  readonly because: readonly string[];
};

/** How deep to look: as somebody said, else as the risk of the change says (BEYOND-06). */
export async function depthFor(
  { compared, place }: Comparison,
  asked: Depth | null,
  config: Config,
  { seen }: FindingMemory,
): Promise<ChosenDepth> {
  const changes = await loadChanges(changedAt(compared, place), compared.from, compared.head);
  const files = changes.map(({ path }) => path);
  const known = new Set(files);
  const protection = { protect: config.protect, mayChange: () => false, matches };
  const linesOf = (wanted: (path: string) => boolean): number =>
    changes.filter(({ path }) => wanted(path)).reduce((sum, change) => sum + addedLines(change).length, 0);
  const { score, depth, because } = riskOf({
    files,
    addedLines: linesOf(() => true),
    addedTestLines: linesOf(isTestFile),
    isTest: isTestFile,
    steering: changes.flatMap((change) => detectProtected(change, protection)).length,
    found: Object.values(seen).filter(({ file }) => known.has(file)).length,
  });
  // `standard` is what nobody said anything else than.
  const set = config.depth === 'standard' ? null : config.depth;
  const risk = Math.round(score * 100) / 100;
  if (asked !== null) return { depth: asked, risk, because: ['--depth says so'] };
  if (set !== null) return { depth: set, risk, because: ['gauntlet.yaml says so'] };
  const none = depth === 'quick' ? 'no code is changed' : 'nothing about the change is out of the ordinary';
  return { depth, risk, because: because.length === 0 ? [none] : because };
}

/** What a reader has to know; undefined where it is as usual. `reviewers`: how many look each round, 0 without agents. */
export function depthNote(
  { depth, because }: ChosenDepth,
  asked: Depth | null,
  reviewers: number,
): string | undefined {
  if (asked !== null || depth === 'standard') return undefined;
  const panel = reviewers > 1 ? `: ${reviewers} reviewers each round` : '';
  return `depth ${depth} because ${because.join(', ')}${panel}; --depth says otherwise`;
}
