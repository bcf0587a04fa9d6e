import { GauntletError } from '../../model/error.ts';
import type { ComparedCommits, ObjectPlace } from '../../ports/compared.ts';
import type { Change, Commit, Hub } from '../../ports/git.ts';
import { safeObject } from '../context.ts';
import { pastFilesAt } from '../hub/past-files.ts';
import { askGit, blobsAt, gitAt, placeOf } from '../running/objects-at.ts';
import { onceFor } from '../serial.ts';
import { changesIn, records, textOf } from './listing.ts';

const LARGEST_FILE = 4 * 1024 * 1024;

/** What of the hub can be had from the user's repository alone, without writing a byte: for a dry run. */
export type Peek = Pick<Hub, 'adopt' | 'file' | 'paths'> & {
  /** Whether anything has that path, also what is not a file or cannot be read. */
  isThere(commit: string, path: string): Promise<boolean>;
};

export function peekAt(top: string): Peek {
  const place = placeOf(top);
  return {
    adopt: (ref) => commitNamed(top, ref),
    paths: async (commit) => Promise.resolve(pathsAt(place, commit)),
    isThere: async (commit, path) => Promise.resolve(pathsAt(place, commit, path).length > 0),
    file: async (commit, path, cap) => Promise.resolve(fileAt(place, commit, path, cap)),
  };
}

async function commitNamed(top: string, ref: string): Promise<Commit> {
  const resolve = async (name: string): Promise<string | undefined> => {
    const out = await askGit(top, ['rev-parse', '--verify', '--quiet', '--end-of-options', name]);
    return out === undefined ? undefined : textOf({ out });
  };
  const commit = await resolve(`${ref}^{commit}`);
  const tree = await resolve(`${ref}^{tree}`);
  if (commit !== undefined && tree !== undefined) return { commit, tree };
  throw new GauntletError('PLAN_INVALID', `there is no commit ${JSON.stringify(ref)} in this repository`, {
    hint: 'Set `base` in the epic, or --base, to an existing branch.',
  });
}

type ChangedAt = Pick<Hub, 'changes' | 'file' | 'link' | 'paths' | 'pastFiles'> & {
  readonly changed: readonly Change[];
};

/** Objects never change: what was read of a place once need not be read again. */
const known = onceFor<ObjectPlace, Map<string, ChangedAt>>(() => new Map());

/** What changed between the two sides, with the texts of both, read at once from the user's own repository. */
export function changedAt(
  { from, head }: Pick<ComparedCommits, 'from' | 'head'>,
  place: ObjectPlace,
): ChangedAt {
  const read = known(place).get(`${from} ${head}`) ?? readChanged(from, head, place);
  known(place).set(`${from} ${head}`, read);
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
    if (change === undefined) return fileAt(place, side, path);
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

/** Every path of a commit or tree; with `path` that one alone, whatever has it. */
function pathsAt(place: ObjectPlace, side: string, path?: string): readonly string[] {
  const which = path === undefined ? ['-r', safeObject(side)] : [safeObject(side), '--', path];
  return records(gitAt(place, ['ls-tree', '-z', '--name-only', '--full-tree', ...which]));
}

function fileAt(place: ObjectPlace, side: string, path: string, cap = LARGEST_FILE): Uint8Array | undefined {
  const name = `${safeObject(side)}:${path}`;
  // Names are asked for line by line.
  return path.includes('\n') ? undefined : blobsAt(place, [name], cap).get(name);
}
