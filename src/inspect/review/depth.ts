import { type ChosenDepth, reasonsOf, riskOfChanges } from '../../run/index.ts';
import { addedLines, removedLines } from '../../detect/index.ts';
import { loadChanges } from '../../gates/index.ts';
import { changedAt, type Comparison } from '../../git/index.ts';
import type { Config } from '../../model/config.ts';
import type { FindingMemory } from '../../model/finding-memory.ts';
import type { Depth } from '../../model/team.ts';

type RatedDepth = ChosenDepth & { readonly risk: number };

export type ChangedLines = { readonly added: number; readonly removed: number };

/** How deep to look: as somebody said, else as the risk of the change says (BEYOND-06). */
export async function depthFor(
  { compared, place }: Comparison,
  asked: Depth | null,
  config: Config,
  { seen }: FindingMemory,
): Promise<{ readonly chosen: RatedDepth; readonly lines: ChangedLines }> {
  const changes = await loadChanges(changedAt(compared, place), compared.from, compared.head);
  const known = new Set(changes.map(({ path }) => path));
  const found = Object.values(seen).filter(({ file }) => known.has(file)).length;
  const change = riskOfChanges(changes, config, found);
  // `standard` is what nobody said anything else than.
  const set = config.depth === 'standard' ? null : config.depth;
  const risk = Math.round(change.score * 100) / 100;
  const lines = {
    added: changes.reduce((sum, each) => sum + addedLines(each).length, 0),
    removed: changes.reduce((sum, each) => sum + removedLines(each).length, 0),
  };
  if (asked !== null) return { chosen: { depth: asked, risk, because: ['--depth says so'] }, lines };
  if (set !== null) return { chosen: { depth: set, risk, because: ['gauntlet.yaml says so'] }, lines };
  return { chosen: { depth: change.depth, risk, because: reasonsOf(change) }, lines };
}

/** What a reader has to know; undefined where it is as usual. `reviewers`: how many look each round, 0 without agents. */
export function depthNote(
  { depth, because }: ChosenDepth,
  asked: Depth | null,
  reviewers: number,
): string | undefined {
  if (asked !== null || depth === 'standard') return undefined;
  const panel = reviewers > 1 ? `: ${reviewers} reviewers each round` : '';
  return `depth ${depth} because ${because.join(', ')}${panel}; change it with --depth`;
}
