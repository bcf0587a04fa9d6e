import fs from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import {
  fingerprint,
  landTicket,
  sampleRepository,
  startEpic,
  workOn,
} from '../../test/contracts/git-sample.ts';
import { openRepository } from './index.ts';

/** What is ours in a git directory: everything else is the user's. */
const isOurs = (path: string): boolean =>
  /^(gauntlet|objects|(logs\/)?refs\/heads\/epic|(logs\/)?refs\/gauntlet)(\/|$)/.test(path);

test("STATE-04 DISPATCH-10 a whole epic pushes nothing and leaves the user's checkout, index, stash, configuration and refs as they were", async () => {
  const sample = sampleRepository({ 'a.txt': 'one\r\n', 'run.sh': '#!/bin/sh\n', empty: '' });
  sample.git(['config', 'core.autocrlf', 'true']);
  sample.write({ 'a.txt': 'stashed\n' });
  sample.git(['stash']);
  sample.write({ 'a.txt': 'being edited\n', untracked: 'mine' });
  sample.git(['tag', 'v1']);
  sample.git(['init', '-q', '--bare', '../origin.git']);
  sample.git(['remote', 'add', 'origin', '../origin.git']);
  sample.git(['worktree', 'add', '-q', '../linked', '-b', 'elsewhere']);
  const gitDir = join(sample.path, '.git');
  const before = {
    git: fingerprint(gitDir, isOurs),
    tree: fingerprint(sample.path, (path) => path.startsWith('.git')),
  };

  const started = await startEpic(sample);
  const { workspaces, lander, hub, base, repository } = started;
  const first = await landTicket(started, 'T-1', { 'b.txt': 'b\n' });
  await landTicket(started, 'T-2', { 'a.txt': 'two\n' });
  await workspaces.export(first);
  await (await workspaces.checkout(first)).release();
  const undone = await lander.revert({
    commit: first,
    tip: (await lander.tip()) ?? '',
    ticket: 'T-1',
    run: 9,
    title: 'x',
    at: 0,
  });
  expect(undone.kind === 'merged' && (await lander.land(undone.commit)).kind).toBe('landed');
  await hub.diff(base.commit, first, 1000);
  await repository.removeStaleLocks();
  await repository.cleanUp('all');
  repository.close();

  expect(fingerprint(gitDir, isOurs)).toEqual(before.git);
  expect(fingerprint(sample.path, (path) => path.startsWith('.git'))).toEqual(before.tree);
  expect(sample.git(['log', '--first-parent', '--format=%s', 'epic/e1'])).toBe(
    'Undo T-1: x\nMerge T-2 into epic: Do T-2\nMerge T-1 into epic: Do T-1\nfirst',
  );
  expect(sample.git(['fsck', '--strict'])).not.toMatch(/missing|broken|error/);
  expect(sample.git(['ls-remote', 'origin'])).toBe('');
});

test('STATE-04 git clean, gc and deleted branches of the user take nothing from the hub', async () => {
  const sample = sampleRepository();
  sample.git(['checkout', '-q', '-b', 'feature']);
  const feature = sample.commit({ 'f.txt': 'feature\n' });
  const repository = await openRepository(sample.path);
  const hub = await repository.hub();
  await hub.adopt('feature');
  sample.git(['checkout', '-q', 'main']);
  const later = sample.commit({ 'later.txt': 'later\n' });
  await hub.adopt('main');
  sample.git(['branch', '-D', 'feature']);
  sample.git(['reset', '-q', '--hard', 'HEAD~1']);
  sample.git(['reflog', 'expire', '--expire=now', '--all']);
  sample.git(['gc', '-q', '--prune=now']);
  sample.git(['clean', '-ffdxq']);
  expect(() => sample.git(['cat-file', '-e', feature])).toThrow('Command failed');
  expect(await hub.paths(feature)).toEqual(['a.txt', 'f.txt']);
  expect(Buffer.from((await hub.file(later, 'later.txt')) ?? '').toString()).toBe('later\n');
  expect(fs.existsSync(join(repository.state, 'hub.git', 'objects', 'info', 'alternates'))).toBe(false);
  repository.close();
});

test('STATE-04 linked work trees share one hub, and HEAD means that of the work tree one stands in', async () => {
  const sample = sampleRepository();
  const main = sample.git(['rev-parse', 'main']);
  sample.git(['worktree', 'add', '-q', '../linked', '-b', 'elsewhere']);
  const linked = join(sample.path, '..', 'linked');
  sample.write({ 'x.txt': 'x' }, linked);
  sample.git(['add', '-A'], linked);
  sample.git(['commit', '-qm', 'x'], linked);
  const here = await openRepository(sample.path);
  const there = await openRepository(linked);
  expect(there.state).toBe(here.state);
  expect(there.top).toBe(linked);
  const [a, b] = [await (await here.hub()).adopt('HEAD'), await (await there.hub()).adopt('HEAD')];
  expect(a.commit).toBe(main);
  expect(b.commit).toBe(sample.git(['rev-parse', 'elsewhere']));
  expect(await (await here.hub()).isAncestor(a.commit, b.commit)).toBe(true);
  here.close();
  there.close();
});

test('what is left on disk is listed, measured and removed, and undelivered commits get a ref first', async () => {
  const sample = sampleRepository();
  const started = await startEpic(sample);
  const { repository, workspaces, base } = started;
  const workspace = await workOn(started, 'T-1', { 'a.txt': 'never delivered\n' });
  sample.git(['commit', '-qam', 'precious'], workspace.path);
  const precious = sample.git(['rev-parse', 'HEAD'], workspace.path);
  await workspaces.export(base.commit);
  expect((await repository.stray()).map(({ epic }) => epic)).toEqual(['e1']);
  const planned = await repository.cleanUp({ epic: 'e1' }, true);
  expect(planned.bytes).toBeGreaterThan(0);
  expect(fs.existsSync(workspace.path)).toBe(true);
  expect((await repository.cleanUp({ epic: 'other' })).paths).toEqual([]);
  expect((await repository.cleanUp({ epic: 'e1' })).paths).toEqual(planned.paths);
  expect(await repository.stray()).toEqual([]);
  expect(
    sample.git([`--git-dir=${join(repository.state, 'hub.git')}`, 'for-each-ref', '--format=%(refname)']),
  ).toContain(`refs/gauntlet/keep/left/e1/T-1/${precious}`);
});
