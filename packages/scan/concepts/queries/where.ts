import type { ScannedFile } from '../../engine/files/scanned-file.ts';

/** What runs once, by hand or by a machine, or behind everybody's back, may take its time. */
export function isLoopedSource({ path, isTest, isSide }: ScannedFile): boolean {
  return (
    !isTest &&
    !isSide &&
    !/migrat/i.test(path) &&
    !/(?:^|\/|[._-])(?:alembic|github|seed(?:er|s|ing)?|backfill|cutover|provision\w*|management\/commands|cli|bin|test-utils|sync|imports?|exports?|jobs?|tasks|cron|backups?)(?:\/|[._-])/i.test(
      path,
    )
  );
}

export const LOOPED = {
  database: 'a query is sent for each member of the list, one after the other',
  request: 'a request is sent for each member of the list, one after the other',
} as const;

export const REPLACED =
  'rows are removed here and made again below, without a transaction: if that fails they are gone';
