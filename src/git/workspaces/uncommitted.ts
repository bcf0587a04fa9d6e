import { constants } from 'node:fs';
import { rm, lstat, open } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { oneLine } from '../../model/names.ts';
import type { Withheld } from '../../ports/git.ts';
import { writeCommit } from '../hub/commit.ts';
import type { Context } from '../context.ts';
import { gitRefused, type GitLocation } from '../running/git.ts';
import { commitOf } from '../hub/hub.ts';
import { records, textOf } from '../comparing/listing.ts';
import { type PrivateClone, trusted } from './private-clone.ts';
import { quarantined } from '../hub/quarantine.ts';
import { markWithheld, presentOf } from './withhold.ts';

type Asked = {
  readonly head: string;
  readonly ticket: string;
  readonly title: string;
  /** The second parent of a merge that the developer left unfinished. */
  readonly mergeHead: string | null;
  /** Files that are not in the work tree and stay as they are. */
  readonly withheld: Withheld | null;
};

type Uncommitted = {
  readonly commit: string;
  readonly leftOut: readonly LeftOut[];
  readonly problems: readonly string[];
};

/** Commits what a developer left uncommitted, seen with our own index and git directory (design §4.13). */
export async function commitUncommitted(
  context: Context,
  clone: PrivateClone,
  asked: Asked,
): Promise<Uncommitted> {
  const { git } = context;
  const place = trusted(context, clone);
  await rm(`${clone.index}.lock`, { force: true });
  const kept = await readHead(context, place, asked);
  const changed = records(
    (await git(['diff-files', '-z', '--name-only', '--ignore-submodules=all'], place)).out,
  );
  const untracked = records((await git(['ls-files', '-z', '--others', '--exclude-standard'], place)).out);
  const odd = new Map(untracked.flatMap((path) => oddity(path)));
  const denied = untracked.filter((path) => asked.withheld?.has(path) === true);
  const plain = untracked.filter((path) => !odd.has(path) && !denied.includes(path));
  const sorted = await sortUntracked(clone.path, plain);
  const { taken } = sorted;
  const leftOut = [...sorted.leftOut, ...denied.map((path) => ({ path, why: 'withheld by privacy.deny' }))];
  const problems = [...odd].map(([path, why]) => `${JSON.stringify(path)} ${why} and was skipped`);
  for (const path of await presentOf(clone, kept))
    problems.push(
      `${JSON.stringify(path)} is withheld from agents by privacy.deny; the change to it was skipped`,
    );
  const paths = [...changed, ...taken];
  if (paths.length === 0 && asked.mergeHead === null) return { commit: asked.head, leftOut, problems };
  const staged = await commitPaths(context, place, asked, paths);
  if (staged.commit !== undefined) return { commit: staged.commit, leftOut, problems };
  await readHead(context, place, asked);
  return { commit: asked.head, leftOut, problems: [...problems, staged.refused] };
}

/** Our index at the commit the work is on top of; answers which files of it are withheld. */
export async function readHead(
  context: Context,
  place: GitLocation,
  { head, withheld }: Pick<Asked, 'head' | 'withheld'>,
): Promise<readonly string[]> {
  await context.git(['read-tree', '--reset', '--end-of-options', head], place);
  return withheld === null ? [] : await markWithheld(context, place, withheld);
}

async function commitPaths(context: Context, place: GitLocation, asked: Asked, paths: readonly string[]) {
  return await quarantined(context, async (quarantine) => {
    const aside = { ...place, ...quarantine.place };
    const refused = await stage(context.git, aside, paths);
    if (refused !== undefined) return { refused };
    const tree = textOf(await context.git(['write-tree'], aside));
    if (asked.mergeHead === null && tree === (await commitOf(context, asked.head)).tree) {
      return { commit: asked.head };
    }
    const commit = await writeCommit(context, quarantine, {
      tree,
      parents: [asked.head, ...(asked.mergeHead === null ? [] : [asked.mergeHead])],
      message: `[${asked.ticket}] ${oneLine(asked.title)}\n`,
      at: Date.now(),
    });
    await quarantine.admit();
    return { commit };
  });
}

