import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { itHonoursTheJournalContract } from '../../test/contracts/journal.ts';
import { openJournal } from './open-journal.ts';

itHonoursTheJournalContract(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gauntlet-journal-'));
  return {
    open: () => openJournal({ file: join(folder, 'journal.db') }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
});
