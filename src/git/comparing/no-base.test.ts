import { execFileSync } from 'node:child_process';

import { expect, test } from 'vitest';

import { inFolder } from '../../../test/support/in-folder.ts';
import { compare } from './compare.ts';

let top = '';

inFolder((path) => void (top = path));

function git(...args: readonly string[]): void {
  execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.invalid', ...args], { cwd: top });
}

test('where no branch has a usual name, none that is not there is told to be named', async () => {
  git('init', '--quiet', '--template=', '--initial-branch=ours');
  git('commit', '--quiet', '--allow-empty', '--message=first');
  const refused = compare(top, { head: null, base: null, part: 'commits' });
  await expect(refused).rejects.toMatchObject({
    code: 'USAGE_INVALID',
    hint: expect.not.stringContaining('main') as string,
  });
});
