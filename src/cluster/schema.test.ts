import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresServer } from '../../test/support/postgres-server.ts';
import type { PostgresServer } from '../../test/support/postgres-server.ts';
import { openPostgres } from './postgres.ts';
import { migrate } from './schema.ts';

let server: PostgresServer;

beforeAll(async () => {
  server = await postgresServer();
});

afterAll(() => server.stop());

test('STATE-01 five processes that bring the tables up to date at once all find them whole', async () => {
  const url = await server.database();
  const all = await Promise.all(Array.from({ length: 5 }, () => openPostgres(url)));
  try {
    await Promise.all(all.map((each) => migrate(each)));
    for (const each of all) await migrate(each);
    const found = await all[0]?.query('SELECT version FROM gauntlet.version');
    expect(found?.rows).toEqual([{ version: 1 }]);
  } finally {
    await Promise.all(all.map((each) => each.close()));
  }
});

test('tables of a later release are refused and left as they are', async () => {
  const postgres = await openPostgres(await server.database());
  try {
    await migrate(postgres);
    await postgres.query('UPDATE gauntlet.version SET version = 99');
    await expect(migrate(postgres)).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    expect((await postgres.query('SELECT version FROM gauntlet.version')).rows).toEqual([{ version: 99 }]);
  } finally {
    await postgres.close();
  }
});
