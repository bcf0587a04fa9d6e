import { availableParallelism } from 'node:os';

import {
  changeOf,
  conclude,
  type FileChange,
  type FileScan,
  type StoredFileScan,
  CachedResults,
  readFileScan,
  type Rule,
  type ScanResult,
  type Tree,
  type TreeEntry,
} from '../../../packages/scan/index.ts';
import { grammarsFor, type ScanStoreEntry, ScanStore, openInstalled, sumOf } from '../../files/index.ts';
import { type Before, causedElsewhere } from './caused-elsewhere.ts';
import { scanInThreads } from './scan-in-threads.ts';
import { batchScanner, type StoredScan } from './scan-files.ts';

export type Progress = (done: number, all: number) => void;

export type FolderScan = {
  readonly folder: string;
  readonly tree: Tree;
  readonly rules: readonly Rule[];
  /** How many libraries are held against their installed declarations. */
  readonly libraries: number;
  /** The file that declares colours, fonts and distances, where the settings name one. */
  readonly designFile?: string | undefined;
  readonly progress: Progress;
  /** Where looks are kept from scan to scan, and for which version of the rules; undefined: nowhere. */
  readonly cache: { readonly folder: string; readonly version: string } | undefined;
  /** Undefined: as many as pay. */
  readonly threads?: number | undefined;
  /** Where only what a change brought is asked for: the project as it was before. */
  readonly before?: Before | undefined;
};

/** Fewer files are done before a second thread has read its program. */
const FILES_PER_THREAD = 2_500;
const MOST_THREADS = 4;
/** So few new looks are cheaper to take again than to write all down again. */
const FEW = 0.01;
/** About no files at all, so that the next scan writes down what it says. */
const NOTHING_SAID = { sum: '', said: '' };

/** Scans a folder: what was said of a file that is as it was stands; the others are looked at, in threads where it pays. */
export async function scanFolder(scan: FolderScan): Promise<ScanResult> {
  const { tree, rules, folder, cache, libraries, designFile, progress } = scan;
  const began = Date.now();
  const kept =
    cache === undefined ? undefined : new ScanStore(cache.folder, folder, versionOf(cache.version, rules));
  const { entries } = tree.list();
  const sum = sumOf(JSON.stringify([designFile, entries.map(({ path, leave }) => [path, leave])]));
  const { looks, known, unknown } = recalled(tree, kept);
  const all = looks.size + unknown.size;
  const keep = kept !== undefined && (unknown.size > FEW * all || kept.whole.sum !== sum);
  // Texts until all are there: whoever clears up memory goes through objects again and again, and not through texts.
  const taken: StoredScan[] = [];
  await lookAt([...unknown.values()], { ...scan, isKept: keep }, (look) => {
    const done = looks.size + taken.push(look);
    if (done % 500 === 0) progress(done, all);
  });
  progress(all, all);
  const changes: (FileChange | undefined)[] = [];
  for (let each = taken.pop(); each !== undefined; each = taken.pop()) {
    const { path, head, facts } = each;
    const { at = 0, mark = '' } = unknown.get(path) ?? {};
    const look = readFileScan(head, () => facts, at);
    if (look === undefined) throw new Error(`the scan result for ${path} cannot be read`);
    looks.set(path, look);
    changes.push(changeFrom(kept?.get(path), each, at));
    if (keep && isLasting(look)) known.set(path, { mark, sum: each.sum, head, facts: () => facts });
  }
  const results =
    kept === undefined ? undefined : standing(kept.whole.sum === sum ? kept.whole.said : '', changes);
  const installed = { installed: openInstalled(folder), most: libraries };
  const watched = watch(tree, known);
  const read = keep ? watched.tree : tree;
  const result = conclude(read, looks, rules, { libraries: installed, designFile, results });
  // Where what is kept is not all that was said, the next scan could not tell what has changed since.
  const said = known.size === looks.size ? (results?.write() ?? '') : '';
  if (keep) kept.save(known, watched.isSteady() ? { sum, said } : NOTHING_SAID, began);
  if (scan.before === undefined) return result;
  return {
    ...result,
    caused: await causedElsewhere(result, looks, rules, { before: scan.before, designFile }),
  };
}

