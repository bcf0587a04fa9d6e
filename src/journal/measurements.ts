import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Measurements } from '../ports/records.ts';

const MOST_KEPT = 200;

/** Keeps measurements of this machine as files, the newest ones only. A file that cannot be read or written is none. */
export function measurements(state: string): Measurements {
  const folder = join(state, 'measured');
  return {
    get(key) {
      try {
        return JSON.parse(readFileSync(join(folder, `${key}.json`), 'utf8')) as unknown;
      } catch {
        return undefined;
      }
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
