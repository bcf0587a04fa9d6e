import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { landTicket, sampleRepository, startEpic, workOn } from '../../../test/contracts/git-sample.ts';
import type { Sample, Started } from '../../../test/contracts/git-sample.ts';
import type { Withheld } from '../../ports/git.ts';

const SECRET = 'the launch code is 0000\n';

const withheld: Withheld = {
  globs: ['secrets/**', '**/*.key'],
  has: (path) => path.startsWith('secrets/') || path.endsWith('.key'),
};

const files = { 'a.txt': 'one\n', 'secrets/code.txt': SECRET, 'lib/site.key': SECRET, 'lib/b.txt': 'b\n' };

/** What any git command of an agent says, its refusals included. */
function asks(args: readonly string[], cwd: string): string {
  try {
    return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return `${stdout}${stderr}`;
  }
}

async function start(): Promise<Started & { readonly sample: Sample }> {
  const sample = sampleRepository({ ...files, 'secrets/old.txt': `${SECRET}once\n` });
  fs.rmSync(join(sample.path, 'secrets/old.txt'));
  sample.commit({ 'a.txt': 'one\n' }, 'second');
  const started = await startEpic(sample);
  return { ...started, workspaces: started.workspaces.withholding(withheld), sample };
}

test('BEYOND-16 a workspace has neither the withheld files nor an object of theirs, in any commit', async () => {
  const started = await start();
  const { path } = await workOn(started, 'T-1', {});
  expect(fs.existsSync(join(path, 'secrets/code.txt'))).toBe(false);
  expect(fs.existsSync(join(path, 'lib/site.key'))).toBe(false);
  expect(fs.readFileSync(join(path, 'lib/b.txt'), 'utf8')).toBe('b\n');
  const said = ['show HEAD:secrets/code.txt', 'show HEAD:lib/site.key', 'log -p --all', 'checkout -- secrets']
    .map((command) => asks(command.split(' '), path))
    .join('');
  expect(said).not.toContain('launch code');
  const objects = asks(['cat-file', '--batch-all-objects', '--batch', '--unordered'], path);
  expect(objects).not.toContain('launch code');
  expect(objects).toContain('one\n');
  expect(asks(['log', '--oneline'], path).trim().split('\n')).toHaveLength(1);
  expect(asks(['status', '--porcelain'], path)).toBe('');
  expect(fs.existsSync(join(path, '.git/objects/info/alternates'))).toBe(false);
});

test('BEYOND-16 what an agent commits leaves withheld files byte for byte as they were, up to the epic branch', async () => {
  const started = await start();
  const { workspaces, hub, base, lander } = started;
  const workspace = await workOn(started, 'T-1', { 'a.txt': 'two\n', 'lib/c.txt': 'c\n' });
  expect(await workspaces.prove(workspace)).toEqual([]);
  asks(['add', '-A'], workspace.path);
  asks(['commit', '-qm', 'mine'], workspace.path);
  fs.writeFileSync(join(workspace.path, 'd.txt'), 'd\n');
  const delivery = await workspaces.deliver(workspace, 'T-1', 1, 'Do it');
  expect(delivery.problems).toEqual([]);
  const changed = (await hub.changes(base.commit, delivery.commit)).map(({ path }) => path);
  expect(changed).toEqual(['a.txt', 'd.txt', 'lib/c.txt']);
  expect(await hub.log(base.commit, delivery.commit)).toHaveLength(2);
  const merged = await lander.merge({
    commit: delivery.commit,
    tip: base.commit,
    ticket: 'T-1',
    run: 2,
    title: 'Do it',
    at: 1_700_000_000_000,
  });
  if (merged.kind !== 'merged') throw new Error('conflict');
  expect(await lander.land(merged.commit)).toEqual({ kind: 'landed' });
  for (const path of ['secrets/code.txt', 'lib/site.key'])
    expect(Buffer.from((await hub.file(merged.commit, path)) ?? []).toString()).toBe(SECRET);
  // The next agent goes on from there, and sees as little.
  const again = await workspaces.open('T-1', { base: base.commit, head: delivery.commit, merge: null });
  expect(fs.existsSync(join(again.path, 'secrets/code.txt'))).toBe(false);
  expect(fs.readFileSync(join(again.path, 'd.txt'), 'utf8')).toBe('d\n');
  expect(await workspaces.prove(again)).toEqual([]);
});

test('BEYOND-16 a withheld file that an agent deletes, replaces or adds is a problem of the delivery', async () => {
  const started = await start();
  const { workspaces, hub, base } = started;
  const deleting = await workOn(started, 'T-1', {});
  asks(['update-index', '--no-skip-worktree', 'secrets/code.txt'], deleting.path);
  asks(['add', '-A'], deleting.path);
  asks(['commit', '-qm', 'clean up'], deleting.path);
  const deleted = await workspaces.deliver(deleting, 'T-1', 1, 'x');
  expect(deleted.problems.join()).toContain('"secrets/code.txt" is withheld from agents');

  const adding = await workOn(started, 'T-2', { 'secrets/mine.txt': 'x\n' });
  asks(['add', '--sparse', '-f', 'secrets/mine.txt'], adding.path);
  asks(['commit', '-qm', 'mine'], adding.path);
  const added = await workspaces.deliver(adding, 'T-2', 2, 'x');
  expect(added.problems.join()).toContain('"secrets/mine.txt" is withheld from agents');

  const writing = await workOn(started, 'T-3', { 'secrets/code.txt': 'guess\n', 'secrets/more.txt': 'x\n' });
  const written = await workspaces.deliver(writing, 'T-3', 3, 'x');
  expect(written.problems.join()).toContain('"secrets/code.txt" is withheld from agents');
  expect(written.leftOut).toEqual([{ path: 'secrets/more.txt', why: 'withheld by privacy.deny' }]);
  expect(await hub.changes(base.commit, written.commit)).toEqual([]);
});

