import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

import { expect, onTestFinished, test, vi } from 'vitest';

import { sampleRepository, startEpic, workOn } from '../../../test/contracts/git-sample.ts';
import { openRepository, type Repository } from '../index.ts';

/** A repository with nothing in it, as a worker on another machine makes one. */
async function emptyRepository(beside: string): Promise<Repository> {
  const sample = sampleRepository({ 'other.txt': beside });
  const repository = await openRepository(sample.path);
  onTestFinished(() => repository.close());
  return repository;
}

test('BEYOND-08 what one machine delivered is judged on another, and comes back under its own name', async () => {
  const started = await startEpic(sampleRepository());
  const url = join(started.repository.state, 'hub.git');
  const worker = await emptyRepository('worker');
  await worker.exchange('e1', url).fetch('T-1', true);
  const elsewhere = { workspaces: worker.workspaces('e1'), base: started.base };
  const workspace = await workOn(elsewhere, 'T-1', { 'b.txt': 'new\n' });
  const delivery = await elsewhere.workspaces.deliver(workspace, 'T-1', 7, 'Do it');
  await expect(started.hub.commit(delivery.commit)).rejects.toThrow('is not a commit of the hub');

  await worker.exchange('e1', url).push('T-1', false);
  expect(await started.hub.commit(delivery.commit)).toMatchObject({ tree: delivery.tree });
  const third = await emptyRepository('third');
  await third.exchange('e1', url).fetch('T-1', true);
  expect(await (await third.hub()).paths(delivery.commit)).toEqual(['a.txt', 'b.txt']);
  expect(await elsewhere.workspaces.holds(workspace, 'T-1', delivery.commit)).toBe(true);
  expect(await third.workspaces('e1').holds(workspace, 'T-1', delivery.commit)).toBe(false);
});

test('BEYOND-08 an exchange moves no branch of anybody, and nothing of another epic', async () => {
  const sample = sampleRepository();
  const started = await startEpic(sample);
  const other = started.repository.workspaces('e2');
  const workspace = await workOn({ workspaces: other, base: started.base }, 'T-9', { 'x.txt': 'x\n' });
  const foreign = await other.deliver(workspace, 'T-9', 1, 'Other');
  const before = sample.git(['for-each-ref']);
  const worker = await emptyRepository('worker');
  await worker.exchange('e1', join(started.repository.state, 'hub.git')).fetch(null, true);
  await expect((await worker.hub()).commit(foreign.commit)).rejects.toThrow('is not a commit of the hub');
  await worker.exchange('e1', join(started.repository.state, 'hub.git')).push(null, true);
  expect(sample.git(['for-each-ref'])).toBe(before);
});

test('BEYOND-08 the candidate of one ticket is not carried over that of another whose name begins alike', async () => {
  const started = await startEpic(sampleRepository());
  const url = join(started.repository.state, 'hub.git');
  const git = (args: readonly string[]): string =>
    execFileSync('git', ['--git-dir', url, ...args], { encoding: 'utf8' }).trim();
  const ref = (ticket: string): string => `refs/gauntlet/keep/candidate/e1/${ticket}`;
  const [older, newer] = ['one', 'two'].map((message) =>
    git(['-c', 'user.name=A', '-c', 'user.email=a@b', 'commit-tree', '-m', message, started.base.tree]),
  ) as [string, string];
  git(['update-ref', ref('API-1'), older]);
  git(['update-ref', ref('API-10'), older]);
  const worker = await emptyRepository('worker');
  await worker.exchange('e1', url).fetch('API-1', false);
  expect(await (await worker.hub()).commit(older)).toMatchObject({ tree: started.base.tree });
  await worker.exchange('e1', url).fetch(null, true);
  git(['update-ref', ref('API-10'), newer]);
  await worker.exchange('e1', url).push('API-1', false);
  expect(git(['rev-parse', ref('API-10')])).toBe(newer);
});

/** Refs of a hub, by what follows `refs/gauntlet/keep/`. */
function refsIn(gitDir: string) {
  const git = (args: readonly string[]): string =>
    execFileSync('git', ['--git-dir', gitDir, ...args], { encoding: 'utf8' }).trim();
  const name = (ref: string): string => `refs/gauntlet/keep/${ref}`;
  return {
    commit: (tree: string, message: string): string =>
      git(['-c', 'user.name=A', '-c', 'user.email=a@b', 'commit-tree', '-m', message, tree]),
    set: (ref: string, commit: string): string => git(['update-ref', name(ref), commit]),
    at: (ref: string): string => git(['for-each-ref', '--format=%(objectname)', name(ref)]),
    names: (): readonly string[] =>
      git(['for-each-ref', '--format=%(refname)'])
        .split('\n')
        .map((ref) => ref.slice(name('').length)),
  };
}

