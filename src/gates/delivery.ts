import type { Detected } from '../detect/index.ts';
import { longestName, longestPath } from '../model/path-limits.ts';
import type { Severity } from '../model/severity.ts';
import type { Gate } from './gate.ts';

/** What the workspace looked like when the work was taken out of it. */
export const delivery: Gate = {
  name: 'delivery',
  asks: 'Was everything delivered, from the right branch?',
  tells: [
    'Submodules, and links that do not lead to a file of the repository by a relative path',
    `Names of more than ${longestName} bytes, paths of more than ${longestPath} bytes`,
    'Secrets, large binaries, logs and build products that are left in the workspace and not ignored',
  ],
  check: (_context, work) => ({
    detected: [
      ...(work.delivery?.problems ?? []).map(problem),
      ...(work.delivery?.leftOut ?? []).map(({ path, why }) => leftOut(path, why)),
    ],
  }),
};

function problem(message: string): Detected {
  return {
    rule: 'workspace-problem',
    severity: 'HIGH',
    file: '',
    line: 0,
    message: `The workspace is not as it was handed out: ${message}`,
    evidence: '',
    fix: 'Work on the ticket branch you were given, on top of the commit it was cut from.',
  };
}

const weights: readonly (readonly [RegExp, Severity])[] = [
  [/secret|credential|key/i, 'HIGH'],
  [/ignored/i, 'INFO'],
  [/binary|large/i, 'MEDIUM'],
  [/log|build|product|temporary/i, 'LOW'],
];

function leftOut(path: string, why: string): Detected {
  return {
    rule: 'left-out',
    // A reason we do not know could be anything.
    severity: weights.find(([words]) => words.test(why))?.[1] ?? 'MEDIUM',
    file: path,
    line: 0,
    message: `This file was in the workspace and is not part of the commit: ${why}.`,
    evidence: why,
    fix: 'Remove it, ignore it, or commit it yourself if it belongs to the work.',
  };
}
