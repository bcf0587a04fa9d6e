import { detectTampering } from '../detect/index.ts';
import type { Gate } from './gate.ts';
import { mayChange } from './may-change.ts';
import { renamedIn } from './renamed-meaning.ts';

/** Checks made to say less than before: never a way to pass, not even for remediation (REMEDY-02). */
export const tampering: Gate = {
  name: 'tampering',
  asks: 'Do tests and checks still notice what they noticed before?',
  tells: [
    'Existing tests that are deleted, skipped, focused or commented out; assertions that are removed from one, loosened, or cannot fail',
    'Checks that are switched off, thresholds that are lowered, code that ends the program when it is tested',
    'A name of the language (`true`, `len`, `round`) that gets another meaning for existing tests',
    'A lockfile that the package manager did not write, or packages from a registry that was not used before',
  ],
  check: async (context, work) => ({
    detected: [
      ...detectTampering(work.changes, mayChange(context, work)),
      ...(await renamedIn(context, work)),
    ],
  }),
};
