import {
  addedLines,
  detectProtected,
  type FileChange,
  isTestFile,
  removedLines,
} from '../../detect/index.ts';
import type { Config } from '../../model/config.ts';
import type { Ticket } from '../../model/epic.ts';
import { type Depth, depths } from '../../model/team.ts';
import { matches } from '../../plan/index.ts';
import { type Risk, riskOf } from '../../review/index.ts';

/** How deep somebody looks at a change, and why. */
export type ChosenDepth = { readonly depth: Depth; readonly because: readonly string[] };

/** `found`: how many findings earlier reviews had in these files. */
export function riskOfChanges(
  changes: readonly FileChange[],
  { protect }: Pick<Config, 'protect'>,
  found: number,
): Risk {
  const protection = { protect, mayChange: () => false, matches };
  const tests = changes.filter(({ path }) => isTestFile(path));
  const sum = (of: readonly FileChange[], lines: typeof addedLines): number =>
    of.reduce((all, change) => all + lines(change).length, 0);
  return riskOf({
    files: changes.map(({ path }) => path),
    addedLines: sum(changes, addedLines),
    addedTestLines: sum(tests, addedLines),
    removedLines: sum(changes, removedLines),
    uncounted: changes.filter(({ before, after }) => (before?.unread ?? after?.unread ?? null) !== null)
      .length,
    isTest: isTestFile,
    steering: changes.flatMap((change) => detectProtected(change, protection)).length,
    found,
  });
}

/** Why it is as deep as the risk alone says. */
export function reasonsOf({ depth, because }: Risk): readonly string[] {
  // Whatever speaks for a deeper look is not why it is a light one.
  if (depth === 'quick') return ['no code is changed'];
  return because.length > 0 ? because : ['the change shows no special risk'];
}

/**
 * How deep a critic looks at a ticket (BEYOND-06): as the configuration says, else as the risk of its change says. A ticket
 * of high risk is always looked at deeply, and its own depth overrides that of the settings; nothing makes a look shallower than the light one.
 */
export function depthOfTicket(
  { risk, depth: own = null }: Pick<Ticket, 'risk'> & Partial<Pick<Ticket, 'depth'>>,
  asked: Depth,
  change: Risk,
): ChosenDepth {
  const chosen = depthAsked(own ?? asked, change);
  if (risk !== 'high') return chosen;
  const isDeep = depths.indexOf(chosen.depth) >= depths.indexOf('thorough');
  const because = ['the ticket is of high risk', ...change.because];
  return { depth: isDeep ? chosen.depth : 'thorough', because };
}

function depthAsked(asked: Depth, change: Risk): ChosenDepth {
  // `standard` is what nobody said anything else than.
  if (asked !== 'standard')
    return {
      depth: asked,
      because: [`the settings ask for depth ${asked}, whatever the size of the change`],
    };
  if (change.depth === 'standard' && change.isSmall) return { depth: 'quick', because: ['few lines'] };
  return { depth: change.depth, because: reasonsOf(change) };
}
