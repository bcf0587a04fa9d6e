import { detectProtected } from '../detect/index.ts';
import type { Gate } from './gate.ts';
import { mayChange } from './may-change.ts';

/** Files that steer this gate, CI, agents or other people's machines stay as they are. */
export const protectedFiles: Gate = {
  name: 'protected-files',
  asks: 'Are the files that steer gate, CI and agents untouched?',
  check: (context, work) => {
    const { protect, matches } = context;
    const protection = { protect, matches, mayChange: mayChange(context, work) };
    return { detected: work.changes.flatMap((change) => detectProtected(change, protection)) };
  },
};
