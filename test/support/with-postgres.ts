// `node test/support/with-postgres.ts command…`: runs it with a Postgres for its tests in GAUNTLET_TEST_POSTGRES.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { postgresServer } from './postgres-server.ts';

const [program = '', ...args] = process.argv.slice(2);
const server = await postgresServer();
const url = await server.database();
const child = spawn(program, args, {
  stdio: 'inherit',
  env: { ...process.env, GAUNTLET_TEST_POSTGRES: url },
});
const [code] = (await once(child, 'close')) as [number | null];
await server.stop();
process.exitCode = code ?? 1;
