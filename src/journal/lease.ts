import { rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { GauntletError } from '../model/error.ts';
import { jsonAs } from '../schema/json-in.ts';
import { openMapOf, text, whole } from '../schema/shape.ts';
import { isTrouble } from './sqlite.ts';
import { textIn } from './whole-file.ts';

/** The right to drive an epic, held until it is released or its holder dies: then the kernel frees it. */
export type Lease = { release(): void };

/**
 * Takes the lease at once or says who has it. It is an exclusive lock on a file that only SQLite may open: any other
 * open and close of it by the holder would drop the lock. Who holds it stands in a file beside it, as a courtesy.
 */
export function acquireLease(file: string): Lease {
  const note = join(dirname(file), 'holder.json');
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isTrouble(error, 'busy')) throw held(note);
    throw new GauntletError('ENVIRONMENT_UNFIT', `the lease ${file} cannot be acquired: ${String(error)}`, {
      hint: 'Check the free space and the permissions of that folder.',
      cause: error,
    });
  }
  noteHolder(note);
  let mine = true;
  return {
    release() {
      if (!mine) return;
      mine = false;
      rmSync(note, { force: true });
      database.close();
    },
  };
}

/** Helps whoever comes second; the lease holds without it. */
function noteHolder(note: string): void {
  const holder = { pid: process.pid, host: hostname(), since: new Date().toISOString() };
  try {
    writeFileSync(note, `${JSON.stringify(holder)}\n`);
  } catch {
    // A full disk will be noticed where it matters.
  }
}

function held(note: string): GauntletError {
  return new GauntletError('STATE_CONFLICT', `another coordinator runs this epic${holderOf(note)}`, {
    hint: 'Wait until it has ended, or stop it; `gauntlet status` shows what it does.',
  });
}

const holder = openMapOf({ pid: whole(), host: text({ pattern: /^[\w.-]{1,64}$/ }), since: text() });

function holderOf(note: string): string {
  // Only what looks like what we write goes to a terminal.
  const found = jsonAs(holder, textIn(note));
  if (found === undefined) return '';
  const started = new Date(found.since);
  const when = Number.isNaN(started.getTime()) ? '' : ` since ${started.toISOString()}`;
  return ` (process ${found.pid} on ${found.host}${when})`;
}
