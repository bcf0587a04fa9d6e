import { detectOddities } from '../detect/index.ts';
import type { GateRule } from '../model/gate-rules.ts';
import type { Gate } from './gate.ts';
import { LARGEST_FILE } from './load-changes.ts';
import { namesPath } from './may-change.ts';

/** Links that lead outside, submodules, hidden letters, conflict markers, files nobody can read. */
export const oddities: Gate = {
  name: 'oddities',
  asks: 'Is the change free of hidden or misleading content?',
  tells: [
    `Invisible or text-reversing characters in code, conflict markers, binary content under the name of code, files over ${LARGEST_FILE / 1024 / 1024} MB`,
  ],
  check: (context, work) => {
    const isNamed = namesPath(context, work);
    // A large file or a submodule can be what the ticket is about; what deceives never is.
    const isWanted = (rule: GateRule, file: string) =>
      (rule === 'large-file' || rule === 'submodule') && isNamed(file);
    const detected = work.changes.flatMap(detectOddities);
    return { detected: detected.filter(({ rule, file }) => !isWanted(rule, file)) };
  },
};
