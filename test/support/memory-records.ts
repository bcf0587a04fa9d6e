import { join } from 'node:path';
import { GauntletError } from '../../src/model/error.ts';
import type { Records } from '../../src/ports/records.ts';
import { canonicalJson, hashOf, jsonOf } from '../../src/journal/canonical-json.ts';
import { checkHash, checkName, checkResult } from '../../src/journal/record-rules.ts';

/** Records without a disk, for tests. Nothing is at the folders it names. */
export function memoryRecords(folder = 'records'): Records {
  const pieces = new Map<string, string>();
  const read = (key: string): unknown => {
    const json = pieces.get(key);
    return json === undefined ? undefined : JSON.parse(json);
  };
  return {
    folder: (run) => join(folder, 'runs', String(run)),
    put: async (run, name, value) => void pieces.set(`${run} ${checkName(name)}`, jsonOf(value)),
    get: async (run, name) => read(`${run} ${checkName(name)}`),
    finish: async (run, result) => void pieces.set(`${run} result`, jsonOf(checkResult(result, 'BUG'))),
    async finished(run) {
      const result = read(`${run} result`);
      return result === undefined ? undefined : checkResult(result, 'JOURNAL_DAMAGED');
    },
    async keep(value) {
      const json = canonicalJson(value);
      pieces.set(hashOf(json), json);
      return hashOf(json);
    },
    async kept(hash) {
      if (!pieces.has(checkHash(hash)))
        throw new GauntletError('JOURNAL_DAMAGED', `the record ${hash} is missing`);
      return read(hash);
    },
  };
}
