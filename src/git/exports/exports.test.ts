import fs from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { landTicket, sampleRepository, startEpic, workOn } from '../../../test/contracts/git-sample.ts';
import { openRepository } from '../index.ts';

test('EPIC-12 an export is read-only, has no .git, is made once, and every change to it is noticed', async () => {
  const sample = sampleRepository({ 'a.txt': 'one\n', 'src/b.ts': 'b\n', 'run.sh': '#!/bin/sh\n' });
  sample.git(['update-index', '--chmod=+x', 'run.sh']);
  sample.git(['commit', '-qm', 'executable']);
  const { workspaces, base } = await startEpic(sample);
  const tree = await workspaces.export(base.commit);
  expect(fs.readdirSync(tree).sort()).toEqual(['a.txt', 'run.sh', 'src']);
  expect(fs.statSync(join(tree, 'a.txt')).mode & 0o777).toBe(0o444);
  expect(fs.statSync(join(tree, 'run.sh')).mode & 0o777).toBe(0o555);
  const { ino } = fs.statSync(tree);
  expect(await workspaces.export(base.commit)).toBe(tree);
  expect(fs.statSync(tree).ino).toBe(ino);
  expect(await workspaces.proveExport(base.commit)).toEqual([]);

  const file = join(tree, 'a.txt');
  const { atime, mtime } = fs.statSync(file);
  fs.chmodSync(file, 0o644);
  fs.writeFileSync(file, 'two\n');
  fs.chmodSync(file, 0o444);
  fs.utimesSync(file, atime, mtime);
  expect(await workspaces.proveExport(base.commit)).toEqual(['"a.txt" was changed']);
  fs.rmSync(join(tree, 'run.sh'));
  fs.symlinkSync('a.txt', join(tree, 'run.sh'));
  fs.writeFileSync(join(tree, 'src', 'new.ts'), '');
  fs.rmSync(join(tree, 'src', 'b.ts'));
  expect([...(await workspaces.proveExport(base.commit))].sort()).toEqual([
    '"a.txt" was changed',
    '"run.sh" was changed',
    '"src/new.ts" was added',
    '1 of its files or folders are gone',
  ]);
  const anew = await workspaces.export(base.commit);
  // Whoever was judging in the old place can be told by it: what they read is not known.
  expect(anew).not.toBe(tree);
  expect(fs.readFileSync(join(anew, 'a.txt'), 'utf8')).toBe('one\n');
  expect(await workspaces.proveExport(base.commit)).toEqual([]);
  expect(await workspaces.export(base.commit)).toBe(anew);
  fs.rmSync(anew, { recursive: true });
  fs.symlinkSync('/', anew);
  expect(await workspaces.proveExport(base.commit)).toEqual(['the export was replaced by something else']);
});

test('EPIC-12 an export that an earlier run made is proved from its manifest; one without is made again', async () => {
  const sample = sampleRepository();
  const { workspaces, base, repository } = await startEpic(sample);
  const tree = await workspaces.export(base.commit);
  repository.close();
  const next = (await openRepository(sample.path)).workspaces('e1');
  expect(await next.proveExport(base.commit)).toEqual([]);
  fs.rmSync(`${tree}.json`);
  const third = (await openRepository(sample.path)).workspaces('e1');
  expect(await third.proveExport(base.commit)).toEqual([`there is no export of ${base.commit}`]);
  expect(await third.export(base.commit)).toBe(tree);
  expect(await third.proveExport(base.commit)).toEqual([]);
});

test('DISPATCH-05 a workspace is proved by path, branch, head and configuration', async () => {
  const sample = sampleRepository();
  const started = await startEpic(sample);
  const { workspaces } = started;
  const workspace = await workOn(started, 'T-1', {});
  const git = join(workspace.path, '.git');
  expect(await workspaces.prove(workspace)).toEqual([]);
  expect(fs.readFileSync(join(git, 'config'), 'utf8')).not.toContain('remote');
  expect(sample.git(['config', 'user.email'], workspace.path)).toBe('ada@example.org');
  sample.git(['checkout', '-q', '-b', 'other'], workspace.path);
  expect(await workspaces.prove(workspace)).toEqual(['it is not on the branch ticket/T-1']);
  sample.git(['checkout', '-q', 'ticket/T-1'], workspace.path);
  sample.git(['commit', '-q', '--allow-empty', '-m', 'x'], workspace.path);
  sample.git(['config', 'core.pager', 'x'], workspace.path);
  fs.appendFileSync(join(git, 'objects', 'info', 'alternates'), '/elsewhere\n');
  const at = sample.git(['rev-parse', 'HEAD'], workspace.path);
  expect(await workspaces.prove(workspace)).toEqual([
    `its branch is at ${at}, not at ${workspace.head}`,
    'its git configuration was changed',
    'its object store was redirected',
  ]);
  fs.renameSync(git, join(workspace.path, 'moved'));
  fs.symlinkSync('moved', git);
  expect(await workspaces.prove(workspace)).toEqual(['its .git folder is gone or was replaced']);
});

