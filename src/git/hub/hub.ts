import { join } from 'node:path';
import { mkdir, rm, writeFile } from 'node:fs/promises';

import { GauntletError } from '../../model/error.ts';
import type { Blob, Commit, Hub, Overlay } from '../../ports/git.ts';
import { type NewCommit, writeCommit } from './commit.ts';
import { type Context, safeObject } from '../context.ts';
import { randomName, readRegular, writeDurably } from '../files.ts';
import { isAncestor, logOf, mergeBasesOf, mergesOf } from './history.ts';
import { memoizeLast } from '../serial.ts';
import type { GitLocation } from '../running/git.ts';
import { changesBetween, linesOf, listTree, textOf } from '../comparing/listing.ts';
import { pastFiles } from './past-files.ts';
import { type Quarantine, quarantined } from './quarantine.ts';

const LARGEST_FILE = 4 * 1024 * 1024;
const KEPT_LISTINGS = 6;

/** The hub on disk. Every id is checked to be one before git sees it. */
export async function openHub(context: Context): Promise<Hub> {
  await context.ready();
  const { git, hub } = context;
  const listing = memoizeLast(KEPT_LISTINGS, (tree: string) => listTree(git, hub, tree));
  return {
    adopt: (ref) => adopt(context, ref),
    commit: (commit) => commitOf(context, commit),
    isAncestor: (ancestor, of) => isAncestor(context, ancestor, of),
    mergeBase: async (a, b) => (await mergeBasesOf(context, a, b))[0],
    changes: (before, after) => changesBetween(context, before, after),
    diff: async (before, after, cap) => {
      const how = [
        '-r',
        '-p',
        '--no-renames',
        '--no-ext-diff',
        '--no-textconv',
        '--no-color',
        '--full-index',
      ];
      const args = ['diff-tree', ...how, '--end-of-options', safeObject(before), safeObject(after)];
      return (await git(args, hub, { cap, cut: true })).out.toString('utf8');
    },
    paths: async (commit) => [...(await listing(safeObject(commit))).keys()],
    file: async (commit, path, cap = LARGEST_FILE) => {
      const entry = (await listing(safeObject(commit))).get(path);
      if (entry === undefined || !entry.mode.startsWith('100')) return undefined;
      const info = await context.objects.info(entry.blob);
      if (info === undefined || info.size > cap) return undefined;
      return await context.objects.read(entry.blob);
    },
    link: async (commit, path) => {
      const entry = (await listing(safeObject(commit))).get(path);
      return entry?.mode === '120000'
        ? (await context.objects.read(entry.blob))?.toString('utf8')
        : undefined;
    },
    log: (before, after) => logOf(context, before, after),
    merges: (before, after) => mergesOf(context, before, after),
    pastFiles: (before, after, cap) => pastFiles(context, before, after, cap),
    compose: async (commit, paths) => await compose(context, safeObject(commit), paths),
  };
}

/** A commit of the hub with its tree; what is not a commit there cannot be judged. */
export async function commitOf({ objects, ready }: Context, commit: string): Promise<Commit> {
  await ready();
  const info = await objects.info(safeObject(commit));
  const text = info?.type === 'commit' ? (await objects.read(commit))?.toString('utf8') : undefined;
  const tree = text === undefined ? undefined : /^tree ([0-9a-f]+)$/m.exec(text)?.[1];
  if (tree === undefined) throw new GauntletError('INPUT_INVALID', `${commit} is not a commit of the hub`);
  return { commit, tree };
}

/**
 * Points a ref of the hub's own at a commit, so that it stays whatever happens to the user's refs; on the disk when this
 * resolves. Written as a file: each name has one writer, the hub's refs are never packed, a killed git leaves no lock.
 */
export async function keep({ layout }: Context, name: string, commit: string): Promise<void> {
  await writeDurably(join(layout.hub, keepRef(name)), `${safeObject(commit)}\n`, layout.temporary);
}

/** Where a ref of the hub's own stands; undefined where there is none. */
export async function keptAt({ layout }: Context, name: string): Promise<string | undefined> {
  return (await readRegular(join(layout.hub, keepRef(name))))?.trim() || undefined;
}

export function keepRef(name: string): string {
  return `refs/gauntlet/keep/${name}`;
}

