import fs from 'node:fs';
import { isAbsolute, join } from 'node:path';

import * as z from 'zod';

/** A conversation that can be gone on with. */
const session = z.strictObject({
  /** The rollout, kept with the records of the turn that answered. */
  rollout: z.string().refine((path) => isAbsolute(path) && !path.includes('\0')),
  thread: z.string().regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i),
  /** What it had used by then: Codex goes on counting. */
  tokensIn: z.number(),
  tokensCached: z.number(),
  tokensOut: z.number(),
});

export type Session = z.infer<typeof session>;

/** What an earlier turn answered as its session; null where there is none to go on with. */
export function readSession(text: string | null): Session | null {
  if (text === null || !text.startsWith('{')) return null;
  try {
    const read = session.safeParse(JSON.parse(text));
    return read.success && sizeOf(read.data.rollout) > 0 ? read.data : null;
  } catch {
    return null;
  }
}

/** Puts the conversation where Codex looks for it in a home of its own. */
export function unpackSession({ rollout, thread }: Session, codexHome: string): void {
  const folder = join(codexHome, 'sessions/2026/01/01');
  fs.mkdirSync(folder, { recursive: true });
  fs.copyFileSync(rollout, join(folder, `rollout-2026-01-01T00-00-00-${thread}.jsonl`));
}

/** More than this is not kept of a conversation: it could not be gone on with anyway. */
const MOST = 200_000_000;

/**
 * Keeps the rollout of a conversation in a folder of records, and nothing else of its home: whatever a worker's
 * commands put there has no say in the next turn. Text for the port, null where nothing can be kept.
 */
export function packSession(
  path: string | undefined,
  folder: string,
  used: Omit<Session, 'rollout'>,
): string | null {
  const kept = join(folder, `rollout-${used.thread}.jsonl`);
  if (path === undefined || sizeOf(path) === 0 || sizeOf(path) > MOST) return null;
  try {
    fs.copyFileSync(path, kept);
    const value = session.safeParse({ rollout: kept, ...used });
    return value.success ? JSON.stringify(value.data) : null;
  } catch {
    return null;
  }
}

/** Of a plain file; 0 for anything else. */
function sizeOf(path: string): number {
  const found = fs.lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true ? found.size : 0;
}
