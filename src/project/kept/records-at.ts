import type { RunRecords } from '../../run/index.ts';
import { records } from '../../journal/index.ts';
import type { Records } from '../../ports/records.ts';

/** Opens the records below a folder. */
export function recordsAt(folder: string): RunRecords {
  return runRecords(records(folder));
}

/** Types records by their names: nothing writes them but the stages of a run. */
export function runRecords(kept: Records): RunRecords {
  return kept as RunRecords;
}
