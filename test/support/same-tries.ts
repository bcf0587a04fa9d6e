import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { afterAll } from 'vitest';

/**
 * Properties try the same inputs every time, so that a red test means a change and not a throw of the dice;
 * `npm run test:search` tries others, and more of them.
 */
const search = process.env['GAUNTLET_SEARCH'];
fc.configureGlobal(search === undefined ? { seed: 1 } : { numRuns: Number(search) });

/** Workspaces of repositories that tests open in their own process; removed with the folder of the run. */
process.env['GAUNTLET_WORKSPACES'] ??= join(tmpdir(), `ws-${process.pid}`);
afterAll(() => rmSync(join(tmpdir(), `ws-${process.pid}`), { recursive: true, force: true }));