test('BEYOND-08 an epic brings along nothing of another whose name begins alike', async () => {
  const started = await startEpic(sampleRepository());
  const url = join(started.repository.state, 'hub.git');
  const shared = refsIn(url);
  const commit = shared.commit(started.base.tree, 'of another epic');
  for (const ref of ['sync/API-2', 'ticks/API-2', 'ticks/API']) shared.set(ref, commit);
  const worker = await emptyRepository('worker');
  await worker.exchange('API', url).fetch(null, true);
  const here = refsIn(join(worker.state, 'hub.git'));
  expect(here.at('ticks/API')).toBe(commit);
  expect(here.names().filter((name) => name.includes('API-2'))).toEqual([]);
});

test('BEYOND-08 a worker that comes late brings back no older candidate of its ticket', async () => {
  const started = await startEpic(sampleRepository());
  const url = join(started.repository.state, 'hub.git');
  const shared = refsIn(url);
  const [older, newer] = ['older', 'newer'].map((word) => shared.commit(started.base.tree, word));
  shared.set('candidate/e1/T-1', older ?? '');
  const worker = await emptyRepository('worker');
  await worker.exchange('e1', url).fetch('T-1', true);
  shared.set('candidate/e1/T-1', newer ?? '');
  await worker.exchange('e1', url).push('T-1', false);
  expect(shared.at('candidate/e1/T-1')).toBe(newer);
});

test('BEYOND-08 BEYOND-12 nothing is written over what another wrote after one was let go on, nor where one is not', async () => {
  const started = await startEpic(sampleRepository());
  const url = join(started.repository.state, 'hub.git');
  const shared = refsIn(url);
  const theirs = shared.commit(started.base.tree, 'of the next run of that name');
  const worker = await emptyRepository('worker');
  const refused = { permit: async () => Promise.reject(new Error('that run was undone')) };
  const late = { permit: async () => void shared.set('ticket/e1/T-1/7', theirs) };
  await worker.exchange('e1', url).fetch('T-1', true);
  const elsewhere = { workspaces: worker.workspaces('e1'), base: started.base };
  const workspace = await workOn(elsewhere, 'T-1', { 'b.txt': 'new\n' });
  const { commit } = await elsewhere.workspaces.deliver(workspace, 'T-1', 7, 'Do it');
  await expect(worker.exchange('e1', url, refused).push('T-1', false)).rejects.toThrow('was undone');
  expect(shared.at('ticket/e1/T-1/7')).toBe('');
  await expect(worker.exchange('e1', url, late).push('T-1', false)).rejects.toThrow('could not be pushed');
  expect(shared.at('ticket/e1/T-1/7')).toBe(theirs);
  // Who may write and sees what is there writes over it.
  await worker.exchange('e1', url).push('T-1', false);
  expect(shared.at('ticket/e1/T-1/7')).toBe(commit);
});

test('BEYOND-08 what two surveys of one audit have merged is kept for both, whoever comes late and whatever is fetched meanwhile', async () => {
  const started = await startEpic(sampleRepository());
  const url = join(started.repository.state, 'hub.git');
  const workspace = await workOn(started, 'fix-1', { 'b.txt': 'new\n' });
  const { commit } = await started.workspaces.deliver(workspace, 'fix-1', 3, 'Fix it');
  const survey = async (machine: Repository, run: number): Promise<string> => {
    await machine.exchange('e1', url).fetch(null, true);
    const asked = { commit, tip: started.base.commit, ticket: 'audit-m1', run, title: 'x', at: run * 1000 };
    const merged = await machine.lander('e1').merge({ ...asked, isTrial: true });
    return merged.kind === 'merged' ? merged.commit : '';
  };
  const [first, second] = [await emptyRepository('first'), await emptyRepository('second')];
  const early = await survey(first, 4);
  const later = await survey(second, 5);
  await second.exchange('e1', url).push('audit-m1', false);
  await first.exchange('e1', url).fetch('T-1', true);
  await first.exchange('e1', url).push('audit-m1', false);
  const third = await emptyRepository('third');
  await third.exchange('e1', url).fetch('audit-m1', false);
  const hub = await third.hub();
  for (const each of [early, later]) expect(await hub.commit(each)).toMatchObject({ commit: each });
  expect(early).not.toBe(later);
});

