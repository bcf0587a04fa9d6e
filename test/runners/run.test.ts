// `run` with one tool for each way in which a workspace gets its dependencies.
import { describe, test } from 'vitest';

import { mechanisms } from './mechanisms.ts';
import { expectRightRun } from './play-run.ts';

describe.each(mechanisms)('$name', ({ name, tool, mode }) => {
  test(`REAL-01 REAL-07 run, ${name}: the honest ticket lands, the broken one and the one without tests do not`, () =>
    expectRightRun(tool, mode));
});
