import { copyFileSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

import * as z from 'zod';

/** A conversation that can be gone on with. */
const session = z.strictObject({
  /** What Claude Code wrote down of it, kept with the records of the run. */
  transcript: z.string().refine((path) => isAbsolute(path) && !path.includes('\0')),
  id: z.string().regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i),
  /** What it had cost by then: Claude Code goes on counting. */
  usd: z.number().min(0),
});

export type Session = z.infer<typeof session>;

/** What an earlier turn answered as its session; null where there is none to go on with. */
export function readSession(text: string | null): Session | null {
  if (text === null || !text.startsWith('{')) return null;
  try {
    const read = session.safeParse(JSON.parse(text));
    return read.success && sizeOf(read.data.transcript) > 0 ? read.data : null;
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
    const value = session.safeParse({ transcript: join(to, `transcript-${id}.jsonl`), id, usd });
    if (!value.success) return null;
    const written = readdirSync(join(folder, 'projects'))
      .map((project) => join(folder, 'projects', project, `${id}.jsonl`))
      .find((path) => sizeOf(path) > 0 && sizeOf(path) <= MOST);
    if (written === undefined) return null;
    copyFileSync(written, value.data.transcript);
    return JSON.stringify(value.data);
  } catch {
    return null;
  }
}

/** Of a plain file; 0 for anything else. */
function sizeOf(path: string): number {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true ? found.size : 0;
}
