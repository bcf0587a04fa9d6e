// What a queue of branches must never do: land elsewhere, push what nobody brought, drop what landed, end as if all was well.
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';

import { afterEach, expect, test } from 'vitest';

import type { Event } from '../../src/model/events.ts';
import { type EpicRun, patience } from '../support/epic-run.ts';
import { landedOn, unprovedOn } from '../support/proved-branch.ts';
import { branch, type Landing, queueWorld, remote, type Told } from '../support/queue-world.ts';

let at: EpicRun;
afterEach(() => at.remove());

const check = { 'check.sh': 'if grep -rn BROKEN parts; then exit 1; fi\n' };

type Said = { readonly code: number | null; readonly entries: readonly Told[]; readonly stderr: string };

async function land(...words: readonly string[]): Promise<Said> {
  const { code, stdout, stderr } = await at.gauntlet('land', ...words, '--no-input', '--json');
  const entries = stdout.startsWith('{') ? (JSON.parse(stdout) as Landing).entries : [];
  return { code, entries, stderr };
}

const shown = ({ entries }: Said) => entries.map((each) => `${each.branch} ${each.status}`);

/** Whether a branch of origin, or here, has a commit. */
function has(ref: string, commit: string): boolean {
  const refs = ref.startsWith('origin/') ? at.git('ls-remote', 'origin', ref.slice(7)).split('\t')[0] : ref;
  try {
    at.git('merge-base', '--is-ancestor', commit, refs ?? '');
    return true;
  } catch {
    return false;
  }
}

/** Somebody else is faster than the next push. */
function atFirstPush(command: string): void {
  const hook = join(at.repository, '.git', 'hooks', 'pre-push');
  mkdirSync(dirname(hook), { recursive: true });
  writeFileSync(hook, `#!/bin/sh\nrm -f "$0"\n${command}\n`, { mode: 0o755 });
}

test(
  'QUEUE-05 branches land on the branch that was asked for, however alike its name is to another',
  async () => {
    at = queueWorld(check);
    remote(at);
    for (const onto of ['release', 'release-2']) at.git('push', '--quiet', 'origin', `main:${onto}`);
    const [a, b] = ['a', 'b'].map((name) => branch(at, name, { [`parts/${name}.txt`]: 'x\n' }));
    expect(shown(await land('a', '--onto', 'release-2', '--push'))).toEqual(['a landed']);
    expect(shown(await land('b', '--onto', 'release', '--push'))).toEqual(['b landed']);
    at.git('fetch', '--quiet', 'origin');
    const where = (commit = '') =>
      ['release', 'release-2'].filter((onto) => has(`origin/${onto}`, commit)).join();
    expect([where(a), where(b)]).toEqual(['release-2', 'release']);
  },
  patience,
);

test(
  'QUEUE-05 a local commit that nobody brought is never pushed, and a queue with --push is joined only with it',
  async () => {
    at = queueWorld(check);
    remote(at);
    const own = branch(at, 'main', { 'notes.txt': 'not for others\n' });
    const a = branch(at, 'a', { 'parts/a.txt': 'x\n' }, 'origin/main');
    expect(shown(await land('a'))).toEqual(['a landed']);
    const pushed = await land('--push');
    expect([pushed.code, pushed.stderr]).toEqual([2, expect.stringContaining('to have it there')]);
    expect(has('origin/main', own)).toBe(false);
    expect(shown(await land('a', '--push'))).toEqual(['a landed']);
    expect([has('origin/main', own), has('origin/main', a)]).toEqual([false, true]);
    // Landed without --push, on commits that origin has: another branch does not take it along.
    at.git('reset', '--quiet', '--hard', 'origin/main');
    at.git('pull', '--quiet', 'origin', 'main');
    const c = branch(at, 'c', { 'parts/c.txt': 'x\n' });
    branch(at, 'd', { 'parts/d.txt': 'x\n' });
    expect(shown(await land('c'))).toEqual(['c landed']);
    expect(shown(await land('d', '--push'))).toEqual(['d landed']);
    expect(has('origin/main', c)).toBe(false);
  },
  patience,
);

