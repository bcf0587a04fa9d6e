import { availableParallelism } from 'node:os';

import type { Tree, TreeEntry } from '../../ports/tree.ts';
import { conclude, type FileLook, readLook, type Rule, type ScanResult } from '../../scan/index.ts';
import { type KeptLook, KeptLooks, openGrammars, openInstalled, sumOf } from '../../tree/index.ts';
import { type Before, causedElsewhere } from './caused-elsewhere.ts';
import { lookInThreads } from './look-in-threads.ts';
import { lookTaker, type TakenLook } from './take-looks.ts';

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

/** Scans a folder: what was said of a file that is as it was stands; the others are looked at, in threads where it pays. */
export async function scanFolder(scan: FolderScan): Promise<ScanResult> {
  const { tree, rules, folder, cache, libraries, designFile, progress } = scan;
  const began = Date.now();
  const kept =
    cache === undefined ? undefined : new KeptLooks(cache.folder, folder, versionOf(cache.version, rules));
  const entries = tree.list().entries.filter(({ leave }) => leave === undefined);
  const known = new Map<string, KeptLook>();
  const unknown: TreeEntry[] = [];
  const looks = new Map<string, FileLook>();
  for (const entry of entries) {
    const said = stillTrue(entry, tree, kept);
    const look = said === undefined ? undefined : readLook(said.json);
    if (said === undefined || look === undefined) {
      unknown.push(entry);
      continue;
    }
    known.set(entry.path, said);
    looks.set(entry.path, look);
  }
  const marks = new Map(unknown.map(({ path, mark }) => [path, mark ?? '']));
  const keep = kept !== undefined && unknown.length > FEW * entries.length;
  // Texts until all are there: whoever clears up memory goes through objects again and again, and not through texts.
  const taken: TakenLook[] = [];
  await lookAt(unknown, { ...scan, isKept: keep }, (look) => {
    const done = looks.size + taken.push(look);
    if (done % 500 === 0) progress(done, entries.length);
  });
  progress(entries.length, entries.length);
  for (let each = taken.pop(); each !== undefined; each = taken.pop()) {
    const { path, sum, json } = each;
    const look = readLook(json);
    if (look === undefined) throw new Error(`what was said of ${path} cannot be read`);
    looks.set(path, look);
    if (keep && isLasting(look)) known.set(path, { mark: marks.get(path) ?? '', sum, json });
  }
  const result = conclude(tree, looks, rules, {
    libraries: { installed: openInstalled(folder), most: libraries },
    designFile,
  });
  if (keep) kept.save(known, began);
  if (scan.before === undefined) return result;
  return {
    ...result,
    caused: await causedElsewhere(result, looks, rules, { before: scan.before, designFile }),
  };
}

function versionOf(version: string, rules: readonly Rule[]): string {
  return sumOf(JSON.stringify([version, rules.map(({ id }) => id)]));
}

/** What failed may go well the next time: a disk that was slow, memory that was short. */
function isLasting({ left, crashes }: FileLook): boolean {
  return crashes.length === 0 && left?.startsWith('unreadable') !== true;
}

/** What was said of the file as it is now: by its mark, or where that has changed by its content. */
function stillTrue({ path, mark }: TreeEntry, tree: Tree, kept: KeptLooks | undefined): KeptLook | undefined {
  const look = kept?.get(path);
  if (look === undefined) return undefined;
  if (mark !== undefined && mark !== '' && mark === look.mark) return look;
  const bytes = look.sum === '' ? '' : tree.read(path);
  if (typeof bytes === 'string' || sumOf(bytes) !== look.sum) return undefined;
  return { ...look, mark: mark ?? '' };
}

async function lookAt(
  entries: readonly TreeEntry[],
  { folder, tree, rules, threads, isKept }: FolderScan & { readonly isKept: boolean },
  taken: (look: TakenLook) => void,
): Promise<void> {
  const most = Math.min(availableParallelism(), MOST_THREADS, Math.floor(entries.length / FILES_PER_THREAD));
  const wanted = threads ?? most;
  if (wanted < 2) {
    const grammars = await openGrammars(tree);
    const take = lookTaker(tree, { rules, isKept }, grammars);
    for (const entry of entries) {
      taken(take(entry));
      // Only after a file that stopped a parser.
      const renewed = grammars.renewed?.();
      if (renewed !== undefined) await renewed;
    }
    return;
  }
  const work = { folder, rules: rules.map(({ id }) => id), isKept, kinds: kindsOf(entries) };
  await lookInThreads(entries, work, wanted, (looks) => looks.forEach(taken));
}

function kindsOf(entries: readonly TreeEntry[]): readonly string[] {
  return [...new Map(entries.map(({ path }) => [path.slice(path.lastIndexOf('.') + 1), path])).values()];
}