test('BEYOND-16 what the epic branch changed in a withheld file comes along with a merge', async () => {
  const started = await start();
  const { workspaces, repository, hub, base } = started;
  const own = await workOn(started, 'T-1', { 'a.txt': 'mine\n' });
  const first = await workspaces.deliver(own, 'T-1', 1, 'x');
  const open = { ...started, workspaces: repository.workspaces('e1') };
  const tip = await landTicket(open, 'T-2', { 'a.txt': 'theirs\n', 'secrets/code.txt': 'new code\n' });
  const merging = await workspaces.open('T-1', { base: base.commit, head: first.commit, merge: tip });
  expect(merging.conflicts).toEqual(['a.txt']);
  expect(fs.existsSync(join(merging.path, 'secrets/code.txt'))).toBe(false);
  expect(asks(['cat-file', '--batch-all-objects', '--batch'], merging.path)).not.toContain('new code');
  fs.writeFileSync(join(merging.path, 'a.txt'), 'both\n');
  asks(['add', '-A'], merging.path);
  asks(['commit', '-qm', 'merged'], merging.path);
  const merged = await workspaces.deliver(merging, 'T-1', 4, 'x');
  expect(merged.problems).toEqual([]);
  expect(Buffer.from((await hub.file(merged.commit, 'secrets/code.txt')) ?? []).toString()).toBe(
    'new code\n',
  );
  expect(Buffer.from((await hub.file(merged.commit, 'a.txt')) ?? []).toString()).toBe('both\n');
});

test('BEYOND-16 exports lack withheld files, check-outs and workspaces of people have them', async () => {
  const { workspaces, repository, base } = await start();
  const path = await workspaces.export(base.commit);
  expect(new Set(fs.readdirSync(path, { recursive: true, encoding: 'utf8' }))).toEqual(
    new Set(['a.txt', 'lib', 'lib/b.txt', 'secrets']),
  );
  expect(await workspaces.proveExport(base.commit)).toEqual([]);
  const whole = await repository.workspaces('e1').export(base.commit);
  expect(fs.readFileSync(join(whole, 'secrets/code.txt'), 'utf8')).toBe(SECRET);
  expect(await workspaces.export(base.commit)).toBe(path);
  const checkout = await workspaces.checkout(base.commit);
  expect(fs.readFileSync(join(checkout.path, 'secrets/code.txt'), 'utf8')).toBe(SECRET);
  const at = { base: base.commit, head: base.commit, merge: null };
  await workspaces.open('T-1', at);
  const theirs = await workspaces.open('T-1', { ...at, forPerson: true });
  expect(fs.readFileSync(join(theirs.path, 'secrets/code.txt'), 'utf8')).toBe(SECRET);
  expect(fs.readFileSync(join(theirs.path, 'lib/site.key'), 'utf8')).toBe(SECRET);
});

test('BEYOND-16 copies in the check-outs of the user are hidden from agents; what setup brings is taken away', async () => {
  const { workspaces, sample, repository } = await start();
  const linked = join(sample.path, '..', 'linked');
  sample.git(['worktree', 'add', '-q', '--detach', linked]);
  sample.write({ 'new.key': SECRET });
  const { forAgents } = repository.workspaces('e1').withholding(withheld);
  expect(forAgents.visible).toEqual([]);
  const paths = [sample.path, linked].flatMap((top) => [join(top, 'secrets'), join(top, 'lib/site.key')]);
  expect(forAgents.hidden).toEqual(expect.arrayContaining([...paths, join(sample.path, 'new.key')]));
  expect(forAgents.hidden).not.toContain(join(sample.path, 'a.txt'));
  const workspace = await workspaces.open('T-1', await startAt(repository));
  fs.mkdirSync(join(workspace.path, 'copied'));
  fs.writeFileSync(join(workspace.path, 'copied/x.key'), SECRET);
  fs.writeFileSync(join(workspace.path, 'copied/x.txt'), 'fine\n');
  await workspaces.withdraw(workspace);
  expect(fs.readdirSync(join(workspace.path, 'copied'))).toEqual(['x.txt']);
});

async function startAt(repository: Started['repository']) {
  const { commit } = await (await repository.hub()).adopt('main');
  return { base: commit, head: commit, merge: null };
}

/** Commits what lies in the index, also what git has only the name of. */
function commitsUnseen(cwd: string): void {
  const tree = asks(['write-tree', '--missing-ok'], cwd).trim();
  const commit = asks(['commit-tree', tree, '-p', 'HEAD', '-m', 'copied'], cwd).trim();
  asks(['update-ref', 'HEAD', commit], cwd);
}

test('BEYOND-16 what git knows by its name alone cannot be brought in under another path', async () => {
  const started = await start();
  const { workspaces, hub, base } = started;
  const copying = await workOn(started, 'T-1', {});
  const [, , blob = ''] = asks(['ls-tree', 'HEAD', 'secrets/code.txt'], copying.path).split(/[ \t]/);
  asks(['update-index', '--add', '--cacheinfo', `100644,${blob},open.txt`], copying.path);
  commitsUnseen(copying.path);
  const copied = await workspaces.deliver(copying, 'T-1', 1, 'x');
  expect(await hub.log(base.commit, copied.commit)).toHaveLength(2);
  expect(await hub.changes(base.commit, copied.commit)).toEqual([]);
});
