import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import {
  canonicalJson,
  checkHash,
  checkName,
  checkResult,
  checkRun,
  hashOf,
  jsonOf,
} from '../journal/index.ts';
import { GauntletError } from '../model/error.ts';
import type { Records, ResultDraft } from '../ports/records.ts';
import { type Birth, writeBorn } from './birth.ts';
import { patiently } from './patiently.ts';
import type { Postgres } from './postgres.ts';

/** The piece that says what a run came to; no other piece can have its name. */
const RESULT = 'result';

/**
 * Records of an epic in Postgres, the same for every machine. Only the folder of a run is here: `folder/runs/<n>`. Numbers
 * are given again where an epic begins anew: what is written late, for a run that was undone, is refused.
 */
export function clusterRecords(postgres: Postgres, birth: Birth, folder: string): Records {
  const { epic } = birth;
  const write = async (run: number, name: string, value: unknown): Promise<void> => {
    const json = jsonOf(value);
    await writeBorn(
      postgres,
      birth,
      `INSERT INTO gauntlet.records (epic, run, name, json) SELECT epic, $3, $4, $5 FROM born
         ON CONFLICT (epic, run, name) DO UPDATE SET json = excluded.json`,
      [checkRun(run), name, json],
    );
  };
  const read = async (run: number, name: string): Promise<unknown> => {
    const { rows } = await patiently(() =>
      postgres.query<{ json: string }>(
        'SELECT json FROM gauntlet.records WHERE epic = $1 AND run = $2 AND name = $3',
        [epic, checkRun(run), name],
      ),
    );
    return rows[0] === undefined ? undefined : parsed(rows[0].json, `${name} of run ${run}`);
  };
  return {
    folder(run) {
      const path = join(folder, 'runs', String(checkRun(run)));
      mkdirSync(path, { recursive: true });
      return path;
    },
    put: async (run, name, value) => write(run, checkName(name), value),
    get: async (run, name) => read(run, checkName(name)),
    finish: async (run, result) => write(run, RESULT, checkResult(result, 'BUG')),
    async finished(run) {
      const result = await read(run, RESULT);
      return result === undefined ? undefined : checkResult(result, 'JOURNAL_DAMAGED');
    },
    async keep(value) {
      const json = canonicalJson(value);
      const hash = hashOf(json);
      await writeBorn(
        postgres,
        birth,
        `INSERT INTO gauntlet.kept (epic, hash, json) SELECT epic, $3, $4 FROM born
           ON CONFLICT (epic, hash) DO UPDATE SET json = excluded.json WHERE kept.json <> excluded.json`,
        [hash, json],
      );
      return hash;
    },
    async kept(hash) {
      const { rows } = await patiently(() =>
        postgres.query<{ json: string }>('SELECT json FROM gauntlet.kept WHERE epic = $1 AND hash = $2', [
          epic,
          checkHash(hash),
        ]),
      );
      const json = rows[0]?.json;
      if (json === undefined) throw spoilt(`kept as ${hash}`, 'it is missing');
      if (hashOf(json) !== hash) throw spoilt(`kept as ${hash}`, 'its content does not match its hash');
      return JSON.parse(json);
    },
  };
}

function parsed(json: string, what: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw spoilt(what, 'it is not JSON');
  }
}

function spoilt(what: string, because: string): GauntletError {
  return new GauntletError('JOURNAL_DAMAGED', `the record ${what} in Postgres is damaged: ${because}`, {
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
    if (name === 'result') await to.finish(run, value as ResultDraft);
    else await to.put(run, name, value);
  }
}
