// Branches of different agents and a pull request, against a bare repository and a scripted forge.
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import type { Event } from '../../src/model/events.ts';
import { reviewFailed } from '../support/answers.ts';
import { type Ended, EpicRun, patience } from '../support/epic-run.ts';
import { FakeForge } from '../support/fake-forge.ts';
import { doneTwice, landedOn, unprovedOn } from '../support/proved-branch.ts';
import { branch, type Landing, queueWorld, remote, type Told } from '../support/queue-world.ts';

/** The two that wait for their check do so until they are called off. */
const check = `if grep -rn BROKEN parts; then exit 1; fi
if [ -f parts/pair-1.txt ] && [ -f parts/pair-2.txt ]; then echo "the pair clashes"; exit 1; fi
for part in parts/gone.txt parts/moved.txt; do
  if grep -q waits "$part" 2>/dev/null; then exec 3<>/dev/tcp/127.0.0.1/PORT; echo "$part" >&3; read -r answer <&3; fi
done
`;

/** Says which checks have come and wait; nobody is answered. */
function waitingRoom(): { server: Server; has: (part: string) => Promise<void> } {
  const here = new Set<string>();
  const waiting: (() => void)[] = [];
  const server = createServer((socket) => {
    socket.setEncoding('utf8').on('data', (line: string) => {
      here.add(line.trim());
      for (const look of waiting) look();
    });
    socket.on('error', () => undefined);
  });
  const has = (part: string): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => void (here.has(part) && resolve());
      waiting.push(look);
      look();
    });
  return { server, has };
}

/** Somebody else pushes to main, as people do: on top of what is there, and again where another was faster. */
function pushForeign(at: EpicRun): string {
  for (;;) {
    at.git('fetch', '--quiet', 'origin', 'main');
    const commit = branch(at, 'foreign', { 'parts/foreign.txt': 'x\n' }, 'FETCH_HEAD');
    try {
      at.git('push', '--quiet', 'origin', 'foreign:main');
      return commit;
    } catch {
      // The queue has landed something in between.
    }
  }
}

function eventsOf(at: EpicRun, run: string): Promise<readonly Event[]> {
  return at.ask('events', '--json', run).then(({ stdout }) =>
    stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Event),
  );
}

