import { createHash } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

import { randomName } from './files.ts';

/** Where everything of ours lies: under the common git directory, so that linked work trees share it (STATE-04). */
export type Layout = {
  /** `<common git directory>/gauntlet`. */
  readonly state: string;
  readonly hub: string;
  /** Workspaces, exports and checkouts of all epics. */
  readonly work: string;
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

export function layoutIn(commonGitDir: string): Layout {
  const state = join(commonGitDir, 'gauntlet');
  const temporary = join(state, 'tmp', `${process.pid}-${randomName()}.${sphere()}`);
  openFolders.add(temporary);
  return {
    state,
    hub: join(state, 'hub.git'),
    work: join(state, 'work'),
    unfinished: join(state, 'tmp'),
    temporary,
    noHooks: join(state, 'git', 'empty'),
    noFile: join(state, 'git', 'empty', 'none'),
    gitConfig: join(state, 'git', 'config'),
  };
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
