import {
  birthOf,
  clusterRecords,
  type Postgres,
  readClusterJournal,
  inPostgres,
  another,
  bringUpToDate,
} from '../../cluster/index.ts';
import { openJournal, records } from '../../journal/index.ts';
import { hasCode } from '../../model/error.ts';
import type { Journal, JournalReader } from '../../ports/journal.ts';
import type { EpicPlace } from '../../project/state-folder.ts';

/** Brings a copy up to what the cluster has: whoever answers a question must not look at one of yesterday. */
export async function freshenCopy({ id, folder, journal: file }: EpicPlace, url: string): Promise<void> {
  let copy: Journal;
  try {
    copy = openJournal({ file });
  } catch (error) {
    // Whoever has it here keeps it fresh.
    if (hasCode(error, 'STATE_CONFLICT')) return;
    throw error;
  }
  try {
    await inPostgres(url, async (postgres) => {
      const remote = await journalOf(postgres, id);
      try {
        await shareInputs(postgres, { id, folder }, remote, copy.last());
        await bringUpToDate(copy, remote, true);
      } finally {
        remote.close();
      }
    });
  } finally {
    copy.close();
  }
}

/** What judges since then, which somebody may have brought in on another machine, comes here with the event that says so. */
async function shareInputs(
  postgres: Postgres,
  { id, folder }: Pick<EpicPlace, 'id' | 'folder'>,
  remote: JournalReader,
  after: number,
): Promise<void> {
  const hashes = [...remote.read(after)].flatMap((event) => ('inputs' in event ? (event.inputs ?? []) : []));
  if (hashes.length === 0) return;
  const shared = clusterRecords(postgres, await birthOf(postgres, id), folder);
  for (const hash of new Set(hashes)) await records(folder).keep(await shared.kept(hash));
}

/** None there: it was undone, and nothing has begun since. */
async function journalOf(postgres: Postgres, epic: string): Promise<JournalReader> {
  try {
    return await readClusterJournal(postgres, epic);
  } catch (error) {
    throw hasCode(error, 'FILE_UNREADABLE') ? another(true) : error;
  }
}