test('BEYOND-13 BEYOND-12 what a coordinator merged from the base or took back goes to the others with what it shares', async () => {
  const started = await startEpic(sampleRepository());
  const machine = await emptyRepository('second');
  const url = join(started.repository.state, 'hub.git');
  await machine.exchange('e1', url).fetch(null, true);
  const here = refsIn(join(machine.state, 'hub.git'));
  const [synced, undone] = ['synced', 'undone'].map((word) => here.commit(started.base.tree, word));
  here.set('sync/e1', synced ?? '');
  here.set('candidate/e1/T-1', undone ?? '');
  await machine.exchange('e1', url).push('baseline', true);
  await machine.exchange('e1', url).push('T-1', true);
  expect([refsIn(url).at('sync/e1'), refsIn(url).at('candidate/e1/T-1')]).toEqual([synced, undone]);
});

test('BEYOND-12 what comes while an epic is put aside is not thrown away', async () => {
  const started = await startEpic(sampleRepository());
  const url = join(started.repository.state, 'hub.git');
  const shared = refsIn(url);
  const [old, late] = ['old', 'late'].map((word) => shared.commit(started.base.tree, word));
  shared.set('ticket/e1/T-1/7', old ?? '');
  const machine = await emptyRepository('second');
  let asked = 0;
  const permit = async (): Promise<void> => {
    asked += 1;
    if (asked === 2) shared.set('ticket/e1/T-1/7', late ?? '');
  };
  const exchange = machine.exchange('e1', url, { permit });
  await expect(exchange.putAside('e1-1')).rejects.toThrow('could not be pushed');
  expect(shared.at('ticket/e1/T-1/7')).toBe(late);
  await exchange.putAside('e1-1');
  expect([shared.at('ticket/e1'), shared.at('undone/e1-1/ticket/T-1/7')]).toEqual(['', late]);
});

test('BEYOND-12 what is put aside of an epic is all that any machine has left, also what this one has never seen', async () => {
  const started = await startEpic(sampleRepository());
  const url = join(started.repository.state, 'hub.git');
  const shared = refsIn(url);
  const late = shared.commit(started.base.tree, 'left late by a worker');
  const machine = await emptyRepository('second');
  await machine.exchange('e1', url).fetch(null, true);
  shared.set('ticket/e1/T-1/7', late);
  shared.set('sync/e1', late);
  await machine.exchange('e1', url).putAside('e1-1');
  expect([shared.at('ticket/e1'), shared.at('sync/e1')]).toEqual(['', '']);
  expect([shared.at('undone/e1-1/ticket/T-1/7'), shared.at('undone/e1-1/sync')]).toEqual([late, late]);
  const third = await emptyRepository('third');
  expect(await third.exchange('e1', url).undoneNames()).toEqual(['e1-1']);
  expect(await third.lander('e1').freeUndoneRef(['e1-1'])).toBe('refs/gauntlet/undone/e1/2');
  await third.exchange('e1', url).bringUndone('e1-1');
  expect(await (await third.hub()).commit(late)).toMatchObject({ tree: started.base.tree });
});

