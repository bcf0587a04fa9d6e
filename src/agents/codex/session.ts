import fs from 'node:fs';
import { isAbsolute, join } from 'node:path';

import { fits } from '../../schema/fits.ts';
import { decimal, type Infer, mapOf, text } from '../../schema/shape.ts';

/** A conversation that can be gone on with. */
const session = mapOf({
  /** The rollout, kept with the records of the turn that answered. */
  rollout: text(),
  thread: text({ pattern: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i }),
  /** What it had used by then: Codex goes on counting. */
  tokensIn: decimal(),
  tokensCached: decimal(),
  tokensOut: decimal(),
});

export type Session = Infer<typeof session>;

function isSession(value: unknown): value is Session {
  return fits(session, value) && isAbsolute(value.rollout) && !value.rollout.includes('\0');
}

/** What an earlier turn answered as its session; null where there is none to go on with. */
export function readSession(written: string | null): Session | null {
  if (written === null || !written.startsWith('{')) return null;
  try {
    const read: unknown = JSON.parse(written);
    return isSession(read) && sizeOf(read.rollout) > 0 ? read : null;
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
    const value = { rollout: kept, ...used };
    return isSession(value) ? JSON.stringify(value) : null;
  } catch {
    return null;
  }
}

/** Of a plain file; 0 for anything else. */
function sizeOf(path: string): number {
  const found = fs.lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true ? found.size : 0;
}