test(
  'QUEUE-05 what landed on a branch that the target has left behind lands again when it is named, and is never said to be there',
  async () => {
    at = queueWorld(check);
    const x = branch(at, 'x', { 'parts/x.txt': 'x\n' });
    branch(at, 'y', { 'parts/y.txt': 'x\n' });
    branch(at, 'z', { 'parts/z.txt': 'x\n' });
    expect(shown(await land('x'))).toEqual(['x landed']);
    branch(at, 'main', { 'notes.txt': 'x\n' });
    const without = await land('y');
    expect(without.stderr).toContain('x landed on epic/land-main, which is not part of main');
    expect(has('epic/land-main-2', x)).toBe(false);
    expect(shown(await land('x', 'z'))).toEqual(['x landed', 'z landed']);
    expect(has('epic/land-main-3', x)).toBe(true);
  },
  patience,
);

test(
  'QUEUE-05 a push of somebody else that conflicts with what landed sends back that branch alone, and drops none',
  async () => {
    at = queueWorld({
      ...check,
      'parts/shared.txt': 'base\n',
    });
    remote(at);
    const theirs = branch(at, 'theirs', { 'parts/shared.txt': 'theirs\n' });
    branch(at, 'ours', { 'parts/shared.txt': 'ours\n' });
    const fine = branch(at, 'fine', { 'parts/fine.txt': 'x\n' });
    // Somebody else is faster: main moves in the moment of the first push.
    at.git('push', '--quiet', 'origin', 'theirs');
    atFirstPush(`git --git-dir=${at.folder}/up.git update-ref refs/heads/main ${theirs}`);
    const said = await land('ours', '--push');
    expect(said.stderr).toContain('starting again on top of them');
    expect([said.code, shown(said)]).toEqual([1, ['ours returned']]);
    expect(shown(await land('fine', '--push'))).toEqual(['fine landed']);
    expect(has('origin/main', fine)).toBe(true);
    expect(has('origin/main', theirs)).toBe(true);
  },
  patience,
);

test(
  'QUEUE-05 commits that were taken off the target while the queue ran are not pushed back',
  async () => {
    at = queueWorld(check);
    remote(at);
    const before = at.git('rev-parse', 'main');
    const [a, b] = ['a', 'b'].map((name) => branch(at, name, { [`parts/${name}.txt`]: 'x\n' }));
    const removed = branch(at, 'main', { 'parts/removed.txt': 'x\n' });
    at.git('push', '--quiet', 'origin', 'main');
    atFirstPush(`git --git-dir=${at.folder}/up.git update-ref refs/heads/main ${before}`);
    const said = await land('a', 'b', '--push');
    expect(said.stderr).toContain('main of origin no longer contains the commits that this run began at');
    expect([...shown(said)].sort()).toEqual(['a landed', 'b landed']);
    at.git('fetch', '--quiet', 'origin', 'main');
    expect([a, b, removed].map((commit) => has('origin/main', commit ?? ''))).toEqual([true, true, false]);
    // A plain push would make a branch that somebody has deleted.
    at.git(`--git-dir=${at.folder}/up.git`, 'symbolic-ref', 'HEAD', 'refs/heads/other');
    branch(at, 'c', { 'parts/c.txt': 'x\n' }, 'FETCH_HEAD');
    atFirstPush(`git --git-dir=${at.folder}/up.git update-ref -d refs/heads/main`);
    expect((await land('c', '--push')).stderr).toContain('there is no branch origin/main');
    expect(at.git('ls-remote', 'origin')).toBe('');
  },
  patience,
);

test(
  'QUEUE-05 a branch is not charged with what was wrong where it was cut, and is with what it brings itself',
  async () => {
    at = queueWorld({ 'check.sh': `${check['check.sh']}bash rule.sh\n`, 'rule.sh': 'exit 1\n' });
    for (const name of ['old', 'bad', 'next'])
      branch(at, name, { [`parts/${name}.txt`]: name === 'bad' ? 'BROKEN\n' : 'x\n' });
    branch(at, 'main', { 'rule.sh': 'test ! -f parts/old.txt || test ! -f parts/next.txt\n' });
    const said = await land('old', 'bad');
    expect([...shown(said)].sort()).toEqual(['bad returned', 'old landed']);
    expect(said.entries.find(({ branch: name }) => name === 'bad')?.because).toContain('BROKEN');
    // Green by itself and by the rule; with what has landed it is red.
    expect(shown(await land('next'))).toEqual(['next returned']);
    const [only] = landedOn((...args) => at.git(...args), 'main..epic/land-main');
    const events = await at.ask('events', '--json', 'land-main');
    const journal = events.stdout.split('\n').filter((line) => line !== '');
    expect(
      unprovedOn(
        only === undefined ? [] : [only],
        journal.map((line) => JSON.parse(line) as Event),
      ),
    ).toEqual([]);
  },
  patience,
);