describe('ten branches of different agents', () => {
  const names = ['green-1', 'green-2', 'alone-1', 'alone-2', 'pair-1', 'pair-2', 'clash', 'moved', 'gone'];
  const { server, has } = waitingRoom();
  const forge = new FakeForge();
  let at: EpicRun;
  let ended: Ended;
  let told: Landing;
  let events: readonly Event[];
  let foreign: string;

  const env = () => ({
    GITHUB_REPOSITORY: 'o/r',
    GITHUB_API_URL: forge.url,
    GITHUB_TOKEN: 'token-of-the-test',
  });

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    await forge.open();
    at = queueWorld({
      'check.sh': check.replace('PORT', String((server.address() as AddressInfo).port)),
      'parts/shared.txt': 'base\n',
    });
    remote(at);
    branch(at, 'green-1', { 'parts/shared.txt': 'one\n' });
    branch(at, 'green-2', { 'parts/green-2.txt': 'x\n' });
    for (const name of ['alone-1', 'alone-2']) branch(at, name, { [`parts/${name}.txt`]: 'BROKEN\n' });
    for (const name of ['pair-1', 'pair-2']) branch(at, name, { [`parts/${name}.txt`]: 'x\n' });
    branch(at, 'clash', { 'parts/shared.txt': 'two\n' });
    for (const name of ['moved', 'gone']) branch(at, name, { [`parts/${name}.txt`]: 'waits\n' });
    const pull = branch(at, 'pull', { 'parts/pull.txt': 'x\n' });
    at.git('push', '--quiet', 'origin', 'main', ...names, `${pull}:refs/pull/1/head`);
    at.git('branch', '--quiet', '-D', 'pull', ...names);
    Object.assign(forge.addPull('theirs', pull), { title: 'Add the pull part' });
    const words = ['land', ...names, '--pr', '1', '--onto', 'main', '--push', '--no-input', '--json'];
    const running = at.start(words, env());
    await Promise.all([has('parts/moved.txt'), has('parts/gone.txt')]);
    // Somebody pushes to main, somebody to a branch that is being checked; another branch is deleted.
    foreign = pushForeign(at);
    branch(at, 'moved', { 'parts/moved.txt': 'moved on\n' });
    at.git('push', '--quiet', 'origin', '+moved', ':gone');
    at.git('branch', '--quiet', '-D', 'moved', 'foreign');
    ended = await running.ended;
    told = JSON.parse(ended.stdout) as Landing;
    events = await eventsOf(at, told.run);
  }, patience);
  afterAll(async () => {
    at.remove();
    server.close();
    await forge.close();
  });

  const entry = (name: string): Told | undefined => told.entries.findLast((each) => each.branch === name);

  test('QUEUE-05 every good branch lands, whoever made it, and the remote has the very commits that were gated', () => {
    expect(ended.code, ended.stderr).toBe(1);
    const landed = told.entries.filter(({ status }) => status === 'landed').map((each) => each.branch);
    expect(landed).toEqual(
      expect.arrayContaining(['origin/green-1', 'origin/green-2', 'origin/moved', '#1']),
    );
    expect(landed).toHaveLength(5);
    at.git('fetch', '--quiet', 'origin', 'main');
    expect(at.git('rev-parse', 'FETCH_HEAD')).toBe(told.pushed);
    expect(at.git('show', 'FETCH_HEAD:parts/moved.txt')).toBe('moved on');
    const onBranch = landedOn((...args) => at.git(...args), 'main..FETCH_HEAD');
    expect(
      unprovedOn(
        onBranch.filter(({ ticket }) => ticket !== ''),
        events,
      ),
    ).toEqual([]);
    expect(onBranch.filter(({ ticket }) => ticket !== '')).toHaveLength(5);
    expect(doneTwice(events)).toEqual([]);
  });

  test('QUEUE-05 an ejection is never silent: each returned branch says why in one line', () => {
    expect(entry('origin/alone-1')?.because).toMatch(/its checks fail: .*parts.*BROKEN/);
    expect(entry('origin/alone-2')?.because).toMatch(/its checks fail: .*parts.*BROKEN/);
    expect(entry('origin/clash')?.because).toMatch(/conflicts with landed work: parts\/shared.txt$/);
    expect(entry('origin/gone')?.because).toBe('origin/gone was deleted');
    const pair = ['origin/pair-1', 'origin/pair-2'].map(entry);
    expect(new Set(pair.map((each) => each?.status))).toEqual(new Set(['landed', 'returned']));
    expect(pair.find((each) => each?.status === 'returned')?.because).toMatch(/the pair clashes/);
    const returned = told.entries.filter(({ status }) => status === 'returned');
    expect(returned).toHaveLength(5);
    expect(returned.filter(({ because }) => because === '' || because.includes('\n'))).toEqual([]);
  });

  test('QUEUE-05 a branch that is pushed again while it is queued is queued anew, at its new commit', () => {
    const moved = told.entries.filter((each) => each.branch === 'origin/moved');
    expect(moved.map(({ status }) => status)).toEqual(['replaced', 'landed']);
    expect(moved[0]?.because).toMatch(/origin\/moved was pushed again, now at [0-9a-f]{12}/);
  });

  test('QUEUE-05 a refused push is fetched and merged through the checks, and everything goes on', () => {
    expect(ended.stderr).toContain('somebody else has pushed to main');
    expect(events.filter(({ type }) => type === 'base_synced').length).toBeGreaterThan(0);
    expect(() => at.git('merge-base', '--is-ancestor', foreign, told.pushed)).not.toThrow();
  });

  test('QUEUE-05 the entry and the commit say what was not checked', () => {
    const { notChecked } = entry('#1') ?? {};
    expect(notChecked).toEqual(['scope', 'acceptance criteria', 'audit', 'review']);
    const message = at.git('log', '--first-parent', '--grep=pull part', '--format=%B', told.pushed);
    expect(message).toContain('Merge pr-1 into epic: Add the pull part (#1)');
    expect(message).toContain('Gate: checks');
  });

  test('QUEUE-05 no developer is sent, and the forge is only read', async () => {
    expect(await at.starts()).toEqual([]);
    expect(forge.writes()).toEqual([]);
    expect(ended.stdout + ended.stderr).not.toContain('token-of-the-test');
  });

  test(
    'QUEUE-05 the same commit is not taken twice: one that landed is there, one that was returned says by what',
    async () => {
      const again = await at.start(['land', 'green-1', 'alone-1', '--push', '--no-input', '--json'], env())
        .ended;
      expect(again.code).toBe(1);
      expect((JSON.parse(again.stdout) as Landing).entries).toMatchObject([
        { branch: 'origin/green-1', status: 'landed', because: 'main already contains it' },
        {
          branch: 'origin/alone-1',
          status: 'returned',
          because: expect.stringContaining('returned by land-main'),
        },
      ]);
    },
    patience,
  );

  test('QUEUE-05 status, events and reports show the queue as any run', async () => {
    const status = await at.ask('status', told.run, '--json');
    expect(JSON.parse(status.stdout)).toMatchObject({ epic: 'land-main', status: 'partial' });
    expect((await at.ask('events', told.run, '--verify')).code).toBe(0);
    const why = await at.ask('why', 'clash', '--epic', told.run);
    expect(why.stdout).toContain('parts/shared.txt');
  });
});

