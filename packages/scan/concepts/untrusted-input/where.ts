import type { ScannedFile } from '../../engine/files/scanned-file.ts';

/** Migrations and what is run by hand take no words from anybody. */
export function isSqlSource({ path, isTest, isSide }: ScannedFile): boolean {
  return (
    !isTest &&
    !isSide &&
    // An ORM itself writes SQL from what it knows of tables.
    !/(?:^|\/)(?:typeorm|sequelize|knex|mikro-orm)\/src\//.test(path) &&
    !/(?:^|\/)(?:[\w-]*migrations?|alembic|db\/seeds?|[\w-]*test-utils)(?:\/|\.[jt]s$)/i.test(path)
  );
}

export const SQL_MESSAGE =
  'a value is written into the text of this SQL instead of being given as a parameter';
