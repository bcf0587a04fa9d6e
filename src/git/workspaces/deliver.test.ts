import fs from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { landTicket, sampleRepository, startEpic, workOn } from '../../../test/contracts/git-sample.ts';

const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? '').toString();

test('uncommitted work is committed by the title; secrets, logs, build products and large binaries stay out', async () => {
  const sample = sampleRepository({ 'a.txt': 'one\n', 'gone.txt': 'x\n', '.gitignore': 'ignored/\n' });
  const started = await startEpic(sample);
  const workspace = await workOn(started, 'T-1', {
    'a.txt': 'two\n',
    'sub/new.txt': 'new\n',
    'ignored/x': 'x',
    '.env': 'KEY=1',
    '.env.example': 'KEY=',
    'deploy/id_rsa': 'x',
    'notes.txt': '-----BEGIN RSA PRIVATE KEY-----\n',
    'debug.log': 'x',
    'node_modules/p/index.js': 'x',
    'node_modules/q/index.js': 'x',
    'web/dist/bundle.js': 'x',
    'large.bin': `\0${'x'.repeat(1024 * 1024)}`,
    'large.txt': 'x'.repeat(1024 * 1024 + 1),
  });
  fs.rmSync(join(workspace.path, 'gone.txt'));
  fs.writeFileSync(join(workspace.path, 'run.sh'), '#!/bin/sh\n', { mode: 0o755 });
  fs.symlinkSync('a.txt', join(workspace.path, 'link'));
  const delivery = await started.workspaces.deliver(workspace, 'T-1', 1, 'Do\nit');
  expect(delivery.problems).toEqual([]);
  const leftOut = Object.fromEntries(delivery.leftOut.map(({ path, why }) => [path, why]));
  expect(leftOut).toEqual({
    '.env': 'looks like a secret',
    'deploy/id_rsa': 'looks like a secret',
    'notes.txt': 'looks like a secret',
    'debug.log': 'log',
    'node_modules/': 'build product',
    'web/dist/': 'build product',
    'large.bin': 'large binary',
  });
  const changes = await started.hub.changes(started.base.commit, delivery.commit);
  expect(changes.map(({ path, after }) => `${after?.mode ?? 'gone'} ${path}`)).toEqual([
    '100644 .env.example',
    '100644 a.txt',
    'gone gone.txt',
    '100644 large.txt',
    '120000 link',
    '100755 run.sh',
    '100644 sub/new.txt',
  ]);
  expect(await started.hub.log(started.base.commit, delivery.commit)).toEqual([
    { commit: delivery.commit, subject: '[T-1] Do it', author: 'Ada Lovelace <ada@example.org>' },
  ]);
  expect(await started.workspaces.prove({ ...workspace, head: delivery.commit })).toEqual([]);
  expect(fs.existsSync(join(workspace.path, '.env'))).toBe(true);
});

test('EPIC-08 amended and new commits both arrive; nothing new delivers the same commit again', async () => {
  const sample = sampleRepository();
  const started = await startEpic(sample);
  const { workspaces, hub, base } = started;
  const workspace = await workOn(started, 'T-1', { 'a.txt': 'two\n' });
  sample.git(['commit', '-qam', 'first try'], workspace.path);
  sample.git(['commit', '-q', '--amend', '-m', 'amended'], workspace.path);
  sample.git(['gc', '-q'], workspace.path);
  const first = await workspaces.deliver(workspace, 'T-1', 1, 'x');
  expect(await workspaces.deliver({ ...workspace, head: first.commit }, 'T-1', 2, 'x')).toEqual(first);
  const again = await workspaces.open('T-1', { base: base.commit, head: first.commit, merge: null });
  expect(again).toMatchObject({ base: base.commit, head: first.commit, branch: 'ticket/T-1' });
  sample.git(['commit', '-q', '--amend', '-m', 'amended again'], again.path);
  const second = await workspaces.deliver(again, 'T-1', 3, 'x');
  expect((await hub.log(base.commit, second.commit)).map(({ subject }) => subject)).toEqual([
    'amended again',
  ]);
  expect(second.problems).toEqual([]);
});

test('EPIC-08 a rewritten base, a wrong branch and a missing one are problems of the delivery', async () => {
  const sample = sampleRepository();
  sample.commit({ 'b.txt': 'b\n' });
  const started = await startEpic(sample);
  const { workspaces } = started;
  const rewritten = await workOn(started, 'REWRITTEN', {});
  sample.git(['commit', '-q', '--amend', '-m', 'history is mine'], rewritten.path);
  expect((await workspaces.deliver(rewritten, 'REWRITTEN', 1, 'x')).problems).toEqual([
    `the commit the ticket was cut from (${started.base.commit}) is no longer in its history`,
  ]);
  const strayed = await workOn(started, 'STRAYED', { 'a.txt': 'strayed\n' });
  sample.git(['checkout', '-q', '-b', 'elsewhere'], strayed.path);
  sample.git(['commit', '-qam', 'strayed'], strayed.path);
  const delivery = await workspaces.deliver(strayed, 'STRAYED', 1, 'x');
  expect(delivery.problems).toEqual(['the workspace is on "elsewhere", not on ticket/STRAYED']);
  expect(text(await started.hub.file(delivery.commit, 'a.txt'))).toBe('strayed\n');
  const lost = await workOn(started, 'LOST', {});
  fs.rmSync(lost.path, { recursive: true });
  expect(await workspaces.deliver(lost, 'LOST', 1, 'x')).toMatchObject({
    commit: started.base.commit,
    problems: ['the workspace or its .git folder is gone or was replaced'],
  });
});

