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
  const said = asked ?? (config.depth === 'standard' ? null : config.depth);
  return { depth: said ?? depth, risk: Math.round(score * 100) / 100, because };
}

/** What a reader has to know; undefined where it is as usual. */
export function depthNote({ depth, because }: ChosenDepth, asked: Depth | null): string | undefined {
  if (asked !== null || depth === 'standard') return undefined;
  const why = because.length === 0 ? 'no code is changed' : because.join(', ');
  return `depth ${depth} (${why}); --depth says otherwise`;
}
