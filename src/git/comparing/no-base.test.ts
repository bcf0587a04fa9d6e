import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { compare } from './compare.ts';

let top = '';

beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'gauntlet-no-base-'));
});
afterEach(() => rmSync(top, { recursive: true }));

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
