import fs from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { sampleRepository, startEpic } from '../../test/contracts/git-sample.ts';

test('ENV-01 a whole checkout holds every object itself, as a copy, for an environment that cannot see the hub', async () => {
  const sample = sampleRepository();
  sample.commit({ 'a.txt': 'two\n' }, 'second');
  const { workspaces, base, repository } = await startEpic(sample);
  const borrowing = await workspaces.checkout(base.commit);
  const whole = await workspaces.checkout(base.commit, { whole: true });
  const alternates = (path: string): boolean => fs.existsSync(join(path, '.git/objects/info/alternates'));
  expect([alternates(borrowing.path), alternates(whole.path)]).toEqual([true, false]);
  fs.renameSync(join(repository.state, 'hub.git/objects'), join(repository.state, 'hub.git/elsewhere'));
  expect(() => sample.git(['log', '--format=%s'], borrowing.path)).toThrow('Command failed');
  expect(sample.git(['log', '--format=%s'], whole.path)).toBe('second\nfirst');
  expect(sample.git(['fsck', '--strict'], whole.path)).toBe('');
  expect(sample.git(['status', '--porcelain'], whole.path)).toBe('');
  fs.renameSync(join(repository.state, 'hub.git/elsewhere'), join(repository.state, 'hub.git/objects'));
  const packs = join(whole.path, '.git/objects/pack');
  expect(fs.readdirSync(packs).every((name) => fs.statSync(join(packs, name)).nlink === 1)).toBe(true);
  await whole.release();
  const again = await workspaces.checkout(base.tree, { whole: true });
  expect(again.path).toBe(whole.path);
  expect(sample.git(['rev-parse', 'HEAD^{tree}'], again.path)).toBe(base.tree);
});