test(
  'a hub that accepts and then says nothing is given up, whatever the way to it',
  { timeout: 60_000 },
  async () => {
    const { repository } = await startEpic(sampleRepository());
    const connections = new Set<Socket>();
    const server = createServer((socket) => void connections.add(socket)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    // An ssh that connects and never hears of the other side, and has a child that holds its pipes.
    const ssh = join(repository.state, 'silent-ssh');
    fs.writeFileSync(ssh, '#!/bin/sh\nsleep 1000 &\nwait\n', { mode: 0o755 });
    vi.stubEnv('GIT_SSH_COMMAND', `'${ssh}'`);
    onTestFinished(() => {
      vi.unstubAllEnvs();
      for (const socket of connections) socket.destroy();
      server.close();
    });
    const there = `127.0.0.1:${port}/hub.git`;
    for (const url of [`git://${there}`, `http://${there}`, 'ssh://git@127.0.0.1/hub.git']) {
      const exchange = repository.exchange('e1', url, { silentMs: 1000 });
      await expect(exchange.fetch('T-1', true)).rejects.toThrow(
        `from the hub ${url.replace('git@', '***@')}: error: it was silent for 1s`,
      );
    }
  },
);

/** A hub behind ssh that says nothing once it has taken what is pushed, until it may go on. */
async function hubThatPauses() {
  const { repository } = await startEpic(sampleRepository());
  const top = fs.mkdtempSync(join(tmpdir(), 'gauntlet-hub-'));
  const [gitDir, paused, goOn, ssh] = ['hub.git', 'paused', 'go-on', 'ssh'].map((name) =>
    join(top, name),
  ) as [string, string, string, string];
  execFileSync('git', ['init', '--quiet', '--bare', gitDir]);
  execFileSync('git', ['--git-dir', gitDir, 'config', 'receive.keepAlive', '0']);
  execFileSync('mkfifo', [paused, goOn]);
  const hook = `#!/bin/sh\necho paused >'${paused}'\nread -r word <'${goOn}'\n`;
  fs.mkdirSync(join(gitDir, 'hooks'), { recursive: true });
  fs.writeFileSync(join(gitDir, 'hooks', 'pre-receive'), hook, { mode: 0o755 });
  fs.writeFileSync(ssh, '#!/bin/sh\nunset GIT_TRACE_PACKET\nfor asked; do :; done\nexec sh -c "$asked"\n', {
    mode: 0o755,
  });
  vi.stubEnv('GIT_SSH_COMMAND', `'${ssh}'`);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
    fs.rmSync(top, { recursive: true, force: true });
  });
  const pushed = repository.exchange('e1', `ssh://git@127.0.0.1${gitDir}`).push('T-1', true);
  pushed.catch(() => undefined);
  await Promise.race([fs.promises.readFile(paused), pushed]);
  const pass = async (seconds: number): Promise<void> => {
    // All that git said before the pause is read by then.
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
    await vi.advanceTimersByTimeAsync(seconds * 1000);
  };
  return { pushed, pass, goOn: () => fs.promises.writeFile(goOn, 'go\n'), refs: refsIn(gitDir) };
}

test('a hub that has answered may be busy and silent for some minutes', async () => {
  const hub = await hubThatPauses();
  await hub.pass(290);
  await Promise.race([hub.goOn(), hub.pushed]);
  await hub.pushed;
  expect(hub.refs.names()).not.toEqual(['']);
});

test('a hub that goes silent in the middle is given up after five minutes', async () => {
  const hub = await hubThatPauses();
  await hub.pass(301);
  await expect(hub.pushed).rejects.toThrow('error: it was silent for 5m00s');
});

test('a hub that is not there, and an address that is none, are refused without a password in the words', async () => {
  const { repository } = await startEpic(sampleRepository());
  const gone = repository.exchange('e1', 'https://127.0.0.1:9/none.git');
  const said = await gone.fetch(null, true).then(
    () => '',
    (error: Error) => error.message,
  );
  expect(said).toContain('could not be fetched from the hub https://127.0.0.1:9/none.git');
  for (const address of ['https://me:hunter2@h/x.git', 'https://token@h/x.git', 'ssh://me:hunter2@h/x.git'])
    expect(() => repository.exchange('e1', address)).toThrow('has a login in it');
  for (const address of ['--upload-pack=touch x', 'ext::sh -c touch% x', 'relative/path', 'https://a b'])
    expect(() => repository.exchange('e1', address)).toThrow('is not the address of a git repository');
});

test('damaged objects do not get into the hub', async () => {
  const started = await startEpic(sampleRepository());
  const evil = sampleRepository();
  const file = join(evil.path, 'tree');
  // A tree with an entry called ".git": checking out such a commit would replace a repository's settings.
  const blob = evil.git(['hash-object', '-w', join(evil.path, 'a.txt')]);
  fs.writeFileSync(file, Buffer.concat([Buffer.from('100644 .git\0'), Buffer.from(blob, 'hex')]));
  const tree = evil.git(['hash-object', '-w', '-t', 'tree', '--literally', file]);
  const commit = evil.git(['commit-tree', '-m', 'evil', tree]);
  evil.git(['update-ref', 'refs/gauntlet/keep/ticket/e1/T-1/1', commit]);
  await expect(started.repository.exchange('e1', join(evil.path, '.git')).fetch('T-1', true)).rejects.toThrow(
    'could not be fetched',
  );
  await expect(started.hub.commit(commit)).rejects.toThrow('is not a commit of the hub');
});
