import { GauntletError } from '../model/error.ts';
import type { Event } from '../model/events.ts';
import type { Journal, Snapshots } from '../ports/journal.ts';
import { groupCommit } from './group-commit.ts';

/** A journal without a disk, for tests. Opened again on the same list it goes on where that one ended. */
export function memoryJournal(kept: Event[] = []): Journal & Snapshots {
  let open = true;
  let snapshot: { seq: number; value: unknown; version: string } | undefined;
  const last = (): number => kept.length;
  const group = groupCommit(last, (all) => {
    // A real journal gives back what JSON made of it, never the very object.
    for (const event of all) kept.push(JSON.parse(JSON.stringify(event)) as Event);
  });
  return {
    last,
    read: (after = 0) => kept.slice(after),
    append: (all) =>
      open ? group.append(all) : Promise.reject(new GauntletError('BUG', 'the journal is closed')),
    saveSnapshot(seq, value, version) {
      if (seq <= kept.length) snapshot = { seq, value: structuredClone(value), version };
      return Promise.resolve();
    },
    loadSnapshot: (version) =>
      snapshot?.version === version
        ? { seq: snapshot.seq, value: structuredClone(snapshot.value) }
        : undefined,
    close() {
      if (open) group.flush();
      open = false;
    },
  };
}
