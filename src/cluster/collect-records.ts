import type { Records, ResultDraft } from '../ports/records.ts';
import type { Postgres } from './postgres.ts';

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
