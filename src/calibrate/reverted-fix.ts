import type { Grammars } from '../../packages/scan/index.ts';
import type { ChangedText, Planted } from './kinds.ts';
import { isOther } from './plant.ts';

/** More lines are no place any more at which somebody could be said to have found it. */
const WIDEST = 40;

/** The inverse of a fix: its file as it was before, and where that shows. undefined where no program is the worse for it. */
export function revertedFix(
  { path, before, after }: ChangedText,
  subject: string,
  grammars: Grammars = new Map(),
): Planted | undefined {
  if (before === null || !isOther(path, after, before, grammars)) return undefined;
  const [fixed, old] = [after.split('\n'), before.split('\n')];
  const most = Math.min(fixed.length, old.length);
  let same = 0;
  while (same < most && fixed[same] === old[same]) same += 1;
  let tail = 0;
  while (tail < most - same && fixed[fixed.length - 1 - tail] === old[old.length - 1 - tail]) tail += 1;
  const line = Math.min(same + 1, old.length);
  const endLine = Math.max(line, old.length - tail);
  if (endLine - line > WIDEST) return undefined;
  const what = `a fix was reverted: ${subject.slice(0, 200)}`;
  return { kind: 'reverted-fix', file: path, line, endLine, what, text: before };
}
