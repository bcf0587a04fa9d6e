import { constants } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { BaseBranch } from '../../ports/git.ts';
import { jsonAs } from '../../schema/json-in.ts';
import { listOf, openMapOf, text as words } from '../../schema/shape.ts';
import { fillObjects } from './clone-objects.ts';
import type { Context } from '../context.ts';
import { isFolder, readRegular, removeFolder, writeWhole } from '../files.ts';
import type { GitLocation } from '../running/git.ts';
import { records } from '../comparing/listing.ts';
import { removeOddFiles } from './odd-files.ts';

/** A clone with objects of its own: where it is, and our own index of it, which nobody else can write. */
export type PrivateClone = { readonly path: string; readonly index: string };

/** What HEAD says: a branch, or a commit by itself. */
export type Head = {
  readonly branch: string | null;
  readonly commit: string;
  /** The branch it is compared with; left out: none is known there. */
  readonly base?: BaseBranch | null;
  /** It gets its objects later: files are withheld from it. */
  readonly isPartial?: boolean;
};

/** A clone's work tree as our git sees it: our git directory, our configuration, our index. */
export function trusted({ hub }: Context, clone: PrivateClone): GitLocation {
  return { ...hub, workTree: clone.path, index: clone.index };
}

/**
 * Brings a clone to exactly a commit, whatever was done in it. Its `.git` is written anew by us: nothing that was
 * configured, hooked or locked there is ever looked at. Files that `setup` made stay where git ignores them.
 */
export async function bringTo(context: Context, clone: PrivateClone, head: Head): Promise<void> {
  const { layout } = context;
  // The caller holds the epic's lease: a lock on our index is one that a killed git left.
  await rm(`${clone.index}.lock`, { force: true });
  if (!(await isFolder(clone.path))) return await makeAt(context, clone, head);
  try {
    await removeFolder(join(clone.path, '.git'), layout.workTemporary);
    await removeOddFiles(clone.path);
    await resetTo(context, clone, head.commit);
    await clean(context, clone);
  } catch {
    // Something a test left behind resists: a new one costs more, and is certain.
    await removeFolder(clone.path, layout.workTemporary);
    return await makeAt(context, clone, head);
  }
  await writeGitFolder(context, clone, head);
}

/**
 * Moves a clone's branch and index to what was taken out of it. Whoever worked there may have put links or folders in
 * the way, which are removed and never written through. The branch comes first: with it a repeat finds the same work.
 */
export async function settleAt(context: Context, clone: PrivateClone, head: Head): Promise<void> {
  const folder = join(clone.path, '.git');
  const ways = ['refs', 'heads', ...(head.branch ?? '').split('/')];
  for (const depth of ways.keys()) {
    const way = join(folder, ...ways.slice(0, depth + 1));
    if ((await isFolder(way)) === (depth === ways.length - 1)) await remove(way);
  }
  if (head.branch !== null)
    await setBranch(context, clone.path, { branch: head.branch, commit: head.commit });
  for (const name of ['index.lock', 'index', 'MERGE_HEAD', 'MERGE_MSG', 'MERGE_MODE'])
    await remove(join(folder, name));
  await copyFile(clone.index, join(folder, 'index'), constants.COPYFILE_EXCL);
}

async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
}

async function makeAt(context: Context, clone: PrivateClone, head: Head): Promise<void> {
  await removeFolder(clone.path, context.layout.workTemporary);
  await removeFolder(clone.index, context.layout.workTemporary);
  await mkdir(clone.path, { recursive: true });
  await resetTo(context, clone, head.commit);
  await writeGitFolder(context, clone, head);
}

/** Brings work tree and index of a clone to a commit or tree; files that git does not know stay. */
export async function resetTo(context: Context, clone: PrivateClone, commit: string): Promise<void> {
  await context.git(['read-tree', '--reset', '-u', '--end-of-options', commit], trusted(context, clone));
}

/** Where `setup` notes what it made in a clone: `{"paths": […]}`. */
export function setupNote(path: string): string {
  return `${path}.setup.json`;
}

