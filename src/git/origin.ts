import { GauntletError } from '../model/error.ts';
import { absolutePath, execute } from './git.ts';
import { askGit } from './objects-at.ts';

/** The address of `origin` as the user set it; null where there is none. */
export async function originUrl(top: string): Promise<string | null> {
  return (await askGit(top, ['config', '--get', 'remote.origin.url']))?.toString('utf8').trim() || null;
}

const LONGEST_MS = 5 * 60_000;

/**
 * Pushes one branch under its own name, never by force, with the user's own settings, login and hooks: it is their push,
 * and only where they asked for it (DISPATCH-10).
 */
export async function pushToOrigin(top: string, branch: string): Promise<void> {
  const ref = `refs/heads/${branch}`;
  const args = ['push', '--porcelain', 'origin', `${ref}:${ref}`];
  const end = await execute(args, pushEnvironment(), { cwd: top, timeout: LONGEST_MS });
  if (end.code === 0) return;
  const [because = ''] = end.err.split('\n').filter((line) => /^(?:error|fatal|remote):/.test(line));
  throw new GauntletError('ENVIRONMENT_UNFIT', `${branch} could not be pushed to origin: ${because}`, {
    hint: `See why: git push origin ${branch}`,
  });
}

/** Everything a login may need, but no directory or index of a git command around us. */
function pushEnvironment(): Record<string, string> {
  const place =
    /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|PREFIX)$/;
  const own = Object.entries(process.env).filter(([name]) => !place.test(name));
  return {
    ...Object.fromEntries(own.map(([name, value]) => [name, value ?? ''])),
    PATH: absolutePath(),
    GIT_TERMINAL_PROMPT: '0',
  };
}
