import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { sampleRepository, startEpic, workOn } from '../../../test/contracts/git-sample.ts';

/** A script that leaves its name in a file when anybody runs it, and otherwise passes its input on. */
function booby(folder: string, name: string): string {
  const script = join(folder, `${name}.sh`);
  fs.writeFileSync(script, `#!/bin/sh\necho ${name} >> "${join(folder, 'ran')}"\ncat 2>/dev/null\nexit 0\n`, {
    mode: 0o755,
  });
  return `"${script.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

function hostileConfig(folder: string): string {
  const hooks = join(folder, 'hooks');
  fs.mkdirSync(hooks);
  for (const hook of [
    'pre-commit',
    'post-checkout',
    'reference-transaction',
    'post-index-change',
    'pre-auto-gc',
  ]) {
    fs.writeFileSync(join(hooks, hook), `#!/bin/sh\necho ${hook} >> "${join(folder, 'ran')}"\n`, {
      mode: 0o755,
    });
  }
  const trap = (name: string): string =>
    `"${booby(folder, name).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  return `
[core]
\tfsmonitor = ${trap('fsmonitor')}
\thooksPath = "${hooks}"
\tsshCommand = ${trap('ssh')}
\tpager = ${trap('pager')}
\teditor = ${trap('editor')}
\talternateRefsCommand = ${trap('alternate-refs')}
\tgitProxy = ${trap('proxy')}
\tworktree = "${folder}"
[filter "x"]
\tclean = ${trap('clean')}
\tsmudge = ${trap('smudge')}
\tprocess = ${trap('process')}
\trequired = true
[diff]
\texternal = ${trap('extdiff')}
[diff "x"]
\tcommand = ${trap('diff-driver')}
\ttextconv = ${trap('textconv')}
[merge "x"]
\tdriver = ${trap('merge-driver')}
[alias]
\tread-tree = "!${booby(folder, 'alias').replaceAll('"', '\\"')}"
[uploadpack]
\tpackObjectsHook = ${trap('pack-objects')}
[gpg]
\tprogram = ${trap('gpg')}
[commit]
\tgpgsign = true
[credential]
\thelper = ${trap('credential')}
[include]
\tpath = "${join(folder, 'more.config')}"
`;
}

function ran(folder: string): string[] {
  const file = join(folder, 'ran');
  return fs.existsSync(file) ? [...new Set(fs.readFileSync(file, 'utf8').trim().split('\n'))].sort() : [];
}

const attributes = '* filter=x diff=x merge=x\n';

test('DISPATCH-05 nothing that a workspace configures is ever run, and its work still arrives', async () => {
  const sample = sampleRepository({ 'a.txt': 'one\n', '.gitattributes': attributes });
  const started = await startEpic(sample);
  const { workspaces, lander, hub, base } = started;
  const workspace = await workOn(started, 'T-1', { 'a.txt': 'agent\n' });
  sample.git(['commit', '-qam', 'by the agent'], workspace.path);
  fs.writeFileSync(join(workspace.path, 'b.txt'), 'uncommitted\n');

  const folder = fs.mkdtempSync(join(sample.path, '..', 'traps-'));
  const config = join(workspace.path, '.git', 'config');
  fs.appendFileSync(config, hostileConfig(folder));
  fs.cpSync(join(folder, 'hooks'), join(workspace.path, '.git', 'hooks'), { recursive: true });

  // The traps are real: the user's own git walks into them.
  const walk = (...args: string[]): void => {
    try {
      execFileSync('git', ['-c', `core.worktree=${workspace.path}`, ...args], {
        cwd: workspace.path,
        stdio: 'ignore',
      });
    } catch {
      // A trap may well break the command it sits in.
    }
  };
  walk('status');
  walk('diff');
  walk('add', '-A');
  expect(ran(folder)).toEqual(expect.arrayContaining(['fsmonitor', 'post-index-change', 'process']));
  fs.rmSync(join(folder, 'ran'));
  fs.rmSync(join(workspace.path, '.git', 'index.lock'), { force: true });

  expect(await workspaces.prove(workspace)).not.toEqual([]);
  const delivery = await workspaces.deliver(workspace, 'T-1', 1, 'First');
  expect(delivery).toMatchObject({ problems: [], leftOut: [] });
  expect(await hub.paths(delivery.commit)).toEqual(['.gitattributes', 'a.txt', 'b.txt']);
  expect(Buffer.from((await hub.file(delivery.commit, 'b.txt')) ?? '').toString()).toBe('uncommitted\n');
  await hub.diff(base.commit, delivery.commit, 10_000);
  await workspaces.export(delivery.commit);
  const checkout = await workspaces.checkout(delivery.commit);
  fs.appendFileSync(join(checkout.path, '.git', 'config'), fs.readFileSync(config, 'utf8'));
  await checkout.release();
  await (await workspaces.checkout(base.commit)).release();
  const merged = await lander.merge({
    ...delivery,
    tip: base.commit,
    ticket: 'T-1',
    run: 2,
    title: 't',
    at: 0,
  });
  expect(merged.kind).toBe('merged');
  await workspaces.open('T-1', { base: base.commit, head: delivery.commit, merge: null });
  await workspaces.close('T-1');
  expect(ran(folder)).toEqual([]);
});

test("hooks and programs of the user's own repository do not run when work lands", async () => {
  const sample = sampleRepository();
  const folder = fs.mkdtempSync(join(sample.path, '..', 'traps-'));
  const started = await startEpic(sample);
  fs.appendFileSync(join(sample.path, '.git', 'config'), hostileConfig(folder).replace(/\tworktree.*\n/, ''));
  sample.git(['-c', 'core.fsmonitor=false', 'branch', 'another']);
  expect(ran(folder)).toContain('reference-transaction');
  fs.rmSync(join(folder, 'ran'));

  const { lander, workspaces, base } = started;
  const workspace = await workOn(started, 'T-1', { 'a.txt': 'two\n' });
  const { commit } = await workspaces.deliver(workspace, 'T-1', 1, 'x');
  const merged = await lander.merge({ commit, tip: base.commit, ticket: 'T-1', run: 2, title: 'x', at: 0 });
  expect(await lander.land(merged.kind === 'merged' ? merged.commit : '')).toEqual({ kind: 'landed' });
  expect(ran(folder)).toEqual([]);
});

test('a nested repository in the work tree is reported, and nothing of its configuration runs', async () => {
  const sample = sampleRepository();
  const started = await startEpic(sample);
  const workspace = await workOn(started, 'T-1', { 'b.txt': 'b\n' });
  const nested = join(workspace.path, 'nested');
  const folder = fs.mkdtempSync(join(sample.path, '..', 'traps-'));
  fs.mkdirSync(nested);
  sample.git(['init', '-q'], nested);
  sample.write({ 'nested/x.txt': 'x' }, workspace.path);
  sample.git(['add', '-A'], nested);
  sample.git(['-c', 'user.name=x', '-c', 'user.email=x@x', 'commit', '-qm', 'x'], nested);
  fs.appendFileSync(join(nested, '.git', 'config'), hostileConfig(folder).replace(/\tworktree.*\n/, ''));
  const delivery = await started.workspaces.deliver(workspace, 'T-1', 1, 'x');
  expect(delivery.problems).toEqual(['"nested/" is a repository of its own and was skipped']);
  expect(await started.hub.paths(delivery.commit)).toEqual(['a.txt', 'b.txt']);
  expect(ran(folder)).toEqual([]);
});

test('a submodule that the developer turned into a trap does not run, and its changed entry is a problem', async () => {
  const sample = sampleRepository();
  const other = sample.git(['rev-parse', 'HEAD']);
  sample.git(['update-index', '--add', '--cacheinfo', `160000,${other},sub`]);
  sample.git(['commit', '-qm', 'with a submodule']);
  const started = await startEpic(sample);
  const workspace = await workOn(started, 'T-1', { 'b.txt': 'b\n' });
  const sub = join(workspace.path, 'sub');
  const folder = fs.mkdtempSync(join(sample.path, '..', 'traps-'));
  sample.git(['init', '-q'], sub);
  sample.write({ 'sub/x.txt': 'x' }, workspace.path);
  sample.git(['add', '-A'], sub);
  sample.git(['-c', 'user.name=x', '-c', 'user.email=x@x', 'commit', '-qm', 'x'], sub);
  fs.appendFileSync(join(sub, '.git', 'config'), hostileConfig(folder).replace(/\tworktree.*\n/, ''));
  try {
    execFileSync('git', ['status'], { cwd: workspace.path, stdio: 'ignore' });
  } catch {
    // The trap may break it.
  }
  expect(ran(folder)).toContain('fsmonitor');
  fs.rmSync(join(folder, 'ran'));
  const delivery = await started.workspaces.deliver(workspace, 'T-1', 1, 'x');
  expect(delivery.problems).toEqual([]);
  expect(ran(folder)).toEqual([]);
  sample.git(
    ['-c', 'core.fsmonitor=false', 'update-index', '--add', '--cacheinfo', `160000,${workspace.base},sub`],
    workspace.path,
  );
  sample.git(['commit', '-qm', 'moved'], workspace.path);
  const again = await started.workspaces.deliver({ ...workspace, head: delivery.commit }, 'T-1', 2, 'x');
  expect(again.problems.join()).toContain('"sub" is a submodule entry');
  expect(ran(folder)).toEqual([]);
});
