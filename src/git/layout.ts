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

export function layoutIn(commonGitDir: string): Layout {
  const state = join(commonGitDir, 'gauntlet');
  return {
    state,
    hub: join(state, 'hub.git'),
    work: join(state, 'work'),
    unfinished: join(state, 'tmp'),
    temporary: join(state, 'tmp', `${process.pid}-${randomName()}`),
    noHooks: join(state, 'git', 'empty'),
    noFile: join(state, 'git', 'empty', 'none'),
    gitConfig: join(state, 'git', 'config'),
  };
}
