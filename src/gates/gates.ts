import { type Detected, detectCoordination, detectScope } from '../detect/index.ts';
import { longestName, longestPath } from '../model/paths.ts';
import type { Severity } from '../model/severity.ts';
import { baseChecks } from './base-tests/base-checks.ts';
import { claims } from './claims.ts';
import { criteria } from './criteria/criteria.ts';
import type { Gate } from './gate.ts';
import { gitFacts } from './changes/git-facts.ts';
import { changeGates } from './changes/change-gates.ts';
import { mayChange } from './changes/may-change.ts';
import { noticed } from './evidence/noticed.ts';
import { putBack } from './changes/put-back.ts';
import { commitMessage, preCommit } from './checks/repository-hooks.ts';
import { testsRun } from './base-tests/tests-not-run.ts';
import { testsNotice } from './evidence/tests-notice.ts';
import { verification } from './verification.ts';

/** Static rules on the changed files (TEAM-22): free, so they run before anybody is paid to judge the change. */
const scans: Gate = {
  name: 'scans',
  asks: 'Do static rules find something that was not there before?',
  tells: [
    'New HIGH or CRITICAL findings of static rules in a changed file: invented data, injection, tests without assertions, files that do not parse',
  ],
  check: async (context, { base, head, changes }) => ({
    detected: (await context.scan?.(base, head, new Set(changes.map(({ path }) => path)))) ?? [],
  }),
};

/** What the tickets of an epic agreed on (EPIC-11, EPIC-18). */
const coordination: Gate = {
  name: 'coordination',
  asks: 'Does the change follow the agreements between the tickets of the epic?',
  async check({ hub, epic, matches }, { base, changes }) {
    const topLevel =
      epic.coordination.directories.length === 0
        ? new Set<string>()
        : new Set((await hub.paths(base)).map((path) => path.split('/')[0] ?? ''));
    return { detected: detectCoordination(epic.coordination, { changes, topLevel, matches }) };
  },
};

/** A ticket changes what it said it would touch. */
const scope: Gate = {
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

/** What the workspace looked like when the work was taken out of it. */
const delivery: Gate = {
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
    message: `The workspace is not as it was handed out: ${message}`,
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
    message: `This file was in the workspace and is not part of the commit: ${why}.`,
    evidence: why,
    fix: 'Remove it, ignore it, or commit it yourself if it belongs to the work.',
  };
}

/** What is asked of work and of a merged tree, in this order: cheap ones first. */
const workGates: readonly Gate[] = [
  changeGates.secrets,
  changeGates.protectedFiles,
  scope,
  changeGates.oddities,
  changeGates.tampering,
  coordination,
  verification,
  testsRun,
  criteria,
  baseChecks,
  preCommit,
];

/** What is asked of a merged tree and of its commit. */
export const landingGates: readonly Gate[] = [...workGates, commitMessage];

/** What is asked of a delivered commit; the branch facts come before all of them. */
export const validationGates: readonly Gate[] = [
  delivery,
  putBack,
  scans,
  ...workGates,
  claims,
  testsNotice,
  noticed,
];

/** What will be refused whatever the ticket says, in the words of the gates that refuse it. */
export const refusals: readonly string[] = [gitFacts, ...validationGates].flatMap(({ tells = [] }) => tells);
