import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import type { ChangeContent } from '../../model/calibration.ts';
import type { Caller } from '../../project/call.ts';
import { type Git, gitIn, initRepository } from '../../project/own-repository.ts';
import { makeChangeFolder } from './change-folders.ts';
import type { LabelledFile } from './material.ts';

/** A repository made for one labelled change: `main` is before it, `change` after. */
export type ChangeRepository = {
  readonly top: string;
  /** What the change is meant to do, as a file; undefined: nobody said. */
  readonly purpose: string | undefined;
  remove(): void;
};

export async function changeRepository(
  io: Caller,
  { folder, change }: LabelledFile,
): Promise<ChangeRepository> {
  const home = makeChangeFolder(tmpdir());
  const remove = (): void => rmSync(home, { recursive: true, force: true });
  try {
    const top = join(home, 'repository');
    mkdirSync(top);
    const git = gitIn(top, io, dates);
    await initRepository(git, 'calibrate', formatOf(change.change));
    if (change.change.kind === 'texts') await commitTexts(git, top, change.change);
    else if (change.change.kind === 'commits') await takeCommits(git, folder, change.change);
    else await writeTrees(git, home, change.change);
    // Named like the branch: what a label is called may say what it wants to be found.
    const purpose = change.purpose === null ? undefined : join(home, 'change.md');
    if (purpose !== undefined) writeFileSync(purpose, change.purpose ?? '');
    return { top, purpose, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The same labels give the same commits. */
const dates = { GIT_AUTHOR_DATE: '@0 +0000', GIT_COMMITTER_DATE: '@0 +0000' };

type Texts = Readonly<Record<string, string | null>>;

async function commitTexts(
  git: Git,
  top: string,
  { base, head }: { base: Texts; head: Texts },
): Promise<void> {
  put(top, base);
  await git('add', '--all', '--force');
  await git('commit', '--quiet', '--allow-empty', '--message=before');
  await git('checkout', '--quiet', '-b', 'change');
  put(top, head);
  await git('add', '--all', '--force');
  await git('commit', '--quiet', '--allow-empty', '--message=the change');
}

function put(top: string, texts: Texts): void {
  for (const [path, text] of Object.entries(texts)) {
    const file = join(top, path);
    if (text === null) rmSync(file, { force: true });
    else {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }
}

/** Fetched into a repository of its own: the one that is named gets no byte. */
async function takeCommits(
  git: Git,
  folder: string,
  { repository, base, head }: { repository: string; base: string; head: string },
): Promise<void> {
  const from = resolve(folder, repository);
  await git('-c', 'protocol.file.allow=always', 'fetch', '--quiet', '--no-tags', from, '+refs/*:refs/from/*');
  await git('update-ref', 'refs/heads/main', base);
  await git('update-ref', 'refs/heads/change', head);
  await git('symbolic-ref', 'HEAD', 'refs/heads/change');
}

type Trees = Extract<ChangeContent, { kind: 'trees' }>;

/** Ids of another length are of another kind of repository. */
function formatOf(content: ChangeContent): readonly string[] {
  return content.kind === 'trees' && content.base.length === 64 ? ['--object-format=sha256'] : [];
}

/**
 * Objects are borrowed, so nothing is copied and the lender gets no byte. Both commits are made anew, without a past: nobody
 * who judges the change can look up what became of it.
 */
async function writeTrees(git: Git, home: string, { objects, base, head, texts }: Trees): Promise<void> {
  mkdirSync(join(home, 'repository/.git/objects/info'), { recursive: true });
  const path = objects
    .replaceAll('\\', '\\\\')
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`);
  writeFileSync(join(home, 'repository/.git/objects/info/alternates'), `"${path}"\n`);
  const before = await git('commit-tree', '-m', 'before', `${base}^{tree}`);
  await git('read-tree', `${head}^{tree}`);
  const file = join(home, 'text');
  for (const [name, { mode, text }] of Object.entries(texts)) {
    writeFileSync(file, text);
    const blob = await git('hash-object', '-w', '--no-filters', '--', file);
    await git('update-index', '--add', '--cacheinfo', `${mode},${blob},${name}`);
  }
  const after = await git('commit-tree', '-m', 'the change', '-p', before, await git('write-tree'));
  await git('update-ref', 'refs/heads/main', before);
  await git('update-ref', 'refs/heads/change', after);
  await git('symbolic-ref', 'HEAD', 'refs/heads/change');
}
