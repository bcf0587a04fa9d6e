import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type Context, safeObject } from './context.ts';
import { isFolder, randomName, readRegular } from './files.ts';
import { isAncestor } from './history.ts';

/**
 * Gives a clone everything its commits need, and nothing else of the hub. The history up to an earlier commit is one pack
 * of which every clone has a copy; the rest is a small pack of the clone's own. Tags come too: tools read versions from
 * them.
 */
export async function fillObjects(context: Context, path: string, roots: readonly string[]): Promise<void> {
  const [commit = ''] = roots;
  const anchor = await anchorFor(context, safeObject(commit));
  if (anchor !== undefined) {
    const folder = join(context.layout.packs, anchor);
    const packs = join(path, '.git', 'objects', 'pack');
    for (const name of (await readdir(folder)).filter((each) => each.startsWith('pack-')))
      await copyFile(join(folder, name), join(packs, name), constants.COPYFILE_FICLONE);
    const tags = await readRegular(join(folder, TAGS), MOST_TAGS);
    if (tags !== undefined) await writeFile(join(path, '.git', TAGS), tags);
  }
  await addObjects(context, path, roots, anchor === undefined ? [] : [anchor]);
}

const TAGS = 'packed-refs';
const MOST_TAGS = 64 * 1024 * 1024;

/** Adds what these commits or trees need, except what commits hold that the clone has already. */
export async function addObjects(
  { git, hub }: Context,
  path: string,
  roots: readonly string[],
  have: readonly string[],
): Promise<void> {
  const lines = [...roots.map((id) => safeObject(id)), ...have.map((id) => `^${safeObject(id)}`)];
  const target = join(path, '.git', 'objects', 'pack', 'pack');
  const args = ['pack-objects', '--revs', '--non-empty', '-q', '--delta-base-offset', target];
  await git(args, { ...hub, durable: false }, { input: lines.map((line) => `${line}\n`).join('') });
}

const making = new WeakMap<Context, Map<string, Promise<void>>>();

/** A commit behind this one, or itself, whose whole history is packed; undefined where a pack would be used once. */
async function anchorFor(context: Context, commit: string): Promise<string | undefined> {
  const { layout } = context;
  const known = (await readdir(layout.packs).catch(() => [])).filter((name) => /^[0-9a-f]+$/.test(name));
  if (known.includes(commit)) return commit;
  for (const anchor of known) {
    const isHere = (await context.objects.info(anchor)) !== undefined;
    if (isHere && (await isAncestor(context, anchor, commit))) return anchor;
  }
  if (!(await hasParents(context, commit))) return undefined;
  const begun = making.get(context) ?? new Map<string, Promise<void>>();
  making.set(context, begun);
  const made = begun.get(commit) ?? makeAnchor(context, commit).finally(() => void begun.delete(commit));
  begun.set(commit, made);
  await made;
  return commit;
}

async function hasParents({ objects }: Context, commit: string): Promise<boolean> {
  return /^parent /m.test((await objects.read(commit))?.toString('utf8').split('\n\n')[0] ?? '');
}

async function makeAnchor(context: Context, commit: string): Promise<void> {
  const { git, layout, hub, common } = context;
  const unfinished = join(layout.workTemporary, randomName());
  await mkdir(unfinished, { recursive: true });
  const tags = await tagsBehind(context, commit);
  const input = [commit, ...tags.map(({ id }) => id)].map((id) => `${id}\n`).join('');
  const place = { ...hub, durable: false, alsoObjects: [join(common, 'objects')] };
  const args = ['pack-objects', '--revs', '-q', '--delta-base-offset', join(unfinished, 'pack')];
  await git(args, place, { input });
  const lines = tags.map(({ id, name, peeled }) => `${id} ${name}\n${peeled === '' ? '' : `^${peeled}\n`}`);
  await writeFile(join(unfinished, TAGS), `# pack-refs with: peeled fully-peeled sorted \n${lines.join('')}`);
  await mkdir(layout.packs, { recursive: true });
  try {
    await rename(unfinished, join(layout.packs, commit));
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!(await isFolder(join(layout.packs, commit)))) throw error;
  }
}

type Tag = { readonly id: string; readonly name: string; readonly peeled: string };

/** The user's tags of commits behind this one. */
async function tagsBehind({ git, common, layout }: Context, commit: string): Promise<readonly Tag[]> {
  const format = '--format=%(objectname)%09%(*objectname)%09%(refname)';
  const place = { gitDir: common, alsoObjects: [join(layout.hub, 'objects')] };
  const args = ['for-each-ref', `--merged=${commit}`, format, 'refs/tags'];
  const { out, code } = await git(args, place, { answers: [1, 128, 129] });
  if (code !== 0) return [];
  return out
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [id = '', peeled = '', name = ''] = line.split('\t');
      return { id: safeObject(id), peeled, name };
    });
}
