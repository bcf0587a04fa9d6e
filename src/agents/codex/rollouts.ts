import fs from 'node:fs';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';

import { jsonLines } from '../answers/json-lines.ts';
import { nextTurn, nothingSeen, type RolloutEntry, withEntry } from './rollout-entry.ts';

/** What Codex writes down while it works, read as it is written. */
export type Rollouts = {
  seen(): RolloutEntry;
  /** The file in which a conversation is written down. */
  fileOf(thread: string): string | undefined;
  /** Reads what was written since. */
  look(): void;
  close(): void;
};

/** Often enough that a model call is known of before the next one ends, where the system does not tell of changes. */
const EVERY = 100;
const PIECE = 1 << 16;
/** More of what an agent could write itself is not read. */
const MOST_BYTES = 400_000_000;
const MOST_FILES = 100;

/**
 * Follows the rollout files below a CODEX_HOME: they alone tell during a turn what it has used. What stands there
 * already belongs to earlier turns.
 */
export function followRollouts(codexHome: string, told: (seen: RolloutEntry) => void): Rollouts {
  const files = new Map<string, (isOver: boolean) => void>();
  const watchers: fs.FSWatcher[] = [];
  let seen = nothingSeen;
  let isFollowing = false;
  const take = (entry: Readonly<Record<string, unknown>>): void => {
    const before = seen.calls;
    seen = withEntry(seen, entry);
    if (isFollowing && seen.calls > before) told(seen);
  };
  const look = (isOver = false): void => {
    for (const path of rolloutsBelow(join(codexHome, 'sessions'))) {
      if (files.has(path) || files.size >= MOST_FILES) continue;
      files.set(path, reader(path, take));
      const watcher = watched(path, () => look());
      if (watcher !== undefined) watchers.push(watcher);
    }
    for (const read of files.values()) read(isOver);
  };
  look();
  seen = nextTurn(seen);
  isFollowing = true;
  const timer = setInterval(look, EVERY);
  return {
    seen: () => seen,
    fileOf: (thread) => [...files.keys()].find((path) => path.endsWith(`-${thread}.jsonl`)),
    look: () => look(true),
    close: () => {
      clearInterval(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}

function watched(path: string, changed: () => void): fs.FSWatcher | undefined {
  try {
    return fs.watch(path, { persistent: false }, changed).on('error', () => undefined);
  } catch {
    return undefined;
  }
}

/** sessions/YYYY/MM/DD/rollout-….jsonl; links are not followed. */
function rolloutsBelow(folder: string, depth = 3): readonly string[] {
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (depth > 0) return entry.isDirectory() ? rolloutsBelow(path, depth - 1) : [];
    return entry.isFile() && /^rollout-.*\.jsonl$/.test(entry.name) ? [path] : [];
  });
}

function entriesOf(folder: string): readonly fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true }).slice(0, MOST_FILES);
  } catch {
    return [];
  }
}

/** Reads on where it stopped. A worker's commands could put anything there: only a plain file is read. */
function reader(
  path: string,
  take: (entry: Readonly<Record<string, unknown>>) => void,
): (isOver: boolean) => void {
  const hear = jsonLines(take);
  const decoder = new StringDecoder('utf8');
  const bytes = Buffer.alloc(PIECE);
  let at = 0;
  return (isOver) => {
    const file = openPlain(path);
    if (file === undefined) return;
    try {
      for (;;) {
        const length = at >= MOST_BYTES ? 0 : fs.readSync(file, bytes, 0, PIECE, at);
        if (length === 0) break;
        at += length;
        hear(decoder.write(bytes.subarray(0, length)));
      }
      // The last line may have lost its end.
      if (isOver) hear('\n');
    } catch {
      // Unreadable: nothing more is known.
    } finally {
      fs.closeSync(file);
    }
  };
}

function openPlain(path: string): number | undefined {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
  try {
    const file = fs.openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    if (fs.fstatSync(file).isFile()) return file;
    fs.closeSync(file);
  } catch {
    // Gone, or no file.
  }
  return undefined;
}
