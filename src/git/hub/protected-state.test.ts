import fs from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { landTicket, sampleRepository, startEpic, workOn } from '../../../test/contracts/git-sample.ts';

test('EPIC-12 a setting, a hook, a foreign object store or a ref that changes during a review is seen', async () => {
  const sample = sampleRepository();
  const started = await startEpic(sample);
  const workspace = await workOn(started, 'T-1', { 'a.txt': 'two\n' });
  await started.workspaces.deliver(workspace, 'T-1', 1, 'Do T-1');
  const git = join(sample.path, '.git');
  const hub = join(started.repository.state, 'hub.git');
  const put = (path: string) => (): void => {
    fs.mkdirSync(join(path, '..'), { recursive: true });
    fs.writeFileSync(path, 'x');
  };
  const attacks: readonly (() => unknown)[] = [
    () => sample.git(['config', 'core.fsmonitor', 'x']),
    () => sample.git(['config', 'filter.x.clean', 'x']),
    put(join(git, 'hooks/post-checkout')),
    put(join(git, 'info/attributes')),
    put(join(git, 'objects/info/alternates')),
    put(join(git, 'config.worktree')),
    () => fs.appendFileSync(join(hub, 'config'), '[core]\n\tpager = x\n'),
    put(join(hub, 'hooks/post-checkout')),
    put(join(hub, 'HEAD')),
    () => fs.writeFileSync(join(hub, 'refs/heads/none'), `${started.base.commit}\n`),
    put(join(hub, 'refs/gauntlet/keep/begun/e1')),
    put(join(hub, 'refs/gauntlet/keep/ticket/e1/T-1/1')),
    () => fs.rmSync(join(hub, 'refs/gauntlet/keep/ticket/e1/T-1/1')),
    put(join(started.repository.state, 'git/empty/pre-commit')),
  ];
  for (const attack of attacks) {
    const before = await started.workspaces.standing('T-1');
    attack();
    expect(await started.workspaces.standing('T-1'), attack.toString()).not.toEqual(before);
  }
});

test('EPIC-12 neither the work of the user nor that of other tickets looks like a change by a judge', async () => {
  const sample = sampleRepository();
  const started = await startEpic(sample);
  const before = await started.workspaces.standing('T-1');
  sample.git(['checkout', '-q', '-b', 'feature', '--track', 'main']);
  sample.commit({ 'mine.txt': 'mine\n' });
  sample.git(['tag', 'v1']);
  sample.git(['gc', '-q']);
  await started.hub.adopt('feature');
  await landTicket(started, 'T-2', { 'b.txt': 'b\n' });
  const other = await startEpic(sample, 'e2');
  await landTicket(other, 'T-1', { 'c.txt': 'c\n' });
  expect(await started.workspaces.standing('T-1')).toEqual(before);
});
