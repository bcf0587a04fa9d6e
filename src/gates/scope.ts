import { detectScope } from '../detect/index.ts';
import type { Gate } from './gate.ts';
import { mayChange } from './may-change.ts';

/** A ticket changes what it said it would touch. */
export const scope: Gate = {
  name: 'scope',
  asks: 'Does the change stay within what the ticket touches?',
  check: (context, work) => {
    const touches = work.ticket?.touches ?? [];
    const limits = { touches, matches: context.matches, mayChange: mayChange(context, work) };
    return { detected: work.changes.flatMap((change) => detectScope(change, limits)) };
  },
};
