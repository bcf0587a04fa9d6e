import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';

/** A file that decides what an agent is, as it was when the run started. */
export type PinnedFile = {
  /** Absolute, as it is started or opened. */
  readonly path: string;
  readonly sha256: string;
};

/** A pinned file and what its file system said of it when it was read. */
export type Pin = PinnedFile & { readonly real: string; readonly mark: string; readonly readAt: number };

/** By path; an interpreter has a hundred megabytes, and one process opens agents more than once. */
const readBefore = new Map<string, Pin>();

/** Reads and hashes a file, unless this process has read the same file before; throws what the file system throws. */
async function pin(path: string): Promise<Pin> {
  const before = readBefore.get(path);
  if (before !== undefined && (await pinProblem(before)) === undefined)
    return { ...before, real: await realpath(path) };
  const fresh = await readPin(path);
  readBefore.set(path, fresh);
  return fresh;
}

async function readPin(path: string): Promise<Pin> {
  const readAt = Date.now();
  const { mark } = await markOf(path);
  return { path, real: await realpath(path), sha256: await hashOf(path), mark, readAt };
}

/** Pins each file once, however many agents share it: an interpreter has a hundred megabytes. */
export function pinOnce(): (path: string) => Promise<Pin> {
  const pins = new Map<string, Promise<Pin>>();
  return (path) => {
    const known = pins.get(path) ?? pin(path);
    pins.set(path, known);
    return known;
  };
}

/** Why the file is not the one that was pinned; undefined when it is. */
export async function pinProblem(pinned: Pin): Promise<string | undefined> {
  try {
    const { mark, changedAt } = await markOf(pinned.path);
    // A change in the same tick as the reading leaves no trace in the times: only an old file is trusted by them.
    const isOld = changedAt < pinned.readAt - CLOCK_TICK;
    if (isOld && mark === pinned.mark) return undefined;
    if ((await hashOf(pinned.path)) === pinned.sha256) return undefined;
    return `${pinned.path} changed since the run started`;
  } catch (error) {
    return `${pinned.path} cannot be read any more: ${messageOf(error)}`;
  }
}

const CLOCK_TICK = 3_000;

/** What somebody said when something went wrong, on one line. */
export function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ');
}

async function markOf(path: string): Promise<{ readonly mark: string; readonly changedAt: number }> {
  const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
  return { mark: [dev, ino, size, mtimeNs, ctimeNs].join(' '), changedAt: Number(ctimeNs / 1_000_000n) };
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  const chunks: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: 1_048_576 });
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}
