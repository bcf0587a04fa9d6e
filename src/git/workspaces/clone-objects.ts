import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { BaseBranch } from '../../ports/git.ts';
import { type Context, safeObject } from '../context.ts';
import { isFolder, randomName } from '../files.ts';
import { isAncestor } from '../hub/history.ts';
import { linesOf } from '../comparing/listing.ts';
import { memoizeLast, onceFor } from '../serial.ts';

/**
 * Gives a clone everything its commits need, and nothing else of the hub. The history up to an earlier commit is one pack
 * of which every clone has a copy; the rest is a small pack of the clone's own. Tags come too: tools read versions from
 * them.
 */
export async function fillObjects(context: Context, path: string, head: Wanted): Promise<void> {
  const { commit } = head;
  const [anchor, tags] = await Promise.all([
    anchorFor(context, safeObject(commit)),
    knownTags(context)(commit),
  ]);
  if (anchor !== undefined) {
    const folder = join(context.layout.packs, anchor);
    const packs = join(path, '.git', 'objects', 'pack');
    for (const name of (await readdir(folder)).filter((each) => each.startsWith('pack-')))
      await copyFile(join(folder, name), join(packs, name), constants.COPYFILE_FICLONE);
  }
  const refs = [...(await baseRefs(context, head, tags)), ...tags];
  if (refs.length > 0) await writeFile(join(path, '.git', 'packed-refs'), packedRefs(refs));
  const all = [commit, ...tags.map(({ id }) => id)];
  await addObjects(context, path, all, anchor === undefined ? [] : [anchor]);
}

type Wanted = {
  readonly commit: string;
  readonly branch: string | null;
  readonly base?: BaseBranch | null;
};

/** A branch that may be written as it is: not an id, not an expression, nothing that git refuses as a name. */
const BRANCH = /^(?![0-9a-f]{40,64}$)(?!.*(?:\.\.|\/\/|\/\.|\.lock(?:\/|$)|[./]$))[A-Za-z0-9_][\w./+-]*$/;

/** `git diff main...HEAD` and `--changedSince=origin/main` work as in a developer's clone (REAL-01). */
async function baseRefs(
  context: Context,
  { commit, branch, base }: Wanted,
  tags: readonly Tag[],
): Promise<Tag[]> {
  const name = base?.ref.replace(/^(?:refs\/heads\/|(?:refs\/remotes\/)?origin\/)/, '') ?? '';
  if (base == null || !BRANCH.test(name)) return [];
  const isTaken = tags.some((tag) => tag.name === `refs/tags/${name}`);
  if (isTaken || `${branch}/`.startsWith(`${name}/`) || name.startsWith(`${branch}/`)) return [];
  if (base.commit !== commit && !(await isAncestor(context, base.commit, commit))) return [];
  const id = safeObject(base.commit);
  return ['refs/heads', 'refs/remotes/origin'].map((kind) => ({ id, peeled: '', name: `${kind}/${name}` }));
}

const KEPT_TAGS = 6;
const knownTags = onceFor((context: Context) => memoizeLast(KEPT_TAGS, (id) => tagsBehind(context, id)));

function packedRefs(tags: readonly Tag[]): string {
  const lines = tags.map(({ id, name, peeled }) => `${id} ${name}\n${peeled === '' ? '' : `^${peeled}\n`}`);
  return `# pack-refs with: peeled fully-peeled sorted \n${lines.join('')}`;
}

/** Adds what these commits or trees need, except what commits hold that the clone has already. */
export async function addObjects(
  { git, hub, common }: Context,
  path: string,
  roots: readonly string[],
  have: readonly string[],
): Promise<void> {
  const lines = [...roots.map((id) => safeObject(id)), ...have.map((id) => `^${safeObject(id)}`)];
  const target = join(path, '.git', 'objects', 'pack', 'pack');
  const args = ['pack-objects', '--revs', '--non-empty', '-q', '--delta-base-offset', target];
  // The user's tags are objects that the hub does not have.
  const place = { ...hub, durable: false, alsoObjects: [join(common, 'objects')] };
  await git(args, place, { input: lines.map((line) => `${line}\n`).join('') });
}

const making = onceFor<Context, Map<string, Promise<void>>>(() => new Map());

/** A commit behind this one, or itself, whose whole history is packed; undefined where a pack would be used once. */
async function anchorFor(context: Context, commit: string): Promise<string | undefined> {
  const { layout } = context;
  const known = await anchorsIn(layout.packs);
  if (known.includes(commit)) return commit;
  for (const anchor of known) {
    const isHere = (await context.objects.info(anchor)) !== undefined;
    if (isHere && (await isAncestor(context, anchor, commit))) return await used(context, anchor);
  }
  if (!(await hasParents(context, commit))) return undefined;
  const anchor = (await adoptedBehind(context, commit)) ?? commit;
  const begun = making(context);
  const made = begun.get(anchor) ?? makeAnchor(context, anchor).finally(() => void begun.delete(anchor));
  begun.set(anchor, made);
  await made;
  return anchor;
}

/** Commits that have a pack, the one used last first: each other one costs a question to git. */
async function anchorsIn(packs: string): Promise<readonly string[]> {
  const names = (await readdir(packs).catch(() => [])).filter((name) => /^[0-9a-f]+$/.test(name));
  const times = await Promise.all(
    names.map((name) =>
      stat(join(packs, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  );
  return names
    .map((name, at) => ({ name, time: times[at] ?? 0 }))
    .sort((a, b) => b.time - a.time)
    .map(({ name }) => name);
}

async function used({ layout }: Context, anchor: string): Promise<string> {
  const now = new Date();
  await utimes(join(layout.packs, anchor), now, now).catch(() => undefined);
  return anchor;
}

/** The newest commit behind this one that a run or review began at: other branches have it behind them too. */
async function adoptedBehind({ git, hub }: Context, commit: string): Promise<string | undefined> {
  const how = [`--merged=${commit}`, '--sort=-committerdate', '--count=2', '--format=%(objectname)'];
  const adopted = linesOf(await git(['for-each-ref', ...how, 'refs/gauntlet/keep/adopted'], hub));
  return adopted.find((id) => id !== commit);
}

async function hasParents({ objects }: Context, commit: string): Promise<boolean> {
  return /^parent /m.test((await objects.read(commit))?.toString('utf8').split('\n\n')[0] ?? '');
}

async function makeAnchor(context: Context, commit: string): Promise<void> {
  const { git, layout, hub } = context;
  const unfinished = join(layout.workTemporary, randomName());
  await mkdir(unfinished, { recursive: true });
  const args = ['pack-objects', '--revs', '-q', '--delta-base-offset', join(unfinished, 'pack')];
  await git(args, { ...hub, durable: false }, { input: `${commit}\n` });
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
  const end = await git(args, place, { answers: [1, 128, 129] });
  return (end.code === 0 ? linesOf(end) : []).map((line) => {
    const [id = '', peeled = '', name = ''] = line.split('\t');
    return { id: safeObject(id), peeled, name };
  });
}
