import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { clusterPlace } from '../support/cluster-place.ts';
import { question } from '../support/answers.ts';
import { ClusterRun } from '../support/cluster-run.ts';
import type { Ended } from '../support/epic-run.ts';
import type { World } from '../support/world.ts';

const place = clusterPlace();
let run: ClusterRun | undefined;

async function clusterOf(world: World): Promise<ClusterRun> {
  run = new ClusterRun(world, await place().server.database());
  return run;
}

afterEach(() => {
  run?.remove();
  run = undefined;
});

/** Where the workspace of a run was. */
function pathOf(cluster: Pick<ClusterRun, 'record'>, run: number | undefined): string {
  return (cluster.record(run ?? -1, 'workspace') as { path: string }).path;
}

test('BEYOND-08 an epic on two workers lands what one machine lands, and every run is done by one of them', async () => {
  const cluster = await clusterOf({
    tickets: [{ id: 'A' }, { id: 'B' }, { id: 'C', needs: ['A', 'B'] }],
    playbook: [{ role: 'critic', ticket: 'B', try: 0, exit: 1 }],
  });
  const workers = [await cluster.worker(), await cluster.worker()];
  const ended = await cluster.coordinate().ended;
  expect(ended.code, ended.stderr).toBe(0);
  await cluster.look();
  expect(cluster.landed().toSorted()).toEqual(['A', 'B', 'C']);
  expect(cluster.git('ls-tree', '--name-only', 'epic/e1', 'parts/')).toContain('parts/C.txt');
  const starts = await cluster.starts();
  const developed = ['A', 'B', 'C'].map((ticket) => pathOf(cluster, cluster.runs(ticket, 'develop')[0]?.run));
  for (const path of developed) expect(workers.some(({ state }) => path.startsWith(state))).toBe(true);
  const tries = starts.map(({ role, ticket, attempt, try: nth }) => `${role} ${ticket} ${attempt} ${nth}`);
  expect(new Set(tries).size).toBe(tries.length);
  // What was done elsewhere can be looked at here.
  const [first] = cluster.runs('A', 'develop');
  expect(cluster.prompts('A', 'develop')[0]).toContain('Part A');
  expect(cluster.record(first?.run ?? -1, 'delivered')).toMatchObject({ problems: [] });
  const logs = await cluster.ask('logs', 'A');
  expect(logs.code, logs.stderr).toBe(0);
  for (const { child, ended: left } of workers) {
    child.kill('SIGTERM');
    expect((await left).code).toBe(0);
  }
});

test('RECOVER-01 a worker killed -9 is a stalled run: another takes the next try, and the epic ends as it should', async () => {
  const cluster = await clusterOf({
    tickets: [{ id: 'A' }],
    playbook: [{ role: 'developer', ticket: 'A', try: 0, hold: 'first' }],
  });
  const first = await cluster.worker('--lease', '2');
  const { ended } = cluster.coordinate('run', '--worker-lease', '2');
  await cluster.until('held first');
  const second = await cluster.worker('--lease', '2');
  first.child.kill('SIGKILL');
  const { code, stderr } = await ended;
  expect(code, stderr).toBe(0);
  await cluster.look();
  expect(cluster.of('A', 'agent_failed')).toMatchObject([
    { trouble: 'stall', because: 'lost contact with the machine of the worker' },
  ]);
  expect(cluster.runs('A', 'develop').map((assignment) => assignment.try)).toEqual([0, 1]);
  expect(cluster.landed()).toEqual(['A']);
  expect(pathOf(cluster, cluster.runs('A', 'develop')[1]?.run).startsWith(second.state)).toBe(true);
});

test('RECOVER-01 a worker that was stopped and comes back finds its work taken up: its late answer changes nothing', async () => {
  const cluster = await clusterOf({
    tickets: [{ id: 'A' }],
    playbook: [
      { role: 'developer', ticket: 'A', try: 0, hold: 'first', write: { 'parts/late.txt': 'late\n' } },
      { role: 'developer', ticket: 'A', try: 1, hold: 'second', write: { 'parts/A.txt': 'a\n' } },
    ],
  });
  const first = await cluster.worker('--lease', '2');
  const { ended } = cluster.coordinate('run', '--worker-lease', '2');
  await cluster.until('held first');
  first.child.kill('SIGSTOP');
  await cluster.worker('--lease', '2');
  await cluster.until('held second');
  cluster.letGo('first');
  first.child.kill('SIGCONT');
  await first.until('run 1 of e1:');
  expect(first.said()).toMatch(/run 1 of e1: (?:called off|too late)/);
  cluster.letGo('second');
  const { code, stderr } = await ended;
  expect(code, stderr).toBe(0);
  await cluster.look();
  expect(cluster.landed()).toEqual(['A']);
  expect(cluster.git('ls-tree', '-r', '--name-only', 'epic/e1')).not.toContain('late.txt');
});

