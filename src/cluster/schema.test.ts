import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresServer } from '../../test/support/postgres-server.ts';
import type { PostgresServer } from '../../test/support/postgres-server.ts';
import { sampleEvents } from '../../test/contracts/journal-sample.ts';
import { openBoss } from './boss.ts';
import { openClusterJournal } from './journal.ts';
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
    const found = await Promise.all(
      all.map((each) => each.query('SELECT version FROM gauntlet.version WHERE version > 0')),
    );
    expect(found.map(({ count }) => count)).toEqual([1, 1, 1, 1, 1]);
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

test('BEYOND-08 a role that may only make schemas is enough, and need not even that once they are there', async () => {
  const url = await server.database();
  const owner = await openPostgres(url);
  const { rows } = await owner.query<{ name: string }>('SELECT current_database() AS name');
  const name = rows[0]?.name ?? '';
  await owner.query("CREATE ROLE modest LOGIN PASSWORD 'modest-1002'");
  const own = url.replace(/\/\/[^@]*@/, '//modest:modest-1002@');
  const modest = await openPostgres(own);
  await expect(migrate(modest)).rejects.toMatchObject({ code: 'ENVIRONMENT_UNFIT' });
  await owner.query(`GRANT CREATE ON DATABASE ${name} TO modest`);
  await migrate(modest);
  const boss = await openBoss(modest, own);
  await boss.close();
  await owner.query(`REVOKE CREATE ON DATABASE ${name} FROM modest`);
  await migrate(modest);
  const again = await openBoss(modest, own);
  await again.ensureQueue('anything');
  await again.close();
  const journal = await openClusterJournal(modest, 'E', { holder: 'test', leaseMs: 30_000 });
  await journal.append(sampleEvents(1, 3));
  journal.close();
  await journal.closed();
  await modest.close();
  await owner.close();
});