test(
  'QUEUE-05 a call that goes on with a run says one thing about a branch',
  async () => {
    at = queueWorld({ 'check.sh': 'exit 1\n' });
    branch(at, 'a', { 'parts/a.txt': 'x\n' });
    for (const words of [['a'], ['a'], []]) {
      const said = await land(...words);
      expect([said.code, shown(said)]).toEqual([3, ['a queued']]);
    }
  },
  patience,
);

test.each([false, true])(
  'QUEUE-05 a queue whose base is red takes the repair of its target by itself and goes on (pushed: %s)',
  async (isPushed) => {
    at = queueWorld({ 'check.sh': 'test -f repaired\n' });
    if (isPushed) remote(at);
    const push = isPushed ? ['--push'] : [];
    const a = branch(at, 'a', { 'parts/a.txt': 'x\n' });
    const repair = (files: Readonly<Record<string, string>>): void => {
      branch(at, 'main', files);
      if (isPushed) at.git('push', '--quiet', '--force', 'origin', 'main');
    };
    const red = await land('a', ...push);
    expect([red.code, shown(red)]).toEqual([3, ['a queued']]);
    expect(red.entries[0]?.because).toContain('the checks are red on main. Fix it there');
    repair({ 'notes.txt': 'no repair\n' });
    const still = await land('a', ...push);
    expect([still.code, still.stderr]).toEqual([3, expect.stringContaining('checks still fail with')]);
    repair({ repaired: 'x\n' });
    const green = await land('a', ...push);
    expect([green.code, shown(green)]).toEqual([0, ['a landed']]);
    expect(has(isPushed ? 'origin/main' : 'epic/land-main', a)).toBe(true);
  },
  patience,
);

test(
  'QUEUE-05 a queue whose red base was amended on its target begins again there',
  async () => {
    at = queueWorld({ 'check.sh': 'exit 1\n' });
    branch(at, 'a', { 'parts/a.txt': 'x\n' });
    branch(at, 'main', { 'notes.txt': 'x\n' });
    expect(shown(await land('a'))).toEqual(['a queued']);
    at.git('reset', '--quiet', '--hard', 'HEAD^');
    branch(at, 'main', { 'check.sh': 'true\n' });
    const said = await land('a');
    expect([said.code, shown(said)]).toEqual([0, ['a landed']]);
    expect(said.stderr).toContain('main no longer contains the commits that this run began at');
  },
  patience,
);

test(
  'QUEUE-05 one commit under two names is taken once, and a branch that bends the checks says by which option it may',
  async () => {
    at = queueWorld(check);
    branch(at, 'a', { 'parts/a.txt': 'x\n' });
    at.git('branch', 'a2', 'a');
    branch(at, 'bends', { 'check.sh': 'true\n' });
    branch(at, 'ci', { '.github/workflows/x.yml': 'on: push\n' });
    const said = await land('a', 'a2', 'bends', 'ci');
    expect([...shown(said)].sort()).toEqual(['a landed', 'a2 replaced', 'bends returned', 'ci returned']);
    const again = await land('bends', 'ci');
    for (const { because } of [...said.entries.slice(1, 3), ...again.entries])
      expect(because).toContain('allow it with --may-change');
    expect(at.git('rev-list', '--count', '--merges', 'main..epic/land-main')).toBe('1');
  },
  patience,
);

test(
  'QUEUE-05 BEYOND-09 a key that one commit adds and the next removes does not land',
  async () => {
    at = queueWorld(check);
    const key = ['AKIA', 'QJ7XW2LMT4RZ', 'P3VN'].join('');
    branch(at, 'hist', { 'parts/key.txt': `${key}\n` });
    branch(at, 'hist', { 'parts/key.txt': 'none\n' }, 'hist');
    const said = await land('hist');
    expect([said.code, shown(said), said.entries[0]?.because]).toEqual([
      1,
      ['hist returned'],
      expect.stringContaining('secret'),
    ]);
    const review = await at.gauntlet('review', 'hist', '--base', 'main', '--no-agents', '--no-checks');
    expect([review.code, review.stdout]).toEqual([1, expect.stringContaining('no-secret')]);
  },
  patience,
);

