import fs from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { sampleRepository, startEpic } from '../../../test/contracts/git-sample.ts';

test('ENV-01 REAL-01 a checkout holds every object it needs as a copy, and reaches nothing else of the hub', async () => {
  const sample = sampleRepository();
  sample.commit({ 'a.txt': 'two\n' }, 'second');
  const { workspaces, base, repository, hub } = await startEpic(sample);
  const other = await hub.compose(base.commit, new Map([['a.txt', null]]));
  const checkout = await workspaces.checkout(base.commit);
  expect(fs.existsSync(join(checkout.path, '.git/objects/info/alternates'))).toBe(false);
  fs.renameSync(join(repository.state, 'hub.git/objects'), join(repository.state, 'hub.git/elsewhere'));
  expect(sample.git(['log', '--format=%s'], checkout.path)).toBe('second\nfirst');
  expect(sample.git(['fsck', '--strict'], checkout.path)).toBe('');
  expect(sample.git(['status', '--porcelain'], checkout.path)).toBe('');
  expect(() => sample.git(['cat-file', '-e', other], checkout.path)).toThrow('Command failed');
  fs.renameSync(join(repository.state, 'hub.git/elsewhere'), join(repository.state, 'hub.git/objects'));
  const packs = join(checkout.path, '.git/objects/pack');
  expect(fs.readdirSync(packs).every((name) => fs.statSync(join(packs, name)).nlink === 1)).toBe(true);
  await checkout.release();
  const again = await workspaces.checkout(base.tree);
  expect(again.path).toBe(checkout.path);
  expect(sample.git(['rev-parse', 'HEAD^{tree}'], again.path)).toBe(base.tree);
});

test('REAL-01 a checkout has the history and the tags that tools read versions from', async () => {
  const sample = sampleRepository();
  sample.git(['tag', '-a', '-m', 'first version', 'v1.0.0']);
  sample.git(['tag', 'light']);
  sample.commit({ 'a.txt': 'two\n' }, 'second');
  const { workspaces, base, hub } = await startEpic(sample);
  const clone = sample.git(['describe', '--tags', '--long'], sample.path);
  const checkout = await workspaces.checkout(base.commit);
  expect(sample.git(['describe', '--tags', '--long'], checkout.path)).toBe(clone);
  await checkout.release();
  // A composed commit has the one it is made from behind it.
  const composed = await hub.compose(base.commit, new Map([['a.txt', null]]));
  const other = await workspaces.checkout(composed);
  expect(sample.git(['describe', '--long'], other.path)).toMatch(/^v1\.0\.0-2-g/);
});

test('REAL-07 branches of one base share the pack of its history, and a checkout has the tags after it', async () => {
  const sample = sampleRepository();
  sample.commit({ 'a.txt': 'two\n' }, 'second');
  const { workspaces, base, hub, repository } = await startEpic(sample);
  for (const name of ['left', 'right']) {
    sample.git(['checkout', '-q', '-b', name, base.commit]);
    sample.commit({ 'a.txt': `${name}\n` }, name);
    sample.git(['tag', '-a', '-m', name, `v-${name}`]);
    const { commit } = await hub.adopt(name);
    const checkout = await workspaces.checkout(commit);
    expect(sample.git(['describe'], checkout.path)).toBe(`v-${name}`);
    expect(sample.git(['fsck', '--strict'], checkout.path)).toBe('');
    await checkout.release();
  }
  expect(fs.readdirSync(join(repository.workFolder, 'packs'))).toEqual([base.commit]);
});

test('REAL-01 clones know the base branch by its own name and as origin has it, where it is behind them', async () => {
  const sample = sampleRepository();
  const { workspaces, base, hub, repository } = await startEpic(sample);
  sample.git(['checkout', '-q', '-b', 'feature']);
  sample.commit({ 'a.txt': 'mine\n' }, 'mine');
  const { commit } = await hub.adopt('feature');
  const based = (ref: string, at = base.commit) => workspaces.basedOn({ ref, commit: at });
  for (const ref of ['main', 'origin/main', 'refs/heads/main']) {
    const checkout = await based(ref).checkout(commit);
    for (const name of ['main', 'origin/main']) {
      expect(sample.git(['diff', '--name-only', `${name}...HEAD`], checkout.path)).toBe('a.txt');
      expect(sample.git(['rev-parse', name], checkout.path)).toBe(base.commit);
    }
    expect(sample.git(['fsck', '--strict'], checkout.path)).toBe('');
    expect(sample.git(['remote'], checkout.path)).toBe('');
    await checkout.release();
  }
  const opened = await based('main').open('A', { base: base.commit, head: commit, merge: null });
  expect(sample.git(['log', '--format=%s', 'origin/main..HEAD'], opened.path)).toBe('mine');
  expect(await workspaces.prove(opened)).toEqual([]);
  // Nothing is made up: an id, an expression, a name in the way, a commit that is not behind this one.
  for (const places of [based(base.commit), based('HEAD~1'), based('../x'), based('main', commit)]) {
    const checkout = await places.checkout(base.commit);
    expect(sample.git(['for-each-ref'], checkout.path)).toBe('');
    await checkout.release();
  }
  const inTheWay = await based('ticket').open('B', { base: base.commit, head: commit, merge: null });
  expect(sample.git(['for-each-ref', '--format=%(refname)'], inTheWay.path)).toBe('refs/heads/ticket/B');
  expect(repository.state).not.toBe('');
});

test('REAL-01 a checkout has a folder of its own around it, and nothing stays there for the next check', async () => {
  const { workspaces, base } = await startEpic(sampleRepository());
  const [one, two] = [await workspaces.checkout(base.commit), await workspaces.checkout(base.commit)];
  expect(join(one.path, '..')).not.toBe(join(two.path, '..'));
  fs.mkdirSync(join(one.path, '../node_modules'));
  await one.release();
  const again = await workspaces.checkout(base.commit);
  expect(again.path).toBe(one.path);
  expect(fs.existsSync(join(one.path, '../node_modules'))).toBe(false);
});
