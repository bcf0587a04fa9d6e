import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { GauntletError } from '../model/error.ts';
import type { Records } from '../ports/records.ts';
import { canonicalJson, hashOf, jsonOf } from './canonical-json.ts';
import { diskError, isMissing } from './disk-error.ts';
import { checkHash, checkName, checkResult, checkRun } from './record-rules.ts';
import { removeUnfinished, syncFolder, writeWhole } from './whole-file.ts';

/** The piece that says what a run came to; no other piece can have its name. */
const RESULT = 'result';

/** Where the pieces of records lie, as JSON; undefined for one that is not there. What is written is durable. */
export type RecordStore = Pick<Records, 'folder'> & {
  read(run: number, name: string): Promise<string | undefined>;
  write(run: number, name: string, json: string): Promise<void>;
  readKept(hash: string): Promise<string | undefined>;
  writeKept(hash: string, json: string): Promise<void>;
  /** How a piece is called where something is wrong with it, and what to do then. */
  readonly called: (piece: string) => string;
  readonly hint: string;
};

/** Records over a store: the same rules wherever the pieces lie. */
export function recordsIn(store: RecordStore): Records {
  const damaged = (piece: string, because: string): GauntletError =>
    new GauntletError('JOURNAL_DAMAGED', `the record ${store.called(piece)} is damaged: ${because}`, {
      hint: store.hint,
    });
  const read = async (run: number, name: string): Promise<unknown> => {
    const json = await store.read(checkRun(run), name);
    try {
      return json === undefined ? undefined : JSON.parse(json);
    } catch {
      throw damaged(`${run}/${name}`, 'it is not JSON');
    }
  };
  return {
    folder: (run) => store.folder(checkRun(run)),
    put: async (run, name, value) => store.write(checkRun(run), checkName(name), jsonOf(value)),
    get: async (run, name) => read(run, checkName(name)),
    finish: async (run, result) => store.write(checkRun(run), RESULT, jsonOf(checkResult(result, 'BUG'))),
    async finished(run) {
      const result = await read(run, RESULT);
      return result === undefined ? undefined : checkResult(result, 'JOURNAL_DAMAGED');
    },
    async keep(value) {
      const json = canonicalJson(value);
      const hash = hashOf(json);
      await store.writeKept(hash, json);
      return hash;
    },
    async kept(hash) {
      const json = await store.readKept(checkHash(hash));
      if (json === undefined) throw damaged(`kept/${hash}`, 'it is missing');
      if (hashOf(json) !== hash) throw damaged(`kept/${hash}`, 'its content does not match its hash');
      return JSON.parse(json);
    },
  };
}

/** Records as files: `runs/<n>/<name>.json`, and `kept/<hash>.json` for what is kept by its hash. */
export function records(folder: string): Records {
  const known = new Set<string>();
  const made = (path: string): string => {
    if (!known.has(path)) makeFolder(path);
    known.add(path);
    return path;
  };
  const placeOf = (run: number): string => join(folder, 'runs', String(run));
  const keptAt = (hash: string): string => join(folder, 'kept', `${hash}.json`);
  const write = async (file: string, json: string): Promise<void> => {
    try {
      made(dirname(file));
      await writeWhole(file, json);
    } catch (error) {
      throw diskError(error, 'a record could not be written');
    }
  };
  return recordsIn({
    folder: (run) => made(placeOf(run)),
    read: (run, name) => textAt(join(placeOf(run), `${name}.json`)),
    async write(run, name, json) {
      await write(join(placeOf(run), `${name}.json`), json);
      // Runs end by the ten thousand; what is known of their folders is not kept.
      if (name === RESULT) known.delete(placeOf(run));
    },
    readKept: (hash) => textAt(keptAt(hash)),
    async writeKept(hash, json) {
      if ((await textAt(keptAt(hash))) !== json) await write(keptAt(hash), json);
    },
    called: (piece) => join(folder, piece.startsWith('kept/') ? `${piece}.json` : `runs/${piece}.json`),
    hint: 'Nothing was changed. Restore the file from a backup.',
  });
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
