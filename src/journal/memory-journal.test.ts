import { itHonoursTheJournalContract, itKeepsSnapshots } from '../../test/contracts/journal.ts';
import type { JournalPlace } from '../../test/contracts/journal.ts';
import type { Event } from '../model/events.ts';
import type { Journal, Snapshots } from '../ports/journal.ts';
import { memoryJournal } from './memory-journal.ts';

itHonoursTheJournalContract(place);
itKeepsSnapshots(place);

function place(): Promise<JournalPlace<Journal & Snapshots>> {
  const kept: Event[] = [];
  return Promise.resolve({ open: () => memoryJournal(kept), remove: () => Promise.resolve() });
}
