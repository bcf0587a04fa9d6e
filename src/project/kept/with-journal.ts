import { readJournal } from '../../journal/index.ts';
import type { JournalReader } from '../../ports/journal.ts';
import type { EpicPlace } from '../state-folder.ts';

/** Opens a journal, hands it to `use` and closes it, whatever happens. */
export async function withJournal<T>(
  epic: EpicPlace,
  use: (reader: JournalReader) => T | Promise<T>,
): Promise<T> {
  const reader = readJournal(epic.journal);
  try {
    return await use(reader);
  } finally {
    reader.close();
  }
}