describe('a queue without a remote', () => {
  let at: EpicRun;
  afterEach(() => at.remove());

  test(
    'QUEUE-05 with --review a critic judges each branch; nothing is pushed, and your checkout stays as it is',
    async () => {
      at = new EpicRun({
        tickets: [{ id: 'UNUSED' }],
        config: { verify: [{ id: 'parts', run: 'sh check.sh' }] },
        playbook: [{ role: 'critic', ticket: 'poor', say: reviewFailed(['parts/poor.txt:1: no']) }],
      });
      branch(at, 'good', { 'parts/good.txt': 'x\n' });
      branch(at, 'poor', { 'parts/poor.txt': 'x\n' });
      const before = at.git('rev-parse', 'main');
      const ended = await at.gauntlet('land', 'good', 'poor', '--review', '--no-input');
      expect([ended.code, ended.stdout], ended.stderr).toEqual([1, expect.stringMatching(/^landed +good /m)]);
      expect(ended.stdout).toMatch(/^returned +poor .*the critic found problems that must be fixed: no/m);
      expect((await at.starts()).map(({ role }) => role)).toEqual(['critic', 'critic']);
      expect(at.git('log', '-1', '--format=%B', 'epic/land-main')).toContain('Gate: checks, review');
      expect([at.git('rev-parse', 'main'), at.git('status', '--porcelain')]).toEqual([before, '']);
      // What landed and is not merged yet is what the next branch lands on.
      branch(at, 'next', { 'parts/next.txt': 'x\n' });
      const next = await at.gauntlet('land', 'next', '--no-input');
      expect([next.code, next.stderr]).toEqual([
        0,
        expect.stringContaining('continuing from epic/land-main'),
      ]);
      expect(at.git('ls-tree', '--name-only', 'epic/land-main-2', 'parts/')).toContain('parts/good.txt');
      // A remote that appears later gets all of it.
      at.git('init', '--quiet', '--bare', '--initial-branch=main', join(at.folder, 'up.git'));
      at.git('remote', 'add', 'origin', join(at.folder, 'up.git'));
      at.git('push', '--quiet', 'origin', 'main');
      const pushed = await at.gauntlet('land', '--push', '--no-input');
      expect([pushed.code, pushed.stdout], pushed.stderr).toEqual([
        0,
        expect.stringContaining('on main of origin'),
      ]);
      expect(at.git('ls-remote', 'origin', 'main')).toContain(at.git('rev-parse', 'epic/land-main-2'));
    },
    patience,
  );

  test(
    'QUEUE-05 a branch that is brought while the queue runs joins it, and whoever brought it waits for the answer',
    async () => {
      const { server, has } = waitingRoom();
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      try {
        at = queueWorld({
          'check.sh': check.replace('PORT', String((server.address() as AddressInfo).port)),
        });
        branch(at, 'gone', { 'parts/gone.txt': 'waits\n' });
        branch(at, 'late', { 'parts/late.txt': 'x\n' });
        const first = at.start(['land', 'gone', '--no-input', '--json']);
        await has('parts/gone.txt');
        const second = await at.start(['land', 'late', '--no-input', '--json']).ended;
        expect([second.code, second.stderr]).toEqual([0, expect.stringContaining('queued in land-main')]);
        expect((JSON.parse(second.stdout) as Landing).entries).toMatchObject([
          { branch: 'late', status: 'landed' },
        ]);
        at.git('branch', '--quiet', '-D', 'gone');
        const { code, stdout } = await first.ended;
        expect([code, (JSON.parse(stdout) as Landing).entries]).toMatchObject([
          1,
          [
            { branch: 'gone', status: 'returned', because: 'gone was deleted' },
            { branch: 'late', status: 'landed' },
          ],
        ]);
      } finally {
        server.close();
      }
    },
    patience,
  );

  test(
    'QUEUE-05 bad input is refused with every problem at once, and nothing is started',
    async () => {
      at = queueWorld();
      const ended = await at.gauntlet('land', 'nowhere', '--pr', 'seven', '--no-input');
      expect(ended.code).toBe(2);
      expect(ended.stderr).toMatch(/no branch nowhere.*--pr takes a number, not "seven"/);
      expect((await at.ask('status')).stdout + (await at.ask('status')).stderr).toContain('nothing has run');
    },
    patience,
  );
});
