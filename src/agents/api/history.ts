import { randomBytes, randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';

import type { ModelMessage } from 'ai';

/** A conversation, kept in the folder of its run so that a clarification can go on with it. */
export type History = {
  /** The same as long as it goes on, so that verdicts can be told apart by it. */
  readonly id: string;
  readonly model: string;
  readonly messages: readonly ModelMessage[];
};

const FILE = 'conversation.json';

/** Keeps it and answers the session it is found by. What is there is whole, whenever the coordinator is killed. */
export async function keepHistory(folder: string, history: History): Promise<string> {
  const file = join(folder, FILE);
  const fresh = join(folder, `${FILE}.${randomBytes(6).toString('hex')}`);
  await writeFile(fresh, JSON.stringify({ v: 1, ...history }), { mode: 0o600, flag: 'wx' });
  await rename(fresh, file);
  return file;
}

/** What was said before, with the same model; a new one where that cannot be had: every prompt stands by itself. */
export async function recallHistory(session: string | null, model: string): Promise<History> {
  const fresh = { id: randomUUID(), model, messages: [] };
  if (session === null || !isAbsolute(session) || basename(session) !== FILE) return fresh;
  try {
    const kept = JSON.parse(await readFile(session, 'utf8')) as Partial<History> & { readonly v?: unknown };
    if (kept.v !== 1 || kept.model !== model || !Array.isArray(kept.messages)) return fresh;
    return { ...fresh, ...(typeof kept.id === 'string' ? { id: kept.id } : {}), messages: kept.messages };
  } catch {
    return fresh;
  }
}
