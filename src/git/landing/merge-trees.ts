import { createHash } from 'node:crypto';
import { appendFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { type Context, safeObject } from '../context.ts';
import { isFolder, randomName } from '../files.ts';
import { listTree, pathOf, records } from '../comparing/listing.ts';
import { onceFor } from '../serial.ts';
import type { Quarantine } from '../hub/quarantine.ts';

export type MergedTrees = {
  readonly tree: string;
  /** Paths git could not merge; their content in `tree` has the usual markers. */
  readonly conflicts: readonly string[];
  /** The same paths as the two sides know them: git renames a file that is a directory on the other side to `path~<commit>`. */
  readonly conflictsBySide: readonly string[];
  /** Lines for `update-index --index-info` that show those conflicts in an index. */
  readonly stages: readonly string[];
};

type Sides = {
  readonly epic: string;
  readonly ours: string;
  readonly theirs: string;
  /** The commit whose `.gitattributes` say how files are merged. */
  readonly attributes: string;
};

/** Merges two commits without a work tree of anybody's; what that makes is in the quarantine. */
export async function mergeTrees(
  context: Context,
  { place }: Pick<Quarantine, 'place'>,
  { epic, ours, theirs, attributes }: Sides,
): Promise<MergedTrees> {
  const workTree = await attributesTree(context, epic, safeObject(attributes));
  const args = ['merge-tree', '--write-tree', '-z', '--no-messages', '--end-of-options'];
  const end = await context.git(
    [...args, safeObject(ours), safeObject(theirs)],
    { ...place, workTree, index: context.layout.noFile },
    { answers: [1] },
  );
  const [tree = '', ...stages] = records(end.out).filter((record) => record !== '');
  const conflicts = new Set(stages.map(pathOf));
  const conflictsBySide = new Set([...conflicts].map((path) => withoutSide(path, [ours, theirs])));
  return {
    tree: safeObject(tree),
    conflicts: [...conflicts],
    conflictsBySide: [...conflictsBySide],
    stages,
  };
}

/** `sub` of `sub~<commit>`, and of `sub~<commit>_0` where that name was taken. */
function withoutSide(path: string, sides: readonly string[]): string {
  const side = sides.find((commit) => path.includes(`~${commit}`));
  if (side === undefined) return path;
  return path.replace(new RegExp(`~${safeObject(side)}(?:_\\d+)?(?=/|$)`), '');
}

/**
 * Every ticket adds its lines at the same place of a changelog: a conflict there says nothing about the work and would
 * cost a whole round. Both sides' lines are kept, unless the project's own attributes say otherwise.
 */
const changelogs = new Set(
  ['CHANGELOG', 'CHANGES', 'HISTORY', 'NEWS']
    // In small letters only as a document: `history` may be a program, and `changes.txt` the data of a test.
    .flatMap((name) => [
      ...['', '.md', '.rst', '.txt'].map((ending) => name + ending),
      ...['.md', '.rst'].map((ending) => name.toLowerCase() + ending),
    ]),
);
const KEEP_BOTH = [...changelogs].map((name) => `${name} merge=union\n`).join('');

/** Whether a merge keeps the lines of both sides, unless the project's attributes say otherwise. */
export function isChangelog(path: string): boolean {
  return changelogs.has(path.slice(path.lastIndexOf('/') + 1));
}

/**
 * A folder with nothing but a commit's `.gitattributes`, nested ones too: a bare repository ignores them, and a merge
 * must honour what the project says about its files. Drivers they name have no configuration here, so only git's own
 * (union, text, binary) do anything. One folder per set of attributes.
 */
async function attributesTree(context: Context, epic: string, commit: string): Promise<string> {
  const known = folderOf(context).get(commit);
  if (known !== undefined && (await isFolder(known))) return known;
  const files = [...(await listTree(context.git, context.hub, commit))].filter(
    ([path, { mode }]) =>
      (path === '.gitattributes' || path.endsWith('/.gitattributes')) && mode.startsWith('100'),
  );
  const blobs = files.map(([path, { blob }]) => [path, blob]);
  const key = createHash('sha256').update(JSON.stringify([KEEP_BOTH, blobs]));
  const folder = join(context.layout.work, epic, 'attributes', key.digest('hex'));
  if (!(await isFolder(folder))) await makeFolder(context, folder, files);
  folderOf(context).set(commit, folder);
  return folder;
}

const folderOf = onceFor<Context, Map<string, string>>(() => new Map());

/** Tells that a commit has the same attributes as another, so that they need not be looked for again. */
export function sameAttributes(context: Context, commit: string, as: string): void {
  const folder = folderOf(context).get(as);
  if (folder !== undefined) folderOf(context).set(commit, folder);
}

async function makeFolder(
  { layout, objects }: Context,
  folder: string,
  files: readonly (readonly [string, { readonly blob: string }])[],
): Promise<void> {
  const unfinished = join(layout.workTemporary, randomName());
  await mkdir(unfinished, { recursive: true });
  await writeFile(join(unfinished, '.gitattributes'), KEEP_BOTH);
  for (const [path, { blob }] of files) {
    const target = join(unfinished, path);
    await mkdir(dirname(target), { recursive: true });
    await appendFile(target, (await objects.read(blob)) ?? '');
  }
  await mkdir(dirname(folder), { recursive: true });
  try {
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!(await isFolder(folder))) throw error;
  }
}
