import { detectTampering } from '../detect/index.ts';
import type { Gate } from './gate.ts';
import { mayChange } from './may-change.ts';

/** Checks made to say less than before: never a way to pass, not even for remediation (REMEDY-02). */
export const tampering: Gate = {
  name: 'tampering',
  asks: 'Do tests and checks still notice what they noticed before?',
  tells: [
    'Existing tests that are deleted, skipped, focused or commented out; assertions that are removed from one, loosened, or cannot fail',
    'Checks that are switched off, thresholds that are lowered, code that ends the program when it is tested',
    'A lockfile that the package manager did not write, or packages from a registry that was not used before',
  ],
  check: (context, work) => ({ detected: detectTampering(work.changes, mayChange(context, work)) }),
};
