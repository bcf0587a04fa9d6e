import { watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Event } from '../model/events.ts';
import { readJournal } from './read-journal.ts';

/** How often to look even if the system says nothing: some file systems never tell. */
const SLOWLY_MS = 2000;

/**
 * The system tells of a write when its bytes are there; that they count is told to nobody, and comes once they have
 * reached the disk. Whoever looks at once may be too early, so it is looked again.
 */
const AGAIN_MS = [10, 40, 150];

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
  let later: NodeJS.Timeout[] = [];
  const stop = whenTold(dirname(file), (name) => {
    if (name !== null && !names.includes(name)) return;
    soon();
    later.forEach(clearTimeout);
    later = AGAIN_MS.map((ms) => setTimeout(soon, ms));
  });
  const timer = setInterval(soon, SLOWLY_MS);
  const close = (): void => {
    if (!open) return;
    open = false;
    clearInterval(timer);
    later.forEach(clearTimeout);
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
