// Taking landed work back, one ticket or all of them, and keeping up with a base that moves on.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Ended, EpicRun, epicId, patience } from '../support/epic-run.ts';

let epic: EpicRun;
let ended: Ended;

beforeAll(async () => {
  epic = new EpicRun({
    files: {
      'check.sh':
        'if grep -rn BROKEN parts; then exit 1; fi\ntest ! -f parts/moved.txt || test -f parts/B.txt\n',
    },
    tickets: [{ id: 'A' }, { id: 'B' }, { id: 'TOP', needs: ['A'] }],
  });
  ended = await epic.run();
}, patience);
afterAll(() => epic.remove());

const tip = (): string => epic.git('rev-parse', 'epic/e1');
const has = (path: string, at = 'epic/e1'): boolean => epic.git('ls-tree', '--name-only', at, path) !== '';

test('BEYOND-12 a landed ticket is not undone below what was built on it: the dependents are listed', async () => {
  expect(ended.code).toBe(0);
  const before = tip();
  const refused = await epic.gauntlet('undo', 'A');
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('TOP landed on top of A');
  const dry = await epic.gauntlet('undo', 'A', '--with-dependents', '--dry-run');
  expect(dry.stdout).toContain('TOP, A');
  const told = await epic.gauntlet('undo', 'A', '--with-dependents', '--dry-run', '--json');
  expect(JSON.parse(told.stdout)).toEqual({ kind: 'dry-run', takenBack: ['TOP', 'A'] });
  expect(tip()).toBe(before);
});

test('BEYOND-12 with its dependents a ticket is undone newest first, and its commits stay in the history', async () => {
  const before = tip();
  const undone = await epic.gauntlet('undo', 'A', '--with-dependents', '--reason', 'wrong idea', '--json');
  expect([undone.code, JSON.parse(undone.stdout)]).toMatchObject([
    0,
    { kind: 'moved', takenBack: ['TOP', 'A'], commit: tip() },
  ]);
  expect((await epic.gauntlet('undo', 'A', '--dry-run')).stdout).toBe('A has not landed\n');
  expect([has('parts/A.txt'), has('parts/TOP.txt')]).toEqual([false, false]);
  expect([has('parts/A.txt', before), has('parts/TOP.txt', before)]).toEqual([true, true]);
  expect(epic.git('merge-base', '--is-ancestor', before, 'epic/e1')).toBe('');
  expect(epic.git('log', '-1', '--format=%(trailers:key=Undo,valueonly)', 'epic/e1').trim()).toBe('A');
  await epic.look();
  expect(epic.of('A', 'ticket_undone')).toMatchObject([{ by: 'ada', why: 'wrong idea', commit: tip() }]);
});

test('BEYOND-13 a base that moved on is merged into the epic branch through the checks', async () => {
  expect((await epic.gauntlet('sync')).stdout).toContain('already contains everything');
  epic.write({ 'parts/moved.txt': 'moved\n' });
  epic.git('add', '--all');
  epic.git('commit', '--quiet', '--message=The base moves');
  const base = epic.git('rev-parse', 'main');
  expect((await epic.gauntlet('sync')).code).toBe(0);
  expect(has('parts/moved.txt')).toBe(true);
  await epic.look();
  expect(epic.events().findLast(({ type }) => type === 'base_synced')).toMatchObject({ base, commit: tip() });
  expect(epic.git('rev-parse', 'main')).toBe(base);
});

test('BEYOND-12 undo goes through the gate: where the checks are red without the ticket, nothing is moved', async () => {
  const before = tip();
  const red = await epic.gauntlet('undo', 'B', '--reason', 'wrong idea');
  expect([red.code, tip()]).toEqual([1, before]);
  expect(red.stdout).toContain('parts (local): FAIL');
  await epic.look();
  expect(epic.of('B', 'ticket_undone')).toEqual([]);
});

test('BEYOND-13 a conflict is told early, a red result too, and neither moves the epic branch', async () => {
  const before = tip();
  epic.write({ 'parts/moved.txt': 'BROKEN\n' });
  epic.git('commit', '--quiet', '--all', '--message=The base breaks');
  const red = await epic.gauntlet('sync');
  expect([red.code, tip()]).toEqual([1, before]);
  expect(red.stdout).toContain('parts (local): FAIL');
  epic.git('checkout', '--quiet', '-B', 'elsewhere', 'main~2');
  epic.write({ 'parts/moved.txt': 'differently\n' });
  epic.git('add', '--all');
  epic.git('commit', '--quiet', '--message=The same file');
  const conflict = await epic.gauntlet('sync', '--base', 'elsewhere');
  expect([conflict.code, tip()]).toEqual([1, before]);
  expect(conflict.stdout).toContain('parts/moved.txt');
  expect(conflict.stdout).toContain('next:  git switch -c e1-on-base epic/e1 && git merge elsewhere ');
  expect(conflict.stdout).toContain('then:  gauntlet land e1-on-base --onto main');
});

test('BEYOND-12 a whole epic is not undone while its branch is checked out, nor without saying what it would do', async () => {
  epic.git('checkout', '--quiet', 'epic/e1');
  const refused = await epic.gauntlet('undo', epicId);
  expect(refused.code).toBe(6);
  expect(refused.stderr).toContain('checked out');
  epic.git('checkout', '--quiet', 'main');
});

test('BEYOND-12 a whole epic is undone: all of it is kept at a ref, its state is moved aside, a new run starts afresh', async () => {
  const before = tip();
  const undone = await epic.gauntlet('undo', epicId, '--reason', 'start over', '--json');
  expect(undone.code).toBe(0);
  const { ref, state } = JSON.parse(undone.stdout) as { ref: string; state: string };
  expect(ref).toBe(`refs/gauntlet/undone/${epicId}/1`);
  expect(epic.git('rev-parse', ref)).toBe(before);
  expect(epic.git('branch', '--list', 'epic/*')).toBe('');
  expect(existsSync(epic.state)).toBe(false);
  expect(readdirSync(state)).toContain('journal.db');
  epic.git('checkout', '--quiet', 'main~2');
  const again = await epic.run('run', '--base', 'main~2', '--only', 'A');
  expect(again.code).toBe(0);
  expect(epic.landed()).toEqual(['A']);
  expect(epic.git('rev-parse', ref)).toBe(before);
  const hub = join(epic.repository, '.git/gauntlet/hub.git');
  const kept = epic.git('--git-dir', hub, 'for-each-ref', '--format=%(refname)', 'refs/gauntlet/keep/undone');
  expect(kept).toContain(`undone/${epicId}-1/ticket/A/`);
});

test('BEYOND-12 an undo that is killed after it was decided is brought to its end by the next command', async () => {
  const before = tip();
  const killed = await epic.start(['undo', epicId], { GAUNTLET_KILL_AT: 'undo decided' }).ended;
  expect(killed.signal).toBe('SIGKILL');
  expect(tip()).toBe(before);
  const resumed = await epic.gauntlet('resume', epicId);
  expect(resumed.code).toBe(2);
  expect(epic.git('rev-parse', `refs/gauntlet/undone/${epicId}/2`)).toBe(before);
  expect(epic.git('branch', '--list', 'epic/*')).toBe('');
});
