import type { Ticket } from '../../model/epic.ts';
import type { GateContext } from '../context.ts';

type Matching = Pick<GateContext, 'matches'>;
type Owned = { readonly ticket: Pick<Ticket, 'touches' | 'mayChange'> | null };

/** Whether the ticket names a path in `mayChange`. */
export function mayChange(context: Matching, work: Owned): (path: string) => boolean {
  const globs = work.ticket?.mayChange ?? [];
  return (path) => globs.some((glob) => context.matches(glob, path));
}

/** Whether the ticket names exactly this path, in `touches` or by `mayChange`: a wildcard is no leave to change a check. */
export function namesPath(context: Matching, work: Owned): (path: string) => boolean {
  const named = new Set(work.ticket?.touches.map((glob) => glob.replace(/^\.\//, '')));
  const may = mayChange(context, work);
  return (path) => named.has(path) || may(path);
}