async function adopt(context: Context, ref: string): Promise<Commit> {
  const { git, hub, common } = context;
  const isHere = ID.test(ref) && (await context.objects.info(ref))?.type === 'commit';
  const commit = isHere ? ref : await commitNamed(context, ref);
  if ((await context.objects.info(commit)) === undefined) {
    const quiet = [
      '--quiet',
      '--no-tags',
      '--no-write-fetch-head',
      '--no-auto-maintenance',
      '--no-recurse-submodules',
    ];
    // Always as one pack: git forces that to the disk as a whole, loose objects that it checks one by one. It is told of
    // no ref, which it would lock.
    const whole = ['-c', 'fetch.unpackLimit=1'];
    await context.metadata(() => git([...whole, 'fetch', ...quiet, '--', common, commit], hub));
  }
  await keep(context, `adopted/${commit}`, commit);
  return await commitOf(context, commit);
}

/** A whole id. */
const ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** The commit that the user's repository has under a name. */
async function commitNamed({ git, own }: Context, ref: string): Promise<string> {
  const asked = await git(
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`],
    { gitDir: own },
    {
      answers: [1, 128],
    },
  );
  const commit = textOf(asked);
  if (asked.code !== 0 || !/^[0-9a-f]{40,64}$/.test(commit)) {
    throw new GauntletError(
      'PLAN_INVALID',
      `there is no commit called ${JSON.stringify(ref)} in this repository`,
      {
        hint: 'Name one that exists (git branch --all lists them): `base` in the epic, or --base.',
      },
    );
  }
  return commit;
}

export async function compose(
  context: Context,
  commit: string,
  paths: Overlay,
  as?: Pick<NewCommit, 'message' | 'at'>,
): Promise<string> {
  return await quarantined(context, async (quarantine) => {
    const tree = await treeWith(context, quarantine, commit, paths);
    const wanted = { tree, parents: [commit], ...(as ?? (await wordsOf(context, commit))) };
    const composed = await writeCommit(context, quarantine, wanted);
    await quarantine.admit();
    return composed;
  });
}

/** The tree of a commit, but these paths as given. */
export async function treeWith(
  context: Context,
  quarantine: Quarantine,
  commit: string,
  paths: ReadonlyMap<string, Blob | { readonly text: string | Uint8Array; readonly mode: string } | null>,
): Promise<string> {
  const index = join(context.layout.temporary, `${randomName()}.index`);
  const place = { ...quarantine.place, index };
  const nothing = '0'.repeat(commit.length);
  try {
    const texts = [...paths.values()].flatMap((entry) =>
      entry !== null && 'text' in entry ? [entry.text] : [],
    );
    const written = (await writeTexts(context, place, texts)).values();
    const lines = [...paths].map(([path, entry]) => {
      const blob = entry === null || 'blob' in entry ? entry?.blob : written.next().value;
      return blob === undefined ? `0 ${nothing}\t${path}\0` : `${entry?.mode} ${safeObject(blob)}\t${path}\0`;
    });
    await context.git(['read-tree', '--end-of-options', commit], place);
    await context.git(['update-index', '--replace', '-z', '--index-info'], place, { input: lines.join('') });
    return safeObject(textOf(await context.git(['write-tree'], place)));
  } finally {
    await rm(index, { force: true });
  }
}

/** Message and time of a commit: one that is composed from it for a check looks like any other (EVID-06). */
async function wordsOf({ objects }: Context, commit: string): Promise<Pick<NewCommit, 'message' | 'at'>> {
  const text = (await objects.read(safeObject(commit)))?.toString('utf8') ?? '';
  const seconds = /^committer .* (\d+) [+-]\d+$/m.exec(text)?.[1] ?? '0';
  return { message: text.slice(text.indexOf('\n\n') + 2), at: Number(seconds) * 1000 };
}

/** The blobs of texts, in their order: by one program, however many there are. */
async function writeTexts(
  { git, layout }: Context,
  place: GitLocation,
  texts: readonly (string | Uint8Array)[],
): Promise<readonly string[]> {
  if (texts.length === 0) return [];
  const folder = join(layout.temporary, randomName());
  await mkdir(folder);
  try {
    const files = texts.map((_, at) => join(folder, String(at)));
    for (const [at, text] of texts.entries()) await writeFile(files[at] ?? '', text);
    const args = ['hash-object', '-w', '--no-filters', '--stdin-paths'];
    return linesOf(await git(args, place, { input: `${files.join('\n')}\n` }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