test('a workspace opened again is exactly at its head, whatever was done in it', async () => {
  const sample = sampleRepository({ 'a.txt': 'one\n', '.gitignore': 'node_modules/\ncache/\n' });
  const started = await startEpic(sample);
  const { workspaces, base } = started;
  const workspace = await workOn(started, 'T-1', {
    'a.txt': 'scribbled',
    'junk/x': 'x',
    'node_modules/p': 'from setup',
    'cache/x': 'x',
  });
  sample.git(['config', 'filter.x.smudge', 'false'], workspace.path);
  fs.writeFileSync(join(workspace.path, '.git', 'index.lock'), '');
  fs.writeFileSync(join(workspace.path, '.git', 'HEAD.lock'), '');
  fs.writeFileSync(
    `${workspace.path}.setup.json`,
    JSON.stringify({ paths: ['node_modules', 'junk', '../T-1', '/etc'] }),
  );
  const again = await workspaces.open('T-1', { base: base.commit, head: base.commit, merge: null });
  expect(await workspaces.prove(again)).toEqual([]);
  expect(sample.git(['status', '--porcelain', '--ignored'], again.path)).toBe('!! node_modules/');
  expect(fs.readFileSync(join(again.path, 'a.txt'), 'utf8')).toBe('one\n');
  await workspaces.close('T-1');
  expect(fs.existsSync(again.path)).toBe(false);
});

test('a kept checkout moves to another tree, forgets what checks left in it, and keeps what setup made', async () => {
  const sample = sampleRepository({ 'a.txt': 'one\n', '.gitignore': 'node_modules/\n' });
  const started = await startEpic(sample);
  const { workspaces, base, hub } = started;
  const tip = await landTicket(started, 'T-1', { 'b/c.txt': 'b\n' });
  const first = await workspaces.checkout(tip);
  const beside = await workspaces.checkout(tip);
  expect(beside.path).not.toBe(first.path);
  await beside.release();
  sample.write({ 'node_modules/p': 'setup', 'left/over': 'x', 'a.txt': 'changed by a test' }, first.path);
  fs.writeFileSync(`${first.path}.setup.json`, JSON.stringify({ paths: ['node_modules'] }));
  sample.git(['commit', '-qam', 'by a test'], first.path);
  fs.mkdirSync(join(first.path, 'locked'));
  fs.writeFileSync(join(first.path, 'locked', 'x'), '');
  fs.chmodSync(join(first.path, 'locked'), 0o500);
  await first.release();
  const { tree } = await hub.commit(base.commit);
  const moved = await workspaces.checkout(tree);
  const other = await workspaces.checkout(tree);
  const paths = [moved.path, other.path];
  expect(paths.sort()).toEqual([first.path, beside.path].sort());
  for (const path of paths) {
    expect(sample.git(['status', '--porcelain'], path)).toBe('');
    expect(sample.git(['rev-parse', 'HEAD^{tree}'], path)).toBe(tree);
    expect(fs.existsSync(join(path, 'b'))).toBe(false);
    expect(fs.existsSync(join(path, 'left'))).toBe(false);
  }
  expect(fs.readFileSync(join(first.path, 'node_modules', 'p'), 'utf8')).toBe('setup');
});

test('exports of a ticket go when it delivers again or closes, but never from under a judge', async () => {
  const sample = sampleRepository({ 'a.txt': 'one\n' });
  const started = await startEpic(sample);
  const { workspaces } = started;
  const first = await workspaces.deliver(await workOn(started, 'T-1', { 'a.txt': 'two\n' }), 'T-1', 1, 'x');
  const before = await workspaces.export(first.commit);
  const [letGo, alsoLetGo] = [workspaces.holdExport(first.commit), workspaces.holdExport(first.commit)];
  const again = await workOn(started, 'T-1', { 'a.txt': 'three\n' }, first.commit);
  const second = await workspaces.deliver(again, 'T-1', 2, 'x');
  const after = await workspaces.export(second.commit);
  letGo();
  letGo();
  expect([before, after].map((tree) => fs.existsSync(tree))).toEqual([true, true]);
  expect(await workspaces.proveExport(first.commit)).toEqual([]);
  alsoLetGo();
  // What is asked for next waits for what is being removed.
  expect(await workspaces.export(second.commit)).toBe(after);
  expect([before, after].map((tree) => fs.existsSync(tree))).toEqual([false, true]);
  await workspaces.close('T-1');
  expect(fs.readdirSync(join(after, '..'))).toEqual([]);
  const anew = await workspaces.export(second.commit);
  expect(fs.readFileSync(join(anew, 'a.txt'), 'utf8')).toBe('three\n');
});

test('when a run has ended exports go, with everything the kept check-outs too, and workspaces stay', async () => {
  const sample = sampleRepository({ 'a.txt': 'one\n' });
  const started = await startEpic(sample);
  const { workspaces, base, repository } = started;
  const { path } = await workOn(started, 'T-1', { 'a.txt': 'two\n' });
  await workspaces.export(base.commit);
  await (await workspaces.checkout(base.commit)).release();
  const work = join(repository.workFolder, 'w', 'e1');
  await workspaces.retire(false);
  expect(fs.readdirSync(work).sort()).toEqual(['checks', 'records', 'tickets']);
  await workspaces.retire(true);
  expect(fs.readdirSync(work).sort()).toEqual(['records', 'tickets']);
  expect(fs.readFileSync(join(path, 'a.txt'), 'utf8')).toBe('two\n');
  const checkout = await workspaces.checkout(base.commit);
  expect(fs.readFileSync(join(checkout.path, 'a.txt'), 'utf8')).toBe('one\n');
  await checkout.release();
});
