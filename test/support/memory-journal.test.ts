import { itHonoursTheJournalContract, itKeepsSnapshots } from '../contracts/journal.ts';
import type { JournalPlace } from '../contracts/journal.ts';
import type { Event } from '../../src/model/events.ts';
import type { Journal, Snapshots } from '../../src/ports/journal.ts';
import { memoryJournal } from './memory-journal.ts';

itHonoursTheJournalContract(place);
itKeepsSnapshots(place);

function place(): Promise<JournalPlace<Journal & Snapshots>> {
  const kept: Event[] = [];
  return Promise.resolve({ open: () => memoryJournal(kept), remove: () => Promise.resolve() });
}
