import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { GauntletError } from '../model/error.ts';
import type { Caller } from './call.ts';

/** Answers what git says. */
export type Git = (...args: readonly string[]) => Promise<string>;

/** Git in a repository that we made: what points git at another one does not reach it. */
export function gitIn(top: string, io: Caller, more: Readonly<Record<string, string>> = {}): Git {
  const own = Object.entries(io.env).filter(([name]) => !name.startsWith('GIT_'));
  const env = { ...Object.fromEntries(own), ...more };
  return async (...args) => {
    try {
      return (await promisify(execFile)('git', [...args], { cwd: top, env })).stdout.trim();
    } catch (cause) {
      const said = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : '';
      throw new GauntletError('ENVIRONMENT_UNFIT', `git ${args[0] ?? ''} failed: ${said.slice(0, 300)}`, {
        hint: 'Install git 2.38 or newer, then check with "gauntlet doctor".',
        cause,
      });
    }
  };
}

/** Makes the repository, with settings of its own: nobody's hooks, signing or templates take part. */
export async function initRepository(git: Git, who: string, options: readonly string[] = []): Promise<void> {
  await git('init', '--quiet', '--template=', '--initial-branch=main', ...options);
  const settings = {
    'user.name': `Gauntlet ${who}`,
    'user.email': `${who}@example.invalid`,
    'commit.gpgSign': 'false',
    'core.hooksPath': '.git/hooks',
    'core.autocrlf': 'false',
  };
  for (const [key, value] of Object.entries(settings)) await git('config', key, value);
}
