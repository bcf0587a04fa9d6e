import type { ObjectPlace } from '../../ports/compared.ts';
import type { LeftOut, Tree, TreeEntry } from '../../ports/tree.ts';
import { safeObject } from '../context.ts';
import { records } from './listing.ts';
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
  const left = new Map<string, { count: number; examples: string[] }>();
  const ids = new Map<string, string>();
  for (const record of records(gitAt(place, ['ls-tree', '-r', '-z', '--full-tree', safeObject(commit)]))) {
    const path = record.slice(record.indexOf('\t') + 1);
    if (only?.has(path) === false) continue;
    const [mode = '', , id = ''] = record.slice(0, record.indexOf('\t')).split(' ');
    const why = mode.startsWith('100') ? leave(path) : mode === '120000' ? 'symbolic link' : 'submodule';
    if (why === undefined) ids.set(path, id);
    else note(left, why, path);
  }
  const read = once(() => blobsAt(place, [...ids.values()], LARGEST));
  const bytesOf = (path: string): Uint8Array | undefined => read().get(ids.get(path) ?? '');
  return {
    count: () => ids.size,
    list: () => ({
      entries: [...ids.keys()].map((path): TreeEntry => ({ path, bytes: bytesOf(path)?.length ?? LARGEST })),
      left: [...left].map(([reason, told]): LeftOut => ({ reason, ...told })),
    }),
    read: (path) => bytesOf(path) ?? 'it is too large, or not there',
  };
}

function note(left: Map<string, { count: number; examples: string[] }>, why: string, path: string): void {
  const known = left.get(why) ?? { count: 0, examples: [] };
  known.count += 1;
  if (known.examples.length < 3) known.examples.push(path);
  left.set(why, known);
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}
