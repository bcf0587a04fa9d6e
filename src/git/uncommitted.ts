import { oneLine } from '../model/landing-message.ts';
import { rm } from 'node:fs/promises';

import type { Withheld } from '../ports/git.ts';
import { writeCommit } from './commit.ts';
import type { Context } from './context.ts';
import { gitRefused, type GitLocation } from './git.ts';
import { commitOf } from './hub.ts';
import { type LeftOut, sortUntracked } from './left-out.ts';
import { records } from './listing.ts';
import { type PrivateClone, trusted } from './private-clone.ts';
import { quarantined } from './quarantine.ts';
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

type Staged = { readonly commit: string } | { readonly commit?: undefined; readonly refused: string };

async function commitPaths(
  context: Context,
  place: GitLocation,
  asked: Asked,
  paths: readonly string[],
): Promise<Staged> {
  return await quarantined(context, async (quarantine) => {
    const aside = { ...place, ...quarantine.place };
    const refused = await stage(context.git, aside, paths);
    if (refused !== undefined) return { refused };
    const tree = (await context.git(['write-tree'], aside)).out.toString('utf8').trim();
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
