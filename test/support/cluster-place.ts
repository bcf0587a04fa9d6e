import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { migrate, openPostgres } from '../../src/cluster/index.ts';
import type { Postgres } from '../../src/cluster/index.ts';
import { postgresServer } from './postgres-server.ts';
import type { PostgresServer } from './postgres-server.ts';

export type ClusterPlace = {
  readonly server: PostgresServer;
  readonly url: string;
  /** Connected, with tables. */
  readonly postgres: Postgres;
  /** The name of an epic that no test has used. */
  readonly epic: () => string;
};

/** A server with one database for all tests of a file. */
export function clusterPlace(): () => ClusterPlace {
  let place: ClusterPlace | undefined;
  let epics = 0;
  beforeAll(async () => {
    const server = await postgresServer();
    const url = await server.database();
    const postgres = await openPostgres(url);
    await migrate(postgres);
    place = { server, url, postgres, epic: () => `E-${++epics}` };
  });
  afterAll(async () => {
    await place?.postgres.close();
    await place?.server.stop();
  });
  return () => {
    if (place === undefined) throw new Error('there is no server yet');
    return place;
  };
}

/** Whatever is changed in a table takes this long, until the test is over. */
export async function slowed(postgres: Postgres, table: string, seconds: number): Promise<void> {
  await postgres.query(
    `CREATE FUNCTION gauntlet.slow() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_sleep(${seconds}); RETURN NULL; END $$`,
  );
  await postgres.query(
    `CREATE TRIGGER slow BEFORE UPDATE ON gauntlet.${table} EXECUTE FUNCTION gauntlet.slow()`,
  );
  onTestFinished(async () => void (await postgres.query('DROP FUNCTION gauntlet.slow CASCADE')));
}
