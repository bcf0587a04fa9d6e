import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import * as fc from 'fast-check';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';

import { sampleRepository, startEpic, workOn } from '../../test/contracts/git-sample.ts';
import { oneLine } from '../model/names.ts';
import { openRepository } from './index.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const canSign = spawnSync('ssh-keygen', ['-?']).error === undefined;

function folder(): string {
  const path = fs.mkdtempSync(join(tmpdir(), 'gauntlet-git-'));
  onTestFinished(() => fs.rmSync(path, { recursive: true, force: true }));
  return path;
}

test('no repository, a bare one, a partial clone and no folder at all are refused with a hint', async () => {
  const place = folder();
  await expect(openRepository(place)).rejects.toMatchObject({
    code: 'ENVIRONMENT_UNFIT',
    hint: expect.stringContaining('git init'),
  });
  await expect(openRepository(join(place, 'none'))).rejects.toMatchObject({ code: 'ENVIRONMENT_UNFIT' });
  const sample = sampleRepository();
  sample.git(['init', '-q', '--bare', join(place, 'bare.git')]);
  await expect(openRepository(join(place, 'bare.git'))).rejects.toMatchObject({
    code: 'ENVIRONMENT_UNFIT',
    hint: expect.stringContaining('checkout'),
  });
  sample.git(['config', 'remote.origin.promisor', 'true']);
  await expect(openRepository(sample.path)).rejects.toMatchObject({
    code: 'ENVIRONMENT_UNFIT',
    message: expect.stringContaining('partial clone'),
  });
});

test('a git that is too old or missing is said at once', async () => {
  const place = folder();
  const sample = sampleRepository();
  fs.writeFileSync(join(place, 'git'), '#!/bin/sh\necho git version 2.37.9\n', { mode: 0o755 });
  vi.stubEnv('PATH', `${place}:${process.env['PATH']}`);
  await expect(openRepository(sample.path)).rejects.toMatchObject({
    code: 'ENVIRONMENT_UNFIT',
    message: expect.stringContaining('2.38'),
  });
  vi.stubEnv('PATH', join(place, 'nothing'));
  await expect(openRepository(sample.path)).rejects.toMatchObject({ code: 'ENVIRONMENT_UNFIT' });
});

test('ENV-02 without an identity commits have a plain one, and the notes say what does not apply', async () => {
  const sample = sampleRepository();
  vi.stubEnv('GIT_CONFIG_GLOBAL', join(sample.path, 'none'));
  vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1');
  sample.git(['config', '--unset', 'user.name']);
  sample.git(['config', 'commit.gpgsign', 'true']);
  const repository = await openRepository(sample.path);
  expect(repository.notes.join('\n')).toMatch(/no user\.name[^]*not signed/);
  const started = {
    workspaces: repository.workspaces('e1'),
    base: await (await repository.hub()).adopt('main'),
  };
  const workspace = await workOn(started, 'T-1', { 'a.txt': 'x\n' });
  const { commit } = await started.workspaces.deliver(workspace, 'T-1', 1, 'x');
  const [entry] = await (await repository.hub()).log(started.base.commit, commit);
  expect(entry?.author).toMatch(/^Gauntlet <.+@.+>$/);
  repository.close();
});

test.skipIf(!canSign)(
  'ENV-02 landed merges are signed where the user signs, a repeat keeps the signed one, and a failing key is said',
  async () => {
    const sample = sampleRepository();
    const key = join(sample.path, '..', 'key');
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
    sample.git(['config', 'gpg.format', 'ssh']);
    sample.git(['config', 'user.signingkey', key]);
    sample.git(['config', 'commit.gpgsign', 'true']);
    const started = await startEpic(sample);
    const workspace = await workOn(started, 'T-1', { 'a.txt': 'x\n' });
    const { commit } = await started.workspaces.deliver(workspace, 'T-1', 1, 'x');
    const change = { commit, tip: started.base.commit, ticket: 'T-1', run: 1, title: 'x', at: 5000 };
    const merged = await started.lander.merge(change);
    expect(merged.kind).toBe('merged');
    const id = merged.kind === 'merged' ? merged.commit : '';
    expect(await started.lander.land(id)).toEqual({ kind: 'landed' });
    expect(sample.git(['cat-file', 'commit', id])).toContain('BEGIN SSH SIGNATURE');
    expect(await started.lander.merge(change)).toEqual(merged);
    fs.rmSync(key);
    await expect(started.lander.merge({ ...change, run: 2 })).rejects.toMatchObject({
      code: 'ENVIRONMENT_UNFIT',
      message: expect.stringContaining('signed'),
    });
  },
);

test('DISPATCH-13 nothing that looks like an option, a path or several refs gets through to git', async () => {
  const sample = sampleRepository();
  const started = await startEpic(sample);
  const { hub, workspaces, lander, repository, base } = started;
  const out = join(sample.path, 'written');
  const odd = [
    `--output=${out}`,
    '-x',
    '--all',
    'main\nmain',
    '',
    'HEAD..HEAD',
    '../x',
    '$(touch x)',
    'a b',
    '@{-1}',
  ];
  for (const text of odd) {
    await expect(hub.commit(text)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    await expect(hub.diff(text, base.commit, 10)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    await expect(hub.paths(text)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    await expect(lander.land(text)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    await expect(workspaces.checkout(text)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    await expect(workspaces.close(text)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    expect(() => repository.lander(text)).toThrow('must ');
    expect(() => repository.workspaces(text)).toThrow('must ');
    await expect(hub.adopt(text)).rejects.toMatchObject({ code: 'PLAN_INVALID' });
  }
  expect(fs.existsSync(out)).toBe(false);
  const dashed = await workOn(started, 'T-1--x.y_z', { '-rf': 'x', '--output=x': 'x' });
  const { commit } = await workspaces.deliver(dashed, 'T-1--x.y_z', 1, '--amend');
  expect(await hub.paths(commit)).toEqual(['--output=x', '-rf', 'a.txt']);
});

test('whatever a title says, it is one visible line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (title) => {
      const line = oneLine(title);
      expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      expect(line.length).toBeLessThanOrEqual(200);
      expect(oneLine(line)).toBe(line);
    }),
  );
});

test('the hub answers about history, files and composed trees', async () => {
  const sample = sampleRepository({ 'a.txt': 'one\n', 'd/b.txt': 'b\n' });
  const started = await startEpic(sample);
  const { hub, base } = started;
  const later = (await hub.adopt(sample.commit({ 'a.txt': 'two\n' }, 'later'))).commit;
  expect(await hub.isAncestor(base.commit, later)).toBe(true);
  expect(await hub.isAncestor(later, base.commit)).toBe(false);
  expect(await hub.mergeBase(base.commit, later)).toBe(base.commit);
  expect(await hub.diff(base.commit, later, 40)).toHaveLength(40);
  expect(await hub.diff(base.commit, later, 4000)).toContain('-one\n+two\n');
  expect(await hub.file(later, 'a.txt', 3)).toBeUndefined();
  expect(await hub.file(later, 'none')).toBeUndefined();
  const [change] = await hub.changes(base.commit, later);
  const tree = await hub.compose(
    base.commit,
    new Map([
      ['new/a.txt', change?.after ?? null],
      ['d/b.txt', null],
    ]),
  );
  expect(await hub.paths(tree)).toEqual(['a.txt', 'new/a.txt']);
  expect(Buffer.from((await hub.file(tree, 'new/a.txt')) ?? '').toString()).toBe('two\n');
  await expect(hub.commit('0'.repeat(40))).rejects.toMatchObject({ code: 'INPUT_INVALID' });
});
