import { spawnSync } from 'node:child_process';

/** Room for a million paths. */
const MOST_BYTES = 256 * 1024 * 1024;

const quiet = '-c core.fsmonitor=false -c core.untrackedCache=false -c core.hooksPath=/dev/null'.split(' ');

/**
 * What git tracks or would add below a folder; undefined outside of a repository or where git says no. The settings of
 * the repository may name programs to run: those that listing files would run are switched off.
 */
export function knownToGit(folder: string): readonly string[] | undefined {
  const { status, stdout } = spawnSync(
    'git',
    [...quiet, 'ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', '.'],
    {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: MOST_BYTES,
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        GIT_OPTIONAL_LOCKS: '0',
        GIT_TERMINAL_PROMPT: '0',
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  if (status !== 0) return undefined;
  // A file in conflict is listed once for each side.
  return [...new Set(stdout.split('\0').filter((path) => path !== ''))];
}
