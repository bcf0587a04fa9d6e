import type { Ticket } from '../../model/epic.ts';
import { RUN_AUDIT } from './requirement-documents.ts';
import type { StageContext } from '../stage-context.ts';
import { scopeOf } from './audit-scope.ts';
import { itemFinder, readDocuments } from './scope-documents.ts';

/**
 * The requirements that a ticket names, each as its document has it. Whoever works on the ticket or judges it is given them:
 * a critic's pass ticks them (TEAM-26), and nobody passes what was never shown.
 */
export async function requirementsFor(
  context: StageContext,
  { requirements, milestone }: Pick<Ticket, 'requirements' | 'milestone'>,
): Promise<readonly string[]> {
  if (requirements.length === 0) return [];
  const own = context.inputs.epic.milestones.find(({ id }) => id === milestone)?.requirements ?? null;
  const audit = own === null ? RUN_AUDIT : `audit:${milestone}`;
  const documents = await readDocuments(context, scopeOf(context, audit));
  return documents.flatMap(({ path, items }) => {
    const meant = itemFinder(documents, path);
    const wanted = new Set(requirements.flatMap((id) => meant({ id, title: '' })));
    return items.filter(({ id }) => wanted.has(id)).map(({ text }) => text);
  });
}
