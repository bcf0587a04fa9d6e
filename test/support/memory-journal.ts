import { GauntletError } from '../../src/model/error.ts';
import type { Event } from '../../src/model/events.ts';
import type { Journal, Snapshots } from '../../src/ports/journal.ts';
import { refusal } from '../../src/journal/refusal.ts';

/** A journal without a disk, for tests. Opened again on the same list it goes on where that one ended. */
export function memoryJournal(kept: Event[] = []): Journal & Snapshots {
  let open = true;
  let snapshot: { seq: number; value: unknown; version: string } | undefined;
  const last = (): number => kept.length;
  return {
    last,
    read: (after = 0) => kept.slice(after),
    append(all) {
      const because = open ? refusal(all, last()) : new GauntletError('BUG', 'the journal is closed');
      if (because !== undefined) return Promise.reject(because);
      // A real journal gives back what JSON made of it, never the very object.
      for (const event of all) kept.push(JSON.parse(JSON.stringify(event)) as Event);
      return Promise.resolve();
    },
    saveSnapshot(seq, value, version) {
      if (seq <= kept.length) snapshot = { seq, value: structuredClone(value), version };
      return Promise.resolve();
    },
    loadSnapshot: (version) =>
      snapshot?.version === version
        ? { seq: snapshot.seq, value: structuredClone(snapshot.value) }
        : undefined,
    close() {
      open = false;
    },
  };
}
