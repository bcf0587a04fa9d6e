// `review --no-agents` with every tool of the kit, in bubblewrap.
import { describe, test } from 'vitest';

import { expectRightReviews, isHere } from './play.ts';
import { tools } from './tools.ts';

describe.each(tools)('$name', (tool) => {
  test.skipIf(!isHere(tool))(
    `REAL-01 REAL-02 ${tool.name} with overlays: honest work is clean, broken work fails, with its tests removed too`,
    () => expectRightReviews(tool, 'overlays'),
  );
});
