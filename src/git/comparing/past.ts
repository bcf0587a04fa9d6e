import { randomUUID } from 'node:crypto';

import { GauntletError } from '../../model/error.ts';
import type { PastCommit } from '../../ports/git.ts';
import { execute } from '../running/git.ts';
import { userEnvironment } from '../running/identity.ts';

/** Which part of the past: everything behind a commit or in `A..B`, and at most so many commits of it. */
export type PastWish = { readonly range: string; readonly most: number };

const MOST_OUTPUT = 64 * 1024 * 1024;

/** Commits without merges, newest first, read from the user's repository as it is. */
export async function pastOf(top: string, { range, most }: PastWish): Promise<readonly PastCommit[]> {
  const how = ['--no-merges', '--no-show-signature', '--no-renames', '--no-ext-diff', '--no-textconv'];
  // Nobody who wrote a message could know it, so none can look like another commit.
  const mark = randomUUID();
  const form = [
    '--numstat',
    '-z',
    `--format=${['%H', '%P', '%s', '%b', ''].map((part) => mark + part).join('')}`,
  ];
  const args = ['--no-pager', 'log', ...how, ...form, `--max-count=${most}`, '--end-of-options', range, '--'];
  const env = { ...userEnvironment(), GIT_NO_REPLACE_OBJECTS: '1', GIT_NO_LAZY_FETCH: '1' };
  const end = await execute(args, env, { cwd: top, cap: MOST_OUTPUT, cut: true });
  if (end.code === 0) return commitsIn(end.out.toString('utf8'), mark);
  throw new GauntletError('USAGE_INVALID', `there are no commits ${JSON.stringify(range)} here`, {
    hint: '--commits takes a number, or a range such as v1.0..main.',
  });
}

/** What `git log` says in the form above: five parts for each commit, of which the last are its files. */
function commitsIn(said: string, mark: string): readonly PastCommit[] {
  const parts = said.split(mark).slice(1);
  return Array.from({ length: Math.floor(parts.length / PARTS) }, (_, nth) => {
    const [id = '', parents = '', subject = '', body = '', listed = ''] = parts.slice(
      nth * PARTS,
      (nth + 1) * PARTS,
    );
    const files = listed.split('\0').flatMap((entry) => {
      const [, added = '', removed = '', path = ''] = /^\s*(\d+|-)\t(\d+|-)\t(.+)$/s.exec(entry) ?? [];
      return path === '' ? [] : [{ path, added: lines(added), removed: lines(removed) }];
    });
    return { id, parent: parents.split(' ')[0] || null, subject, body: body.trim(), files };
  });
}

const PARTS = 5;

function lines(said: string): number | null {
  return said === '-' ? null : Number(said);
}
