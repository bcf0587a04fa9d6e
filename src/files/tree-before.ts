import { blobsAt, placeOf } from '../git/index.ts';
import type { Tree, TreeEntry } from '../../packages/scan/index.ts';
import { baseOf } from './changed-files.ts';
import { vendoredFolder } from './vendored.ts';

/** Larger files are looked at by no rule. */
const LARGEST = 1_000_001;

/**
 * The same files as they were before these changed: at the commit where the branch left `ref`, or at the last one. Undefined
 * where there was none, or git does not say.
 */
export function treeBefore(
  tree: Tree,
  folder: string,
  ref: string | undefined,
  changed: ReadonlySet<string>,
): Tree | undefined {
  const base = baseOf(folder, ref);
  const contents = base === undefined ? undefined : contentsAt(folder, base, [...changed]);
  if (contents === undefined) return undefined;
  const { entries, left } = tree.list();
  const kept = entries.filter(({ path }) => !changed.has(path));
  const old: TreeEntry[] = [...contents].map(([path, bytes]) => ({ path, bytes: bytes.length }));
  const all = [...kept, ...old].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return {
    list: () => ({ entries: all, left }),
    read: (path) => contents.get(path) ?? tree.read(path),
  };
}

/** What stood in files at a commit, as it was stored: no filter of the repository is run. Files that were not there are left out. */
function contentsAt(
  folder: string,
  commit: string,
  paths: readonly string[],
): ReadonlyMap<string, Uint8Array> | undefined {
  const asked = paths.filter((path) => !path.includes('\n') && vendoredFolder(path) === undefined);
  const nameOf = (path: string): string => `${commit}:./${path}`;
  try {
    const found = blobsAt(placeOf(folder), asked.map(nameOf), LARGEST - 1);
    const there = asked.flatMap((path) => {
      const bytes = found.get(nameOf(path));
      return bytes === undefined ? [] : [[path, bytes] as const];
    });
    return new Map(there);
  } catch {
    return undefined;
  }
}