test('STATE-01 a second coordinator stands by; the first killed -9, it goes on, and nothing lands twice or runs again', async () => {
  const cluster = await clusterOf({
    tickets: [{ id: 'A' }, { id: 'B', needs: ['A'] }],
    playbook: [{ role: 'developer', ticket: 'B', hold: 'b', write: { 'parts/B.txt': 'b\n' } }],
  });
  await cluster.worker();
  const first = cluster.coordinate('run', '--lease', '2');
  await cluster.until('held b');
  const second = cluster.coordinate('run', '--lease', '2');
  await new Promise<void>((resolve) => {
    second.child.stderr?.on('data', (text: string) => {
      if (text.includes('standing by: another coordinator runs this epic')) resolve();
    });
  });
  first.child.kill('SIGKILL');
  await first.ended;
  cluster.letGo('b');
  const { code, stderr } = await second.ended;
  expect(code, stderr).toBe(0);
  await cluster.look();
  expect(cluster.landed()).toEqual(['A', 'B']);
  // The developer of B was at work all the time: its run was not repeated.
  expect((await cluster.starts()).filter(({ role }) => role === 'developer')).toHaveLength(2);
});

test('BEYOND-17 a ticket that a person stops is stopped on the worker too', async () => {
  const cluster = await clusterOf({
    tickets: [{ id: 'A' }, { id: 'B' }],
    playbook: [{ role: 'developer', ticket: 'A', hold: 'never' }],
  });
  const worker = await cluster.worker('--lease', '2');
  const { ended } = cluster.coordinate();
  await cluster.until('held never');
  const said = await cluster.gauntlet('cancel', 'A', '--reason', 'not needed');
  expect(said.code, said.stderr).toBe(0);
  await ended;
  await cluster.look();
  expect(cluster.landed()).toEqual(['B']);
  expect(cluster.of('A', 'agent_failed')).toMatchObject([{ trouble: 'stopped' }]);
  expect(worker.said()).toContain('answered');
});

describe('a run that waits for a person', () => {
  let cluster: ClusterRun;
  let first: Ended;

  beforeAll(async () => {
    const url = await place().server.database();
    cluster = new ClusterRun(
      {
        tickets: [{ id: 'A' }],
        playbook: [{ role: 'developer', ticket: 'A', attempt: 0, say: question('Which of the two?') }],
      },
      url,
    );
    const worker = await cluster.worker();
    first = await cluster.coordinate().ended;
    worker.child.kill('SIGTERM');
    await worker.ended;
  });
  afterAll(() => cluster?.remove());

  test('a copy is not driven without its cluster', async () => {
    const alone = await cluster.gauntlet('resume', '--no-input');
    expect(alone.code).toBe(6);
    expect(alone.stderr).toContain('this epic runs in a cluster');
  });

  test('an epic of the same name in another repository is another epic: nothing is done to either', async () => {
    const before = await cluster.look();
    const stranger = new ClusterRun(
      { tickets: [{ id: 'A' }], files: { 'own.txt': 'another\n' } },
      cluster.url,
    );
    try {
      const { code, stderr } = await stranger.coordinate().ended;
      expect(code, stderr).toBe(6);
      expect(stderr).toContain('it belongs to another repository');
      expect(stranger.git('branch', '--list', 'epic/*')).toBe('');
    } finally {
      stranger.remove();
    }
    expect(await cluster.look()).toEqual(before);
  });

  test('LOOP-08 what is said while nobody drives the run is recorded at once, and a second answer finds no question', async () => {
    expect(first.code, first.stderr).toBe(3);
    const answer = ['decide', 'A', '--answer', '--reason', 'the first'];
    expect((await cluster.gauntlet(...answer)).code).toBe(0);
    const again = await cluster.gauntlet(...answer);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('has no open decision')]);
    await cluster.look();
    expect(cluster.of('A', 'decision_answered')).toHaveLength(1);
  });
});

test('STATE-01 a coordinator on another machine goes on through a hub that both reach, with what the first has landed', async () => {
  const cluster = await clusterOf({
    tickets: [{ id: 'A' }, { id: 'B', needs: ['A'] }],
    playbook: [{ role: 'developer', ticket: 'B', hold: 'b', write: { 'parts/B.txt': 'b\n' } }],
  });
  const hub = join(cluster.folder, 'hub.git');
  const other = join(cluster.folder, 'other machine');
  cluster.git('init', '--quiet', '--bare', hub);
  cluster.git('clone', '--quiet', cluster.repository, other);
  const worker = await cluster.worker();
  const first = cluster.coordinate('run', '--lease', '2', '--hub', `file://${hub}`);
  await cluster.until('held b');
  first.child.kill('SIGKILL');
  await first.ended;
  const second = cluster.coordinate('run', '--lease', '2', '--hub', `file://${hub}`, '--cwd', other);
  cluster.letGo('b');
  const { code, stderr } = await second.ended;
  expect(code, stderr).toBe(0);
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: other, encoding: 'utf8' });
  expect(git('ls-tree', '--name-only', 'epic/e1', 'parts/').split('\n')).toEqual(
    expect.arrayContaining(['parts/A.txt', 'parts/B.txt']),
  );
  expect(git('log', '--first-parent', '--format=%s', 'epic/e1').trim().split('\n')).toEqual([
    'Merge B into epic: Part B',
    'Merge A into epic: Part A',
    'The base',
  ]);
  // The hub holds what is exchanged, and no branch.
  expect(execFileSync('git', ['for-each-ref', 'refs/heads'], { cwd: hub, encoding: 'utf8' })).toBe('');
  expect(worker.said()).not.toContain('failed');
});
