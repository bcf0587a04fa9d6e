import { createHash } from 'node:crypto';
import { readlinkSync, statSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

import { randomName } from './files.ts';

/**
 * Where everything of ours lies. State lies under the common git directory, so that linked work trees share it
 * (STATE-04). Workspaces lie elsewhere: tools treat paths below `.git` and dot folders differently (REAL-01).
 */
export type Layout = {
  /** `<common git directory>/gauntlet`. */
  readonly state: string;
  readonly hub: string;
  /** Everything of this repository that programs work in or on. */
  readonly workFolder: string;
  /** Workspaces, exports and checkouts of all epics. */
  readonly work: string;
  /** Packs that clones of the same base have in common. */
  readonly packs: string;
  /** Unfinished files beside the workspaces: a file can be renamed only within one file system. */
  readonly workUnfinished: string;
  readonly workTemporary: string;
  /** Unfinished files of every process, and of this one: what a dead process left there is rubbish. */
  readonly unfinished: string;
  readonly temporary: string;
  /** An empty folder: no hooks, nobody's home. */
  readonly noHooks: string;
  /** A file that is never there. */
  readonly noFile: string;
  /** The only configuration outside a repository that our git reads. */
  readonly gitConfig: string;
};

/** Folders of unfinished files that this process uses; it may have a repository open more than once. */
export const openFolders = new Set<string>();

/** `workspaces`: where people want them; null for the usual place. */
export function layoutIn(commonGitDir: string, workspaces: string | null): Layout {
  const state = join(commonGitDir, 'gauntlet');
  const own = `${process.pid}-${randomName()}.${sphere()}`;
  const temporary = join(state, 'tmp', own);
  const workFolder = join(workspaces ?? usualWorkspaces(), shortName(commonGitDir));
  const workTemporary = join(workFolder, 'tmp', own);
  openFolders.add(temporary).add(workTemporary);
  return {
    workFolder,
    packs: join(workFolder, 'packs'),
    workUnfinished: join(workFolder, 'tmp'),
    workTemporary,
    state,
    hub: join(state, 'hub.git'),
    work: join(workFolder, 'w'),
    unfinished: join(state, 'tmp'),
    temporary,
    noHooks: join(state, 'git', 'empty'),
    noFile: join(state, 'git', 'empty', 'none'),
    gitConfig: join(state, 'git', 'config'),
  };
}

/** Short, without a dot folder, and kept over a restart of the machine. */
export function usualWorkspaces(): string {
  const user = String(process.getuid?.() ?? 'all');
  const isThere = statSync('/var/tmp', { throwIfNoEntry: false })?.isDirectory() === true;
  return join(isThere ? '/var/tmp' : tmpdir(), `ws-${user}`);
}

/** As long for every repository. */
function shortName(commonGitDir: string): string {
  return createHash('sha256').update(commonGitDir).digest('hex').slice(0, 8);
}

/** Where a process number means something: this host, and on Linux this process namespace (a container has its own). */
export function sphere(): string {
  let namespace = '';
  try {
    namespace = readlinkSync('/proc/self/ns/pid');
  } catch {
    // Not Linux: the host alone has to do.
  }
  return createHash('sha256').update(`${hostname()} ${namespace}`).digest('hex').slice(0, 12);
}
