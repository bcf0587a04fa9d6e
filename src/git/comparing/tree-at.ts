import type { ObjectPlace } from '../../ports/compared.ts';
import type { Tree, TreeEntry } from '../../../packages/scan/index.ts';
import { safeObject } from '../context.ts';
import { entriesIn } from './listing.ts';
import { Omitted } from './omitted.ts';
import { blobsAt, gitAt } from '../running/objects-at.ts';

export type TreeWish = {
  /** Only these paths; undefined: every one. */
  readonly only?: ReadonlySet<string>;
  /** Why a path is left out; undefined for one that is wanted. */
  readonly leave: (path: string) => string | undefined;
};

/** How many files there are is known before any of them is read. */
export type CountedTree = Tree & { count(): number };

/** No rule looks at more than a megabyte; the listing says that there is more. */
const LARGEST = 1_000_001;

/** The files of a commit or tree as a scan reads them, without a checkout. All of them are read when the first one is. */
export function treeAt(place: ObjectPlace, commit: string, { only, leave }: TreeWish): CountedTree {
  const omitted = new Omitted();
  const ids = new Map<string, string>();
  const listed = gitAt(place, ['ls-tree', '-r', '-z', '--full-tree', safeObject(commit)]);
  for (const [path, { mode, blob }] of entriesIn(listed)) {
    if (only?.has(path) === false) continue;
    const why = mode.startsWith('100') ? leave(path) : mode === '120000' ? 'symbolic link' : 'submodule';
    if (why === undefined) ids.set(path, blob);
    else omitted.add(why, path);
  }
  let read: ReadonlyMap<string, Uint8Array> | undefined;
  const bytesOf = (path: string): Uint8Array | undefined =>
    (read ??= blobsAt(place, [...ids.values()], LARGEST)).get(ids.get(path) ?? '');
  return {
    count: () => ids.size,
    list: () => ({
      entries: [...ids.keys()].map((path): TreeEntry => ({ path, bytes: bytesOf(path)?.length ?? LARGEST })),
      left: omitted.said(),
    }),
    read: (path) => bytesOf(path) ?? 'it is too large, or not there',
  };
}
