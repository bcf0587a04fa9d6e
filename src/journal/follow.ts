import { watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Event } from '../model/events.ts';
import { readJournal } from './read-journal.ts';

/** How often to look even if the system says nothing: some file systems never tell. */
const SLOWLY_MS = 2000;

export type Follower = {
  event(event: Event): void;
  /** Following has ended because the journal cannot be read any more. */
  problem(error: unknown): void;
};

/** Tells of every event after a number, those that are there and those that come, until it is closed. */
export function follow(file: string, after: number, follower: Follower): { close(): void } {
  const reader = readJournal(file);
  const names = [basename(file), `${basename(file)}-wal`];
  let seen = after;
  let open = true;
  let planned = false;
  const look = (): void => {
    planned = false;
    if (!open) return;
    try {
      for (const event of reader.read(seen)) {
        seen = event.seq;
        follower.event(event);
        if (!open) return;
      }
    } catch (error) {
      close();
      follower.problem(error);
    }
  };
  // One write of the journal is several of its file: look once for all of them.
  const soon = (): void => {
    if (!planned) setImmediate(look);
    planned = true;
  };
  const stop = whenTold(dirname(file), (name) => {
    if (name === null || names.includes(name)) soon();
  });
  const timer = setInterval(soon, SLOWLY_MS);
  const close = (): void => {
    if (!open) return;
    open = false;
    clearInterval(timer);
    stop();
    reader.close();
  };
  soon();
  return { close };
}

function whenTold(folder: string, tell: (name: string | null) => void): () => void {
  try {
    const watcher = watch(folder, (_, name) => tell(name));
    watcher.on('error', () => watcher.close());
    return () => watcher.close();
  } catch {
    return () => undefined;
  }
}