function oddity(path: string): [path: string, why: string][] {
  if (path.endsWith('/')) return [[path, 'is a repository of its own']];
  return path.includes('\uFFFD') ? [[path, 'has a name that is not valid UTF-8']] : [];
}

async function stage(
  git: Context['git'],
  place: GitLocation,
  paths: readonly string[],
): Promise<string | undefined> {
  if (paths.length === 0) return undefined;
  try {
    const input = paths.map((path) => `${path}\0`).join('');
    await git(['update-index', '-z', '--add', '--remove', '--replace', '--stdin'], place, { input });
    return undefined;
  } catch (error) {
    if (!gitRefused(error)) throw error;
    return `uncommitted work could not be committed: ${error.message}`;
  }
}

type LeftOut = { readonly path: string; readonly why: string };

const LARGE = 1024 * 1024;
const BUILD_FOLDERS =
  /^(node_modules|bower_components|dist|build|out|target|coverage|\.nyc_output|\.next|\.nuxt|\.turbo|\.cache|\.parcel-cache|__pycache__|\.pytest_cache|\.mypy_cache|\.tox|\.venv|venv|\.gradle|\.gauntlet)$/;
const BUILD_FILES = /\.(pyc|pyo|class|o|obj|tsbuildinfo|swp|swo)$|^\.DS_Store$|^Thumbs\.db$|~$/i;
const LOG = /\.log(\.\d+)?$|^(npm|yarn|pnpm)-debug\.log/i;
const SECRET =
  /^\.env(?!.*(example|sample|template|dist))(\..*)?$|\.(pem|key|p12|pfx|jks|keystore|ppk)$|^id_(rsa|dsa|ecdsa|ed25519)$|^\.(npmrc|pypirc|netrc|git-credentials|htpasswd)$|^credentials(\.json)?$/i;
const SECRET_TEXT =
  /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{36}\b/;

/** Which untracked files become part of a ticket's commit, and which are left where they are (design §4.13). */
async function sortUntracked(top: string, paths: readonly string[]) {
  const taken: string[] = [];
  const leftOut = new Map<string, string>();
  for (const path of paths) {
    const reason = byName(path) ?? (await byContent(top, path));
    if (reason === undefined) taken.push(path);
    else leftOut.set(reason.path, reason.why);
  }
  return { taken, leftOut: [...leftOut].map(([path, why]) => ({ path, why })) };
}

/** A folder of build products is named once, not file by file. */
function byName(path: string): LeftOut | undefined {
  const parts = path.split('/');
  const folder = parts.slice(0, -1).findIndex((part) => BUILD_FOLDERS.test(part));
  if (folder !== -1) return { path: `${parts.slice(0, folder + 1).join('/')}/`, why: 'build product' };
  const name = basename(path);
  if (SECRET.test(name)) return { path, why: 'looks like a secret' };
  if (LOG.test(name)) return { path, why: 'log' };
  if (BUILD_FILES.test(name)) return { path, why: 'build product' };
  return undefined;
}

async function byContent(top: string, path: string): Promise<LeftOut | undefined> {
  // A link is taken as a link: what it points at is not part of the change, and may never end.
  const file = join(top, path);
  if ((await lstat(file).catch(() => undefined))?.isFile() !== true) return undefined;
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(Math.min(size, LARGE)),
      0,
      Math.min(size, LARGE),
      0,
    );
    const start = buffer.subarray(0, bytesRead);
    if (size > LARGE && start.includes(0)) return { path, why: 'large binary' };
    if (SECRET_TEXT.test(start.toString('latin1'))) return { path, why: 'looks like a secret' };
    return undefined;
  } finally {
    await handle.close();
  }
}
