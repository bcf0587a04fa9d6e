import type { RunRecords } from '../../run/index.ts';
import { records } from '../../journal/index.ts';
import type { Records } from '../../ports/records.ts';

/** Opens the records below a folder. */
export function recordsAt(folder: string): RunRecords {
  return runRecords(records(folder));
}

/** Types records by their names: nothing writes them but the stages of a run. */
export function runRecords(kept: Records): RunRecords;
export function runRecords(kept: Records): unknown {
  return kept;
}

/** What was kept under a hash, taken at its word: nothing else has that hash. */
export function keptAs<T>(records: Pick<Records, 'kept'>, hash: string): Promise<T>;
export function keptAs(records: Pick<Records, 'kept'>, hash: string): Promise<unknown> {
  return records.kept(hash);
}
