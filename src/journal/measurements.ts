import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Measurements } from '../ports/records.ts';
import { jsonIn } from '../schema/json-in.ts';
import { textIn } from './whole-file.ts';

const MOST_KEPT = 200;

/** Keeps measurements of this machine as files, the newest ones only. A file that cannot be read or written is none. */
export function measurements(state: string): Measurements {
  const folder = join(state, 'measured');
  return {
    get(key) {
      return jsonIn(textIn(join(folder, `${key}.json`)));
    },
    put(key, value) {
      try {
        mkdirSync(folder, { recursive: true });
        const part = join(folder, `${key}.${process.pid}.part`);
        writeFileSync(part, JSON.stringify(value));
        renameSync(part, join(folder, `${key}.json`));
        dropOldest(folder);
      } catch {
        // It is measured again.
      }
    },
  };
}

function dropOldest(folder: string): void {
  const names = readdirSync(folder);
  if (names.length <= MOST_KEPT) return;
  const byAge = names
    .map((name) => ({ name, at: statSync(join(folder, name)).mtimeMs }))
    .toSorted((a, b) => b.at - a.at);
  for (const { name } of byAge.slice(MOST_KEPT / 2)) rmSync(join(folder, name), { force: true });
}