type Entry = TreeEntry & { /** Which of all files it is. */ readonly at: number };

/** What was said in an earlier scan and still holds, and the files of which nothing is known. */
function recalled(tree: Tree, kept: ScanStore | undefined) {
  const looks = new Map<string, FileScan>();
  const known = new Map<string, ScanStoreEntry>();
  const unknown = new Map<string, Entry>();
  for (const [at, entry] of tree.list().entries.entries()) {
    if (entry.leave !== undefined) continue;
    const said = stillTrue(entry, tree, kept);
    const look = said === undefined ? undefined : readFileScan(said.head, said.facts, at);
    if (said === undefined || look === undefined) {
      unknown.set(entry.path, { ...entry, at });
      continue;
    }
    known.set(entry.path, said);
    looks.set(entry.path, look);
  }
  return { looks, known, unknown };
}

function changeFrom(
  before: ScanStoreEntry | undefined,
  now: StoredFileScan,
  at: number,
): FileChange | undefined {
  return before === undefined ? undefined : changeOf(at, { head: before.head, facts: before.facts() }, now);
}

/** What was said of all files together stands where each of them was known before and is of the same kind. */
function standing(said: string, changes: readonly (FileChange | undefined)[]): CachedResults {
  const clear = changes.filter((each) => each !== undefined);
  return clear.length < changes.length ? new CachedResults() : new CachedResults(said, clear);
}

function versionOf(version: string, rules: readonly Rule[]): string {
  return sumOf(JSON.stringify([version, rules.map(({ id }) => id)]));
}

/** What failed may go well the next time: a disk that was slow, memory that was short. */
function isLasting({ left, crashes }: FileScan): boolean {
  return crashes.length === 0 && left?.startsWith('unreadable') !== true;
}

/** What was said of the file as it is now: by its mark, or where that has changed by its content. */
function stillTrue(
  { path, mark }: TreeEntry,
  tree: Tree,
  kept: ScanStore | undefined,
): ScanStoreEntry | undefined {
  const look = kept?.get(path);
  if (look === undefined) return undefined;
  if (mark !== undefined && mark !== '' && mark === look.mark) return look;
  const bytes = look.sum === '' ? '' : tree.read(path);
  if (typeof bytes === 'string' || sumOf(bytes) !== look.sum) return undefined;
  return { ...look, mark: mark ?? '' };
}

/**
 * Rules over the project read texts again. A file that was another one for that moment, or could not be read, may have its
 * old content back when the next scan comes: that would see no change, and believe for good what was said of the other one.
 */
function watch(tree: Tree, known: ReadonlyMap<string, ScanStoreEntry>) {
  let isSteady = true;
  const read = (path: string): Uint8Array | string => {
    const bytes = tree.read(path);
    if (isSteady) isSteady = typeof bytes !== 'string' && sumOf(bytes) === known.get(path)?.sum;
    return bytes;
  };
  return { tree: { list: () => tree.list(), read } satisfies Tree, isSteady: () => isSteady };
}

async function lookAt(
  entries: readonly TreeEntry[],
  { folder, tree, rules, threads, isKept }: FolderScan & { readonly isKept: boolean },
  taken: (look: StoredScan) => void,
): Promise<void> {
  const most = Math.min(availableParallelism(), MOST_THREADS, Math.floor(entries.length / FILES_PER_THREAD));
  const kinds = kindsOf(entries);
  const take = batchScanner(tree, { rules, isKept }, await grammarsFor(kinds));
  const work = { folder, rules: rules.map(({ id }) => id), isKept, kinds };
  await scanInThreads(entries, work, Math.max(1, threads ?? most), {
    take,
    taken: (looks) => looks.forEach(taken),
  });
}

function kindsOf(entries: readonly TreeEntry[]): readonly string[] {
  return [...new Map(entries.map(({ path }) => [path.slice(path.lastIndexOf('.') + 1), path])).values()];
}
