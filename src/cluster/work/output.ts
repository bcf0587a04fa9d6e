import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Birth, WHILE_BORN } from '../birth.ts';
import type { Statements } from '../postgres.ts';

/** More than anybody reads of what a program said. */
const LARGEST = 8 * 1024 * 1024;
const NAME = /^(?:setup-\d{1,4}\/)?[\w.-]{1,100}$/;
const FOLDER = /^setup-\d{1,4}$/;

type Run = { readonly epic: string; readonly run: number };

/**
 * What the programs of a run said goes to where people look at it. Sent when the run has ended: until then the files may
 * hold what is taken out of them at its end.
 */
export async function sendOutput(
  postgres: Statements,
  { epic, born, run }: Run & Birth,
  folder: string,
): Promise<void> {
  for (const name of namesIn(folder)) {
    const bytes = readFileSync(join(folder, name)).subarray(0, LARGEST);
    await postgres.query(
      `${WHILE_BORN}
       INSERT INTO gauntlet.output (epic, run, name, bytes) SELECT epic, $3, $4, $5 FROM born
           ON CONFLICT (epic, run, name) DO UPDATE SET bytes = excluded.bytes`,
      [epic, born, run, name, bytes],
    );
  }
}

/** Files, and those of what made the workspace ready; no links. */
function namesIn(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const found = lstatSync(join(folder, name));
    if (found.isDirectory() && FOLDER.test(name))
      return readdirSync(join(folder, name))
        .map((inner) => `${name}/${inner}`)
        .filter((inner) => isSafe(inner) && lstatSync(join(folder, inner)).isFile());
    return found.isFile() && isSafe(name) ? [name] : [];
  });
}

function isSafe(name: string): boolean {
  return NAME.test(name) && !/(?:^|\/)\.+$/.test(name);
}

/** Brings it here, once: afterwards it is here and no longer there. */
export async function takeOutput(postgres: Statements, { epic, run }: Run, folder: string): Promise<void> {
  const { rows } = await postgres.query<{ name: string; bytes: Uint8Array }>(
    'SELECT name, bytes FROM gauntlet.output WHERE epic = $1 AND run = $2',
    [epic, run],
  );
  for (const { name, bytes } of rows) {
    if (!isSafe(name)) continue;
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
  await postgres.query('DELETE FROM gauntlet.output WHERE epic = $1 AND run = $2', [epic, run]);
}
