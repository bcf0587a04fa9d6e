import fs from 'node:fs';

import type { Event } from '../model/events.ts';
import type { JournalReader } from '../ports/journal.ts';
import { isHeld } from './lease-holder.ts';
import type { EpicPlace } from './state-folder.ts';

/** How often to look although nothing was heard: the file system may be one that tells nothing. */
const SLOWLY_MS = 1000;

/** How a following ended: the run is over, or whoever followed had enough. */
export type FollowEnd = 'over' | 'interrupted' | 'terminated';

/**
 * Hands on every event after `from` as it is recorded, until nobody drives the run any more or a signal comes. Reading
 * is all it does: the run never waits for it.
 */
export function followJournal(
  epic: EpicPlace,
  reader: JournalReader,
  from: number,
  onEvents: (events: readonly Event[]) => void,
): Promise<FollowEnd> {
  return new Promise((resolve, reject) => {
    let last = from;
    const look = (): void => {
      try {
        // Asked before reading: what was recorded before the lease was freed is then still read.
        const held = isHeld(epic);
        if (reader.last() > last) {
          const events = [...reader.read(last)];
          last = events.at(-1)?.seq ?? last;
          onEvents(events);
        }
        if (!held) end('over');
      } catch (error) {
        stop();
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    };
    const watcher = watched(epic.folder, look);
    const timer = setInterval(look, SLOWLY_MS);
    const interrupted = (): void => end('interrupted');
    const terminated = (): void => end('terminated');
    const stop = (): void => {
      watcher?.close();
      clearInterval(timer);
      process.off('SIGINT', interrupted);
      process.off('SIGTERM', terminated);
    };
    const end = (how: FollowEnd): void => {
      stop();
      resolve(how);
    };
    process.on('SIGINT', interrupted);
    process.on('SIGTERM', terminated);
    look();
  });
}

function watched(folder: string, look: () => void): fs.FSWatcher | undefined {
  try {
    const watcher = fs.watch(folder, look);
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