test(
  'QUEUE-05 of two calls at the same moment the later one joins the run of the other, and both get their answer',
  async () => {
    at = queueWorld(check);
    for (const name of ['a', 'b']) branch(at, name, { [`parts/${name}.txt`]: 'x\n' });
    const calls = ['a', 'b'].map((name) => at.start(['land', name, '--no-input', '--json']).ended);
    const ended = await Promise.all(calls);
    expect(ended.map(({ code, stderr }) => [code, code === 0 ? '' : stderr])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    for (const [nth, name] of ['a', 'b'].entries())
      expect((JSON.parse(ended[nth]?.stdout ?? '') as Landing).entries).toContainEqual(
        expect.objectContaining({ branch: name, status: 'landed' }),
      );
  },
  patience,
);

/** Resolves once the call waits for the run that another one drives. */
function joined({ child }: ReturnType<EpicRun['start']>): Promise<void> {
  return new Promise((resolve) => {
    child.stderr?.on('data', (text: string) => {
      if (text.includes('already running')) resolve();
    });
  });
}

test(
  'QUEUE-05 calls at the same moment lose no branch and take no commit twice, and a branch brought again gets the new answer',
  async () => {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    try {
      at = queueWorld({
        'check.sh': `${check['check.sh']}if [ -f parts/waits.txt ]; then exec 3<>/dev/tcp/127.0.0.1/${port}; read -r _ <&3; fi\n`,
      });
      const names = ['feat/a', 'feat-a', 'feat+a'];
      for (const [nth, name] of ['waits', 'bad', 'same', ...names].entries())
        branch(at, name, { [`parts/${nth === 0 ? name : nth}.txt`]: name === 'bad' ? 'BROKEN\n' : 'x\n' });
      at.git('branch', 'same-2', 'same');
      const waiting = once(server, 'connection') as Promise<[Socket]>;
      const first = at.start(['land', 'waits', '--no-input', '--json']);
      const [socket] = await waiting;
      expect(shown(await land('bad'))).toEqual(['bad returned']);
      const again = await land('bad', '--again');
      expect(again.entries.map(({ ticket, status }) => [ticket, status])).toEqual([
        ['bad', 'replaced'],
        ['bad-2', 'returned'],
      ]);
      const calls = [...names, 'same', 'same-2'].map((name) =>
        at.start(['land', name, '--no-input', '--json']),
      );
      await Promise.all(calls.map(joined));
      server.on('connection', (next) => next.end('go\n'));
      socket.end('go\n');
      const ended = await Promise.all(calls.map((call) => call.ended));
      const told = ended.map(({ stdout }) => (JSON.parse(stdout) as Landing).entries);
      expect(told.map((entries) => entries.map((each) => each.branch).join())).toEqual([
        ...names,
        expect.stringMatching(/^same(-2)?$/),
        expect.stringMatching(/^same(-2)?$/),
      ]);
      expect(told.flat().map(({ status }) => status)).toEqual(Array(5).fill('landed'));
      expect((await first.ended).code).toBe(1);
      expect(at.git('rev-list', '--count', '--first-parent', 'main..epic/land-main')).toBe('5');
    } finally {
      server.close();
    }
  },
  patience,
);

test(
  'QUEUE-05 whoever waits for a run goes on with it when its process is killed',
  async () => {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    try {
      at = queueWorld({
        'check.sh': `if [ -f parts/waits.txt ]; then exec 3<>/dev/tcp/127.0.0.1/${port}; read -r _ <&3; fi\n`,
      });
      branch(at, 'waits', { 'parts/waits.txt': 'x\n' });
      const waiting = once(server, 'connection');
      const first = at.start(['land', 'waits', '--no-input', '--json']);
      await waiting;
      const second = at.start(['land', 'waits', '--no-input', '--json']);
      await joined(second);
      server.on('connection', (socket) => socket.end('go\n'));
      first.child.kill('SIGKILL');
      const { code, stdout, stderr } = await second.ended;
      expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
      expect((JSON.parse(stdout) as Landing).entries).toMatchObject([{ branch: 'waits', status: 'landed' }]);
    } finally {
      server.close();
    }
  },
  patience,
);
