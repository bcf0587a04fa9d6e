import fs from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';

import { fits } from '../../schema/fits.ts';
import { jsonIn } from '../../schema/json-in.ts';
import { decimal, type Infer, mapOf, text } from '../../schema/shape.ts';

/** A conversation that can be gone on with. */
const conversation = mapOf({
  /** What the program wrote down of it, kept with the records of the run. */
  file: text(),
  id: text({ pattern: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i }),
  /** What it had used by then: programs go on counting. */
  tokensIn: decimal(0),
  tokensCached: decimal(0),
  tokensOut: decimal(0),
  usd: decimal(0),
});

export type Conversation = Infer<typeof conversation>;

function isConversation(value: unknown): value is Conversation {
  return fits(conversation, value) && isAbsolute(value.file) && !value.file.includes('\0');
}

/** What an earlier turn answered as its session; null where there is none to go on with. */
export function readConversation(written: string | null): Conversation | null {
  const read = jsonIn(written ?? undefined);
  return isConversation(read) && sizeOf(read.file) > 0 ? read : null;
}

/** Puts the conversation where its program looks for it. */
export function putConversation({ file }: Conversation, place: string): void {
  fs.mkdirSync(dirname(place), { recursive: true });
  fs.copyFileSync(file, place);
}

/** More than this is not kept of a conversation: it could not be gone on with anyway. */
const MOST = 200_000_000;

/**
 * Keeps what was written down of a conversation with the records of its run, and nothing else of the home directory:
 * what a worker's commands left there has no say in the next turn. Text for the port, null where nothing can be kept.
 */
export function keepConversation(
  written: readonly string[],
  folder: string,
  { id, ...used }: Omit<Conversation, 'file'>,
): string | null {
  try {
    const value = { file: join(folder, `conversation-${id}.jsonl`), id, ...used };
    const path = written.find((each) => sizeOf(each) > 0 && sizeOf(each) <= MOST);
    if (path === undefined || !isConversation(value)) return null;
    fs.copyFileSync(path, value.file);
    return JSON.stringify(value);
  } catch {
    return null;
  }
}

/** Of a plain file; 0 for anything else. */
function sizeOf(path: string): number {
  const found = fs.lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true ? found.size : 0;
}
