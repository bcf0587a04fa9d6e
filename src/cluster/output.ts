import { lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Statements } from './postgres.ts';

/** More than anybody reads of what a program said. */
const LARGEST = 8 * 1024 * 1024;
const NAME = /^[\w.-]{1,100}$/;

type Run = { readonly epic: string; readonly run: number };

/**
 * What the programs of a run said goes to where people look at it. Sent when the run has ended: until then it may hold
 * what is taken out of it at its end.
 */
export async function sendOutput(postgres: Statements, { epic, run }: Run, folder: string): Promise<void> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const found = lstatSync(path);
    if (!NAME.test(name) || !found.isFile()) continue;
    const bytes = readFileSync(path).subarray(0, LARGEST);
    await postgres.query(
      `INSERT INTO gauntlet.output (epic, run, name, bytes) VALUES ($1, $2, $3, $4)
         ON CONFLICT (epic, run, name) DO UPDATE SET bytes = excluded.bytes`,
      [epic, run, name, bytes],
    );
  }
}

/** Brings it here, once: afterwards it is here and no longer there. */
export async function takeOutput(postgres: Statements, { epic, run }: Run, folder: string): Promise<void> {
  const { rows } = await postgres.query<{ name: string; bytes: Uint8Array }>(
    'SELECT name, bytes FROM gauntlet.output WHERE epic = $1 AND run = $2',
    [epic, run],
  );
  for (const { name, bytes } of rows)
    if (NAME.test(name) && !/^\.+$/.test(name)) writeFileSync(join(folder, name), bytes);
  await postgres.query('DELETE FROM gauntlet.output WHERE epic = $1 AND run = $2', [epic, run]);
}
