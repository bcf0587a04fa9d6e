import type { FileChange } from '../../detect/index.ts';
import type { Check } from '../../model/config.ts';
import type { Ticket } from '../../model/epic.ts';
import type { GateContext } from '../context.ts';

/** The checks of a plan, parted by whether a change needs them. */
export type Affected = { readonly needed: readonly Check[]; readonly spared: readonly Check[] };

/**
 * A check that says what it is about (`paths`) is spared where a change touches none of it. A changed file that no check
 * names might matter to any of them, so then all of them run: a gap in what was named never saves a check.
 */
export function affectedBy(
  { plan, matches }: Pick<GateContext, 'plan' | 'matches'>,
  changes: readonly Pick<FileChange, 'path'>[],
): Affected {
  const names = ({ paths = [] }: Check, path: string): boolean => paths.some((glob) => matches(glob, path));
  const isClaimed = ({ path }: Pick<FileChange, 'path'>): boolean =>
    plan.verify.some((check) => names(check, path));
  if (changes.length === 0 || !changes.every(isClaimed)) return { needed: plan.verify, spared: [] };
  const isSpared = (check: Check): boolean =>
    check.paths !== undefined && !changes.some(({ path }) => names(check, path));
  return {
    needed: plan.verify.filter((check) => !isSpared(check)),
    spared: plan.verify.filter(isSpared),
  };
}

/**
 * The checks that a job's change needs. A remediation (`remediation:1`) or a fix (`fix:1`) may repair what is elsewhere: for
 * them, for a branch that was brought and for work that is no ticket's, nothing is spared.
 */
export function neededBy(
  context: Pick<GateContext, 'plan' | 'matches'>,
  ticket: Pick<Ticket, 'id' | 'adopts'> | null,
  changes: readonly Pick<FileChange, 'path'>[],
): readonly Check[] {
  const needsAll = ticket === null || ticket.adopts !== undefined || ticket.id.includes(':');
  return needsAll ? context.plan.verify : affectedBy(context, changes).needed;
}
