import type { GateContext } from './context.ts';
import type { Work } from './gate.ts';

/** Whether the ticket names a path in `mayChange`. */
export function mayChange(context: GateContext, work: Work): (path: string) => boolean {
  const globs = work.ticket?.mayChange ?? [];
  return (path) => globs.some((glob) => context.matches(glob, path));
}

/** Whether the ticket names exactly this path, in `touches` or by `mayChange`: a wildcard is no leave to change a check. */
export function namesPath(context: GateContext, work: Work): (path: string) => boolean {
  const named = new Set(work.ticket?.touches.map((glob) => glob.replace(/^\.\//, '')));
  const may = mayChange(context, work);
  return (path) => named.has(path) || may(path);
}
