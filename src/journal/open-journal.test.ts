import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { itHonoursTheJournalContract, itKeepsSnapshots } from '../../test/contracts/journal.ts';
import type { JournalPlace } from '../../test/contracts/journal.ts';
import type { Journal, Snapshots } from '../ports/journal.ts';
import { openJournal } from './open-journal.ts';

itHonoursTheJournalContract(place);
itKeepsSnapshots(place);

async function place(): Promise<JournalPlace<Journal & Snapshots>> {
  const folder = await mkdtemp(join(tmpdir(), 'gauntlet-journal-'));
  return {
    open: () => openJournal({ file: join(folder, 'journal.db') }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
