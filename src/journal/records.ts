import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { GauntletError } from '../model/error.ts';
import type { Records } from '../ports/records.ts';
import { canonicalJson, hashOf, jsonOf } from './canonical-json.ts';
import { diskError, isMissing } from './disk-error.ts';
import { checkHash, checkName, checkResult, checkRun } from './record-rules.ts';
import { removeUnfinished, syncFolder, writeWhole } from './whole-file.ts';

/** Records as files: `runs/<n>/<name>.json`, and `kept/<hash>.json` for what is kept by its hash. */
export function records(folder: string): Records {
  const known = new Set<string>();
  const made = (path: string): string => {
    if (known.has(path)) return path;
    makeFolder(path);
    known.add(path);
    return path;
  };
  const placeOf = (run: number): string => join(folder, 'runs', String(checkRun(run)));
  const pieceOf = (run: number, name: string): string => join(placeOf(run), `${name}.json`);
  const keptAt = (hash: string): string => join(folder, 'kept', `${hash}.json`);
  const write = async (file: string, json: string): Promise<void> => {
    try {
      made(dirname(file));
      await writeWhole(file, json);
    } catch (error) {
      throw diskError(error, 'a record could not be written');
    }
  };
  return {
    folder: (run) => made(placeOf(run)),
    put: async (run, name, value) => write(pieceOf(run, checkName(name)), jsonOf(value)),
    get: async (run, name) => parsed(await textAt(pieceOf(run, checkName(name))), pieceOf(run, name)),
    async finish(run, result) {
      checkResult(result, 'BUG');
      await write(pieceOf(run, 'result'), jsonOf(result));
      // Runs end by the ten thousand; what is known of their folders is not kept.
      known.delete(placeOf(run));
    },
    async finished(run) {
      const result = parsed(await textAt(pieceOf(run, 'result')), pieceOf(run, 'result'));
      return result === undefined ? undefined : checkResult(result, 'JOURNAL_DAMAGED');
    },
    async keep(value) {
      const json = canonicalJson(value);
      const hash = hashOf(json);
      if ((await textAt(keptAt(hash))) !== json) await write(keptAt(hash), json);
      return hash;
    },
    async kept(hash) {
      const json = await textAt(keptAt(checkHash(hash)));
      if (json === undefined || hashOf(json) !== hash)
        throw spoilt(
          keptAt(hash),
          json === undefined ? 'it is missing' : 'its content does not match its name',
        );
      return JSON.parse(json);
    },
  };
}

function makeFolder(path: string): void {
  const first = mkdirSync(path, { recursive: true });
  // The coordinator that asks for the folder has written nothing there yet.
  if (first === undefined) return removeUnfinished(path);
  // Each new name is durable only once the folder around it is.
  for (let made = path; made.length >= first.length; made = dirname(made)) syncFolder(dirname(made));
}

async function textAt(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw diskError(error, 'a record could not be read');
  }
}

function parsed(json: string | undefined, file: string): unknown {
  if (json === undefined) return undefined;
  try {
    return JSON.parse(json);
  } catch (error) {
    throw spoilt(file, 'it is not JSON', error);
  }
}

function spoilt(file: string, because: string, cause?: unknown): GauntletError {
  return new GauntletError('JOURNAL_DAMAGED', `the record ${file} is damaged: ${because}`, {
    hint: 'Nothing was changed. Restore the file from a backup.',
    ...(cause === undefined ? {} : { cause }),
  });
}
