import { join } from 'node:path';
import { recordsIn } from '../../src/journal/records.ts';
import type { Records } from '../../src/ports/records.ts';

/** Records without a disk, for tests. Nothing is at the folders it names. */
export function memoryRecords(folder = 'records'): Records {
  const pieces = new Map<string, string>();
  return recordsIn({
    folder: (run) => join(folder, 'runs', String(run)),
    read: async (run, name) => Promise.resolve(pieces.get(`${run} ${name}`)),
    write: async (run, name, json) => Promise.resolve(void pieces.set(`${run} ${name}`, json)),
    readKept: async (hash) => Promise.resolve(pieces.get(hash)),
    writeKept: async (hash, json) => Promise.resolve(void pieces.set(hash, json)),
    called: (piece) => piece,
    hint: '',
  });
}
