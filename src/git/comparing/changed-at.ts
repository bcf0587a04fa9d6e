import type { ComparedCommits, ObjectPlace } from '../../ports/compared.ts';
import type { Change, Hub } from '../../ports/git.ts';
import { safeObject } from '../context.ts';
import { changesIn } from './listing.ts';
import { blobsAt, gitAt } from '../running/objects-at.ts';
import { pastFilesAt } from '../hub/past-files.ts';

const LARGEST_FILE = 4 * 1024 * 1024;

type ChangedAt = Pick<Hub, 'changes' | 'file' | 'link' | 'paths' | 'pastFiles'> & {
  readonly changed: readonly Change[];
};

/** Objects never change: what was read of a place once need not be read again. */
const known = new WeakMap<ObjectPlace, Map<string, ChangedAt>>();

/** What changed between the two sides, with the texts of both, read at once from the user's own repository. */
export function changedAt(
  { from, head }: Pick<ComparedCommits, 'from' | 'head'>,
  place: ObjectPlace,
): ChangedAt {
  const here = known.get(place) ?? new Map<string, ChangedAt>();
  known.set(place, here);
  const read = here.get(`${from} ${head}`) ?? readChanged(from, head, place);
  here.set(`${from} ${head}`, read);
  return read;
}

function readChanged(from: string, head: string, place: ObjectPlace): ChangedAt {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--full-index', '--ignore-submodules=none'];
  const changed = from === head ? [] : changesIn(gitAt(place, [...args, safeObject(from), safeObject(head)]));
  const sides = changed.flatMap(({ before, after }) => [before, after]).filter((blob) => blob !== null);
  // A link is read too: where it leads is its text. A submodule has none.
  const readable = sides.filter(({ mode }) => mode !== '160000').map(({ blob }) => blob);
  const texts = blobsAt(place, readable, LARGEST_FILE);
  const byPath = new Map(changed.map((change) => [change.path, change]));
  const bytesOf = (side: string, path: string): Uint8Array | undefined => {
    const change = byPath.get(path);
    if (change === undefined) return unchangedAt(place, side, path);
    const blob = side === from ? change.before : change.after;
    return blob === null ? undefined : texts.get(blob.blob);
  };
  return {
    changed,
    changes: async () => Promise.resolve(changed),
    file: async (side, path) => Promise.resolve(bytesOf(side, path)),
    paths: async (side) => Promise.resolve(pathsAt(place, side)),
    pastFiles: async (before, after, cap) => Promise.resolve(pastFilesAt(place, before, after, cap)),
    link: async (side, path) =>
      Promise.resolve(bytesOf(side, path)).then((bytes) => bytes && new TextDecoder().decode(bytes)),
  };
}

function pathsAt(place: ObjectPlace, side: string): readonly string[] {
  const listed = gitAt(place, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', safeObject(side)]);
  return listed.toString('utf8').split('\0').slice(0, -1);
}

function unchangedAt(place: ObjectPlace, side: string, path: string): Uint8Array | undefined {
  const listed = gitAt(place, ['ls-tree', '-z', '--full-tree', safeObject(side), '--', path]);
  const blob = / blob ([0-9a-f]+)\t/.exec(listed.toString('utf8'))?.[1];
  return blob === undefined ? undefined : blobsAt(place, [blob], LARGEST_FILE).get(blob);
}
