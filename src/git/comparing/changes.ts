import type { Change } from '../../ports/git.ts';
import { type Context, safeObject } from '../context.ts';
import { memoizeLast } from '../serial.ts';
import { listChanges } from './listing.ts';

/** As many as tickets are in flight: each is asked for at delivery, by the gates, by every judge and at the merge. */
const KEPT_CHANGES = 64;

const knownIn = new WeakMap<Context, (pair: string) => Promise<readonly Change[]>>();

/** What differs between two commits or trees, without guessing at renames. */
export async function changesBetween(
  context: Context,
  before: string,
  after: string,
): Promise<readonly Change[]> {
  if (safeObject(before) === safeObject(after)) return [];
  const known =
    knownIn.get(context) ??
    memoizeLast(KEPT_CHANGES, async (pair: string) => {
      const [from = '', to = ''] = pair.split(' ');
      return await listChanges(context.git, context.hub, [from, to]);
    });
  knownIn.set(context, known);
  return await known(`${before} ${after}`);
}
