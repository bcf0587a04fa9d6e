import { spawnSync } from 'node:child_process';

/** Room for a million paths. */
const MOST_BYTES = 256 * 1024 * 1024;

export const quiet =
  '-c core.fsmonitor=false -c core.untrackedCache=false -c core.hooksPath=/dev/null -c core.trustctime=true -c core.checkStat=default'.split(
    ' ',
  );

/**
 * Nothing of our own environment reaches git but where programs and its settings are. Replacements and grafts that somebody
 * put into a clone would say that nothing has changed.
 */
export function gitEnvironment(): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_GRAFT_FILE: '/dev/null',
    LC_ALL: 'C',
  };
}

export type GitSaid = { readonly ok: boolean; readonly paths: readonly string[]; readonly warnings: string };

/**
 * Asks git about a folder. The settings of a repository may name programs to run: those that these questions would run
 * are switched off, and so are those by which a file that was changed can pass for one that was not.
 */
export function runGit(folder: string, args: readonly string[]): GitSaid {
  const { status, stdout, stderr } = spawnSync('git', [...quiet, ...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: MOST_BYTES,
    env: gitEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const paths = (stdout ?? '').split('\0').filter((path) => path !== '');
  return { ok: status === 0, paths, warnings: stderr ?? '' };
}
