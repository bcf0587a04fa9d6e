import type { CountedRequirements, ConvergencePolicy } from '../../model/convergence.ts';
import type { Epic } from '../../model/epic.ts';
import type { Hub } from '../../ports/git.ts';
import { parseRequirements, type RequirementsDocument } from '../../audit/index.ts';
import { nameList } from '../records/name-list.ts';
import type { Inputs } from '../stage-context.ts';

/** A requirements document, and the audit whose verdicts are written into it. */
export type KeptDocument = { readonly audit: string; readonly path: string };

const ROOT = 'REQUIREMENTS.md';

export const RUN_AUDIT = 'audit:run';

/**
 * The requirements documents of a run: each milestone's, and the one at the root of the repository where none has it. An
 * audit of the repository has the one that it was given.
 */
export function documentsOf({ milestones, tickets, original }: Epic): readonly KeptDocument[] {
  if (tickets.length === 0) return original === null ? [] : [{ audit: RUN_AUDIT, path: original }];
  const own = milestones.flatMap(({ id, requirements }) =>
    requirements === null ? [] : [{ audit: `audit:${id}`, path: requirements }],
  );
  const isOwned = own.some(({ path }) => path === ROOT);
  return isOwned ? own : [...own, { audit: RUN_AUDIT, path: ROOT }];
}

/** The numbers of a document as events hold them. */
export function countedOf(
  path: string,
  { total, checked, reviewCycles, health, escalated, items }: RequirementsDocument,
  { minRatio, degradedRatio }: ConvergencePolicy,
): CountedRequirements {
  const open = items.filter((item) => !item.checked).map(({ id, line }) => id || `line ${line}`);
  return {
    path,
    total,
    checked,
    cycles: reviewCycles,
    health,
    open: nameList(open),
    escalated: nameList(escalated),
    minRatio,
    degradedRatio,
  };
}

/** Every document that the base has, counted: a run knows from its first event what is open. */
export async function countDocuments(
  hub: Pick<Hub, 'file'>,
  { epic, config, base }: Pick<Inputs, 'epic' | 'config' | 'base'>,
): Promise<readonly { readonly audit: string; readonly counted: CountedRequirements }[]> {
  const found = await Promise.all(
    documentsOf(epic).map(async ({ audit, path }) => {
      const bytes = await hub.file(base.commit, path);
      if (bytes === undefined) return [];
      const read = parseRequirements(new TextDecoder().decode(bytes), config.convergence);
      return [{ audit, counted: countedOf(path, read, config.convergence) }];
    }),
  );
  return found.flat();
}
