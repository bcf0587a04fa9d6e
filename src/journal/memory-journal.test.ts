import { itHonoursTheJournalContract } from '../../test/contracts/journal.ts';
import type { Event } from '../model/events.ts';
import { memoryJournal } from './memory-journal.ts';

itHonoursTheJournalContract(() => {
  const kept: Event[] = [];
  return Promise.resolve({ open: () => memoryJournal(kept), remove: () => Promise.resolve() });
});