test('links out of the tree, odd names and objects that are not whole are problems, never a crash', async () => {
  const sample = sampleRepository();
  const started = await startEpic(sample);
  const { workspaces } = started;
  const workspace = await workOn(started, 'T-1', { 'new\nline': 'x', 'fine/é.txt': 'x' });
  fs.writeFileSync(Buffer.concat([Buffer.from(`${workspace.path}/bad-`), Buffer.from([0xff])]), 'x');
  fs.symlinkSync('/etc/passwd', join(workspace.path, 'absolute'));
  fs.symlinkSync('../../x', join(workspace.path, 'fine', 'up'));
  fs.symlinkSync('../a.txt', join(workspace.path, 'fine', 'inside'));
  fs.symlinkSync('.git/config', join(workspace.path, 'config'));
  const { problems, commit } = await workspaces.deliver(workspace, 'T-1', 1, 'x');
  expect([...problems].sort()).toEqual([
    '"absolute" is a link that leads out of the repository, to "/etc/passwd"',
    '"bad-\uFFFD" has a name that is not valid UTF-8 and was skipped',
    '"config" is a link that leads out of the repository, to ".git/config"',
    '"fine/up" is a link that leads out of the repository, to "../../x"',
    '"new\\nline" has control characters in its name',
  ]);
  expect(text(await started.hub.file(commit, 'new\nline'))).toBe('x');
  expect(await started.hub.file(commit, 'absolute')).toBeUndefined();

  const damaged = await workOn(started, 'T-2', { 'a.txt': 'two\n' });
  sample.git(['commit', '-qam', 'two'], damaged.path);
  const blob = sample.git(['rev-parse', 'HEAD:a.txt'], damaged.path);
  fs.rmSync(join(damaged.path, '.git', 'objects', blob.slice(0, 2), blob.slice(2)), { force: true });
  const broken = await workspaces.deliver(damaged, 'T-2', 1, 'x');
  expect(broken.problems.join()).toContain('damaged or incomplete');
  // What lies in the files is not lost with the damaged commit.
  expect(text(await started.hub.file(broken.commit, 'a.txt'))).toBe('two\n');
});

