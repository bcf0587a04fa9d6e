import { copyFileSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

import { fits } from '../../schema/fits.ts';
import { decimal, type Infer, mapOf, text } from '../../schema/shape.ts';

/** A conversation that can be gone on with. */
const session = mapOf({
  /** What Claude Code wrote down of it, kept with the records of the run. */
  transcript: text(),
  id: text({ pattern: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i }),
  /** What it had cost by then: Claude Code goes on counting. */
  usd: decimal(0),
});

export type Session = Infer<typeof session>;

function isSession(value: unknown): value is Session {
  return fits(session, value) && isAbsolute(value.transcript) && !value.transcript.includes('\0');
}

/** What an earlier turn answered as its session; null where there is none to go on with. */
export function readSession(written: string | null): Session | null {
  if (written === null || !written.startsWith('{')) return null;
  try {
    const read: unknown = JSON.parse(written);
    return isSession(read) && sizeOf(read.transcript) > 0 ? read : null;
  } catch {
    return null;
  }
}

/** Puts the conversation where Claude Code looks for it. */
export function unpackSession({ transcript, id }: Session, folder: string, cwd: string): void {
  const project = join(folder, 'projects', cwd.replaceAll(/[^a-zA-Z0-9]/g, '-'));
  mkdirSync(project, { recursive: true });
  copyFileSync(transcript, join(project, `${id}.jsonl`));
}

/** More than this is not kept of a conversation: it could not be gone on with anyway. */
const MOST = 200_000_000;

/**
 * Keeps the transcript of a conversation with the records of its run, and nothing else of the home directory: what a
 * worker's commands left there has no say in the next turn. Text for the port, null where nothing can be kept.
 */
export function packSession(
  folder: string,
  to: string,
  { id, usd }: Omit<Session, 'transcript'>,
): string | null {
  try {
    const value = { transcript: join(to, `transcript-${id}.jsonl`), id, usd };
    if (!isSession(value)) return null;
    const written = readdirSync(join(folder, 'projects'))
      .map((project) => join(folder, 'projects', project, `${id}.jsonl`))
      .find((path) => sizeOf(path) > 0 && sizeOf(path) <= MOST);
    if (written === undefined) return null;
    copyFileSync(written, value.transcript);
    return JSON.stringify(value);
  } catch {
    return null;
  }
}

/** Of a plain file; 0 for anything else. */
function sizeOf(path: string): number {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true ? found.size : 0;
}
