// A real repository in a temporary folder, for tests of everything that works with git.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { onTestFinished } from 'vitest';

import { openRepository, type Repository } from '../../src/git/index.ts';
import type { Commit, Hub, Lander, Workspace, Workspaces } from '../../src/ports/git.ts';

export type Sample = {
  readonly path: string;
  /** The user's own git in the repository, or in another folder. */
  readonly git: (args: readonly string[], cwd?: string) => string;
  readonly write: (files: Readonly<Record<string, string>>, under?: string) => void;
  /** Writes, adds and commits in the user's checkout; answers the commit. */
  readonly commit: (files: Readonly<Record<string, string>>, message?: string) => string;
};

/** A repository with one commit on `main`; its path has a space and a letter beyond ASCII. */
export function sampleRepository(files: Readonly<Record<string, string>> = { 'a.txt': 'one\n' }): Sample {
  const place = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'gauntlet-git-')));
  onTestFinished(() => fs.rmSync(place, { recursive: true, force: true }));
  const path = join(place, 'my prójekt');
  fs.mkdirSync(path);
  const git: Sample['git'] = (args, cwd = path) =>
    execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  const write: Sample['write'] = (texts, under = path) => {
    for (const [name, text] of Object.entries(texts)) {
      fs.mkdirSync(dirname(join(under, name)), { recursive: true });
      fs.writeFileSync(join(under, name), text);
    }
  };
  const commit: Sample['commit'] = (texts, message = 'change') => {
    write(texts);
    git(['add', '-A']);
    git(['commit', '-q', '-m', message]);
    return git(['rev-parse', 'HEAD']);
  };
  git(['init', '-q', '-b', 'main']);
  git(['config', 'user.name', 'Ada Lovelace']);
  git(['config', 'user.email', 'ada@example.org']);
  git(['config', 'commit.gpgsign', 'false']);
  commit(files, 'first');
  return { path, git, write, commit };
}

export type Started = {
  readonly repository: Repository;
  readonly hub: Hub;
  readonly workspaces: Workspaces;
  readonly lander: Lander;
  readonly base: Commit;
};

/** Opens a sample and begins the epic `e1` on `main`. */
export async function startEpic(sample: Sample, epic = 'e1'): Promise<Started> {
  const repository = await openRepository(sample.path);
  onTestFinished(() => repository.close());
  const hub = await repository.hub();
  const base = await hub.adopt('main');
  const lander = repository.lander(epic);
  await lander.begin(base.commit);
  return { repository, hub, workspaces: repository.workspaces(epic), lander, base };
}

/** A fresh workspace cut from a commit, with files already written in it. */
export async function workOn(
  { workspaces, base }: Pick<Started, 'workspaces' | 'base'>,
  ticket: string,
  files: Readonly<Record<string, string>>,
  from = base.commit,
): Promise<Workspace> {
  const workspace = await workspaces.open(ticket, { base: from, head: from, merge: null });
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(dirname(join(workspace.path, name)), { recursive: true });
    fs.writeFileSync(join(workspace.path, name), text);
  }
  return workspace;
}

/** Does a ticket from workspace to epic branch; answers the landed commit. */
export async function landTicket(
  started: Started,
  ticket: string,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const { workspaces, lander } = started;
  const tip = (await lander.tip()) ?? '';
  const workspace = await workOn(started, ticket, files, tip);
  const { commit } = await workspaces.deliver(workspace, ticket, 1, `Do ${ticket}`);
  const merged = await lander.merge({
    commit,
    tip,
    ticket,
    run: 2,
    title: `Do ${ticket}`,
    at: 1_700_000_000_000,
  });
  if (merged.kind !== 'merged') throw new Error(`conflict in ${merged.files.join()}`);
  const landed = await lander.land(merged.commit);
  if (landed.kind !== 'landed') throw new Error(`foreign tip ${landed.tip}`);
  return merged.commit;
}

/** Every file below a folder with its mode and content as one list, for comparing before and after. */
export function fingerprint(folder: string, leaveOut: (path: string) => boolean = () => false): string[] {
  const all = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  return all
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !leaveOut(path))
    .sort()
    .map((path) => `${path} ${contentOf(join(folder, path))}`);
}

function contentOf(file: string): string {
  const stat = fs.lstatSync(file);
  if (stat.isDirectory()) return 'folder';
  if (stat.isSymbolicLink()) return `link ${fs.readlinkSync(file)}`;
  return `${stat.mode.toString(8)} ${createHash('sha256').update(fs.readFileSync(file)).digest('hex')}`;
}
