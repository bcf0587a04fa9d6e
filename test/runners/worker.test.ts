// The same runs as a cluster: a coordinator that decides and a worker that does the work.
import { afterAll, beforeAll, describe, test } from 'vitest';

import { type PostgresServer, postgresServer } from '../support/postgres-server.ts';
import { mechanisms } from './mechanisms.ts';
import { expectRightRun } from './play-run.ts';

let server: PostgresServer;

beforeAll(async () => {
  server = await postgresServer();
  // Every EpicRun made from here on has a worker beside it.
  process.env['GAUNTLET_TEST_POSTGRES'] = await server.database();
});
afterAll(() => server.stop());

describe.each(mechanisms)('$name', ({ name, tool, mode }) => {
  test(`REAL-01 REAL-07 worker, ${name}: the honest ticket lands, the broken one and the one without tests do not`, () =>
    expectRightRun(tool, mode));
});
