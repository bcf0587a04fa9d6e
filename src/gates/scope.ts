import { detectScope } from '../detect/index.ts';
import type { Gate } from './gate.ts';
import { mayChange } from './may-change.ts';

/** A ticket changes what it said it would touch. */
export const scope: Gate = {
  name: 'scope',
  asks: 'Does the change stay within what the ticket touches?',
  check: (context, work) => {
    const { touches = [], id = '' } = work.ticket ?? {};
    const limits = { touches, matches: context.matches, mayChange: mayChange(context, work) };
    // A fix may need a new file, a test for example; files that others may be working on are not its to change.
    const judged = id.startsWith('fix:')
      ? work.changes.filter(({ before }) => before !== null)
      : work.changes;
    return { detected: judged.flatMap((change) => detectScope(change, limits)) };
  },
};
