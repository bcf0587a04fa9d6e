import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { checkResult, recordsIn } from '../journal/index.ts';
import type { Records } from '../ports/records.ts';
import { type Birth, writeBorn } from './birth.ts';
import { patiently } from './patiently.ts';
import type { Postgres, Value } from './postgres.ts';

/**
 * Records of an epic in Postgres, the same for every machine. Only the folder of a run is here: `folder/runs/<n>`. Numbers
 * are given again where an epic begins anew: what is written late, for a run that was undone, is refused.
 */
export function clusterRecords(postgres: Postgres, birth: Birth, folder: string): Records {
  const { epic } = birth;
  const read = async (sql: string, values: readonly Value[]): Promise<string | undefined> =>
    (await patiently(() => postgres.query<{ json: string }>(sql, values))).rows[0]?.json;
  return recordsIn({
    folder(run) {
      const path = join(folder, 'runs', String(run));
      mkdirSync(path, { recursive: true });
      return path;
    },
    read: (run, name) =>
      read('SELECT json FROM gauntlet.records WHERE epic = $1 AND run = $2 AND name = $3', [epic, run, name]),
    write: (run, name, json) =>
      writeBorn(
        postgres,
        birth,
        `INSERT INTO gauntlet.records (epic, run, name, json) SELECT epic, $3, $4, $5 FROM born
           ON CONFLICT (epic, run, name) DO UPDATE SET json = excluded.json`,
        [run, name, json],
      ),
    readKept: (hash) => read('SELECT json FROM gauntlet.kept WHERE epic = $1 AND hash = $2', [epic, hash]),
    writeKept: (hash, json) =>
      writeBorn(
        postgres,
        birth,
        `INSERT INTO gauntlet.kept (epic, hash, json) SELECT epic, $3, $4 FROM born
           ON CONFLICT (epic, hash) DO UPDATE SET json = excluded.json WHERE kept.json <> excluded.json`,
        [hash, json],
      ),
    called: (piece) => `${piece} of epic ${epic} in Postgres`,
    hint: 'Nothing was changed. Restore the database from a backup.',
  });
}

type Piece = { readonly name: string; readonly json: string };

/** Copies what a run has left in Postgres to where people look at it. */
export async function collectRecords(
  postgres: Postgres,
  { epic, run }: { readonly epic: string; readonly run: number },
  to: Pick<Records, 'put' | 'finish'>,
): Promise<void> {
  const { rows } = await postgres.query<Piece>(
    'SELECT name, json FROM gauntlet.records WHERE epic = $1 AND run = $2',
    [epic, run],
  );
  for (const { name, json } of rows) {
    const value: unknown = JSON.parse(json);
    if (name === 'result') await to.finish(run, checkResult(value, 'JOURNAL_DAMAGED'));
    else await to.put(run, name, value);
  }
}