async function clean(context: Context, clone: PrivateClone): Promise<void> {
  const place = trusted(context, clone);
  const made = setupPaths(await readRegular(setupNote(clone.path)));
  const ignored = made.length === 0 ? [] : await ignoredOf(context, place, made);
  const kept = ignored.flatMap((path) => [
    '-e',
    `/${path.replaceAll(/[\\*?[\]!# ]/g, (found) => `\\${found}`)}`,
  ]);
  await context.git(['clean', '-ffdxq', ...kept], place);
}

async function ignoredOf({ git }: Context, place: GitLocation, paths: readonly string[]): Promise<string[]> {
  const input = paths.map((path) => `${path}\0`).join('');
  return records((await git(['check-ignore', '-z', '--stdin'], place, { input, answers: [1] })).out);
}

function setupPaths(text: string | undefined): readonly string[] {
  return jsonAs(openMapOf({ paths: listOf(words()) }), text)?.paths.filter(isInside) ?? [];
}

function isInside(path: string): boolean {
  return path !== '' && !path.startsWith('/') && !/[\0\n]/.test(path) && !path.split('/').includes('..');
}

async function writeGitFolder(context: Context, clone: PrivateClone, head: Head): Promise<void> {
  const folder = join(clone.path, '.git');
  await mkdir(join(folder, 'objects', 'info'), { recursive: true });
  await mkdir(join(folder, 'objects', 'pack'));
  await mkdir(join(folder, 'refs', 'heads'), { recursive: true });
  await mkdir(join(folder, 'refs', 'tags'));
  await writeFile(join(folder, 'config'), cloneConfig(context));
  const shallow = await readRegular(join(context.layout.hub, 'shallow'), 64 * 1024 * 1024);
  if (shallow !== undefined) await writeFile(join(folder, 'shallow'), shallow);
  if (head.branch !== null)
    await setBranch(context, clone.path, { branch: head.branch, commit: head.commit });
  await writeFile(join(folder, 'HEAD'), headText(head));
  if (head.isPartial !== true) await fillObjects(context, clone.path, head);
  await copyFile(clone.index, join(folder, 'index'));
}

export function headText(head: Head): string {
  return head.branch === null ? `${head.commit}\n` : `ref: refs/heads/${head.branch}\n`;
}

async function setBranch(
  { layout }: Context,
  path: string,
  { branch, commit }: { readonly branch: string; readonly commit: string },
): Promise<void> {
  await writeWhole(join(path, '.git', 'refs', 'heads', branch), `${commit}\n`, layout.workTemporary);
}

/** A clone's whole configuration: the user's name, no remote, no hooks, no signing (agents get no key), no gc. */
export function cloneConfig(
  { identity, format }: Context,
  { isPartial = false }: { readonly isPartial?: boolean } = {},
): string {
  const sha256 = format === 'sha256';
  const signing = [...identity.signing].filter(([key]) => key === 'user.signingkey' || key === 'gpg.format');
  return `[core]
\trepositoryformatversion = ${sha256 || isPartial ? 1 : 0}
\tfilemode = true
\tbare = false
\tlogAllRefUpdates = true
\thooksPath = /dev/null
${sha256 ? '[extensions]\n\tobjectformat = sha256\n' : ''}${isPartial ? partial : ''}[user]
\tname = ${value(identity.name)}
\temail = ${value(identity.email)}
[commit]
\tgpgsign = false
[gc]
\tauto = 0
[maintenance]
\tauto = false
${signing.map(([key, text]) => `[${key.split('.')[0]}]\n\t${key.split('.')[1]} = ${value(text)}\n`).join('')}`;
}

/** Names a place that is not there: what git says when it looks for a withheld file tells why it has none. */
const partial = `[extensions]
\tpartialClone = withheld
[remote "withheld"]
\tpromisor = true
\turl = withheld-by-privacy.deny
`;

function value(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
  return `"${escaped}"`;
}