test('a tree that git itself would refuse does not get into the hub', async () => {
  const sample = sampleRepository();
  const started = await startEpic(sample);
  const workspace = await workOn(started, 'T-1', {});
  const blob = sample.git(['rev-parse', 'HEAD:a.txt'], workspace.path);
  const raw = Buffer.concat([Buffer.from('100644 .git\0'), Buffer.from(blob, 'hex')]);
  const file = join(sample.path, '..', 'tree');
  fs.writeFileSync(file, raw);
  const tree = sample.git(['hash-object', '-w', '-t', 'tree', '--literally', file], workspace.path);
  const commit = sample.git(['commit-tree', '-p', 'HEAD', '-m', 'x', tree], workspace.path);
  sample.git(['update-ref', 'refs/heads/ticket/T-1', commit], workspace.path);
  const delivery = await started.workspaces.deliver(workspace, 'T-1', 1, 'x');
  expect(delivery.problems.join()).toContain('damaged or incomplete');
  await expect(started.hub.commit(commit)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
});

test('REWORK-08 a revision after a landing conflict holds the epic tip merged in, with the conflict marked', async () => {
  const sample = sampleRepository({ 'a.txt': 'one\n', 'other.txt': 'o\n' });
  const started = await startEpic(sample);
  const { workspaces, base, hub } = started;
  const workspace = await workOn(started, 'T-1', { 'a.txt': 'mine\n' });
  const { commit } = await workspaces.deliver(workspace, 'T-1', 1, 'x');
  const tip = await landTicket(started, 'T-0', { 'a.txt': 'theirs\n', 'other.txt': 'landed\n' });
  const open = { base: base.commit, head: commit, merge: tip };

  const merging = await workspaces.open('T-1', open);
  expect(merging).toMatchObject({ head: commit, conflicts: ['a.txt'] });
  expect(sample.git(['status', '--porcelain'], merging.path).split('\n').sort()).toEqual([
    'M  other.txt',
    'UU a.txt',
  ]);
  const unresolved = await workspaces.deliver(merging, 'T-1', 2, 'x');
  expect(unresolved.problems).toEqual(['"a.txt" still has conflict markers']);

  const uncommitted = await workspaces.open('T-1', open);
  sample.write({ 'a.txt': 'both\n' }, uncommitted.path);
  const resolved = await workspaces.deliver(uncommitted, 'T-1', 3, 'x');
  expect(resolved.problems).toEqual([]);
  expect(await hub.isAncestor(tip, resolved.commit)).toBe(true);
  expect(text(await hub.file(resolved.commit, 'other.txt'))).toBe('landed\n');

  const committed = await workspaces.open('T-1', open);
  sample.write({ 'a.txt': 'both\n' }, committed.path);
  sample.git(['commit', '-qam', 'resolved by the developer'], committed.path);
  const byDeveloper = await workspaces.deliver(committed, 'T-1', 4, 'x');
  expect(byDeveloper.problems).toEqual([]);
  expect(await hub.isAncestor(tip, byDeveloper.commit)).toBe(true);

  const aborted = await workspaces.open('T-1', open);
  sample.git(['merge', '--abort'], aborted.path);
  const without = await workspaces.deliver(aborted, 'T-1', 5, 'x');
  expect(without).toMatchObject({ commit, problems: [`the epic branch (${tip}) was not merged in`] });
});

test('REWORK-08 a merge that needs nobody is already committed', async () => {
  const sample = sampleRepository();
  const started = await startEpic(sample);
  const { workspaces, base, hub } = started;
  const { commit } = await workspaces.deliver(
    await workOn(started, 'T-1', { 'b.txt': 'b\n' }),
    'T-1',
    1,
    'x',
  );
  const tip = await landTicket(started, 'T-0', { 'c.txt': 'c\n' });
  const opened = await workspaces.open('T-1', { base: base.commit, head: commit, merge: tip });
  expect(opened.conflicts).toEqual([]);
  expect(await hub.paths(opened.head)).toEqual(['a.txt', 'b.txt', 'c.txt']);
  expect(await hub.isAncestor(tip, opened.head)).toBe(true);
  expect(await workspaces.prove(opened)).toEqual([]);
});

test('files are taken as they are: line ends, empty files, LFS pointers and files that became folders', async () => {
  const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:abc\nsize 1\n';
  const sample = sampleRepository({
    x: 'file\n',
    'd/y': 'y\n',
    '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n',
  });
  sample.git(['config', 'core.autocrlf', 'true']);
  sample.git(['config', 'filter.lfs.smudge', 'echo smudged']);
  const started = await startEpic(sample);
  const workspace = await workOn(started, 'T-1', { 'crlf.txt': 'a\r\nb\r\n', empty: '', 'big.bin': pointer });
  fs.rmSync(join(workspace.path, 'x'));
  fs.rmSync(join(workspace.path, 'd'), { recursive: true });
  sample.write({ 'x/inside': 'x\n', d: 'now a file\n' }, workspace.path);
  const { commit, problems } = await started.workspaces.deliver(workspace, 'T-1', 1, 'x');
  expect(problems).toEqual([]);
  expect(await started.hub.paths(commit)).toEqual([
    '.gitattributes',
    'big.bin',
    'crlf.txt',
    'd',
    'empty',
    'x/inside',
  ]);
  expect(text(await started.hub.file(commit, 'crlf.txt'))).toBe('a\r\nb\r\n');
  expect(text(await started.hub.file(commit, 'empty'))).toBe('');
  const tree = await started.workspaces.export(commit);
  expect(fs.readFileSync(join(tree, 'big.bin'), 'utf8')).toBe(pointer);
});

test("REWORK-11 a person's commits are found again until the workspace is opened or delivered: nobody dies with them", async () => {
  const sample = sampleRepository();
  const started = await startEpic(sample);
  const at = { base: started.base.commit, head: started.base.commit, merge: null };
  const workspace = await started.workspaces.open('T-1', { ...at, forPerson: true });
  expect(await started.workspaces.found('T-1')).toBeUndefined();
  sample.write({ 'a.txt': 'by hand\n' }, workspace.path);
  sample.git(['commit', '-qam', 'by hand'], workspace.path);
  const commit = sample.git(['rev-parse', 'HEAD'], workspace.path);
  expect(await started.workspaces.found('T-1')).toMatchObject({ commit });
  started.repository.close();
  const again = await startEpic(sample);
  expect(await again.workspaces.found('T-1')).toMatchObject({ commit });
  await again.workspaces.open('T-1', { ...at, head: commit });
  expect(await again.workspaces.found('T-1')).toBeUndefined();
  expect(await again.workspaces.found('T-2')).toBeUndefined();
});

test('BEYOND-11 a workspace handed to a person stays as they left it, and what they never committed has a ref when it goes', async () => {
  const sample = sampleRepository();
  const started = await startEpic(sample);
  const at = { base: started.base.commit, head: started.base.commit, merge: null, forPerson: true };
  const { path } = await started.workspaces.open('T-1', at);
  sample.write({ 'a.txt': 'half done\n', 'new.txt': 'new\n' }, path);
  await started.workspaces.open('T-1', at);
  expect(fs.readFileSync(join(path, 'a.txt'), 'utf8')).toBe('half done\n');
  await started.workspaces.close('T-1');
  const hub = join(started.repository.state, 'hub.git');
  const kept = sample.git(['for-each-ref', '--format=%(objectname)', 'refs/gauntlet/keep/left'], hub);
  expect(sample.git(['show', `${kept}:a.txt`], hub)).toBe('half done');
  expect(sample.git(['show', `${kept}:new.txt`], hub)).toBe('new');
});
