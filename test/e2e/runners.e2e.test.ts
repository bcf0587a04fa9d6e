// The quick part of the runner kit: tools that need no install. test/long has more, `npm run test:runners` all of them.
import { describe, test } from 'vitest';

import { expectRightReviews, isHere } from '../runners/play.ts';
import { builds } from '../runners/tools/builds.ts';
import { python } from '../runners/tools/python.ts';
import { scriptTests } from '../runners/tools/script-tests.ts';
import { patience } from '../support/epic-run.ts';

describe.each([scriptTests.nodeTest, python.unittest, builds.make])('$name', (tool) => {
  test.skipIf(!isHere(tool))(
    `REAL-01 REAL-02 ${tool.name}: honest work is clean with its check run, work that is broken, untested or ends early fails`,
    () => expectRightReviews(tool, 'overlays'),
    patience,
  );
});
