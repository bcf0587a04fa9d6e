// The part of the runner kit that needs no install but takes longer. `npm run test:runners` has all of it.
import { describe, test } from 'vitest';

import { expectRightReviews, isHere } from '../runners/play.ts';
import type { Tool } from '../runners/tool.ts';
import { builds } from '../runners/tools/builds.ts';
import { scriptTests } from '../runners/tools/script-tests.ts';
import { patience } from '../support/epic-run.ts';

/** The same tool with packages of this repository, linked into the workspace. */
const ours = (tool: Tool, check: string, own: readonly string[]): Tool => {
  return { ...tool, check, installer: null, own };
};

const compiled: readonly Tool[] = [
  ours(scriptTests.vitest, 'node node_modules/vitest/vitest.mjs run', ['vitest', 'vite']),
  ours(builds.tscBuild, 'node node_modules/typescript/bin/tsc -b', ['typescript']),
];

describe.each(compiled)('$name', (tool) => {
  test.skipIf(!isHere(tool))(
    `REAL-01 REAL-02 ${tool.name}: honest work is clean with its check run, work that is broken, untested or ends early fails`,
    () => expectRightReviews(tool, 'overlays'),
    patience,
  );
});

test(
  'REAL-01 REAL-02 the same without bubblewrap',
  () => expectRightReviews(scriptTests.nodeTest, 'no bubblewrap'),
  patience,
);
