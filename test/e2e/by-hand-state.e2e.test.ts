// Looking at a run and living beside it: other terminals, linked work trees, cleaning, deleted branches and gc.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { reviewFailed, auditFailed } from '../support/answers.ts';
import { cleanCheckout } from '../support/clean-checkout.ts';
import { type Ended, EpicRun, epicId, patience } from '../support/epic-run.ts';

let epic: EpicRun;
let ended: Ended;
const seen: { [name: string]: Ended } = {};
let linked = '';

beforeAll(async () => {
  epic = new EpicRun({
    tickets: [{ id: 'HELD' }, { id: 'SENT' }, { id: 'NEXT', needs: ['HELD'] }],
    playbook: [
      { role: 'developer', ticket: 'HELD', hold: 'held', write: { 'parts/HELD.txt': 'HELD\n' } },
      { role: 'critic', ticket: 'SENT', attempt: 0, say: reviewFailed(['parts/SENT.txt:1: no']) },
      { role: 'auditor', ticket: 'SENT', attempt: 1, say: auditFailed(['AC1: FAILED - no']) },
    ],
  });
  linked = join(epic.folder, 'linked');
  epic.git('worktree', 'add', '--quiet', '-b', 'elsewhere', linked);
  const running = epic.start(['run', 'epic.yaml', '--no-input']);
  await epic.until('held held');
  seen['status'] = await epic.ask('status', '--json');
  seen['linked'] = await epic.ask('status', '--json', '--cwd', linked);
  seen['events'] = await epic.ask('events', '--json', '--cwd', linked);
  seen['resume'] = await epic.gauntlet('resume', '--no-input', '--cwd', linked);
  seen['undo'] = await epic.gauntlet('undo', epicId);
  // What is on its way to a branch that does not name it yet is rubbish to a gc that spares nothing: nobody is landing.
  await epic.untilEvent('task_complete', 'SENT');
  // The user goes on with their own life: everything that is not committed goes, the base branch and its past too.
  epic.git('checkout', '--quiet', '-b', 'mine');
  epic.git('commit', '--quiet', '--allow-empty', '--message=Mine');
  epic.git('branch', '--quiet', '-D', 'main');
  await cleanCheckout(epic);
  epic.git('reflog', 'expire', '--expire=now', '--all');
  epic.git('gc', '--quiet', '--prune=now');
  epic.letGo('held');
  ended = await running.ended;
  await epic.look();
}, patience);
afterAll(() => epic.remove());

type Status = {
  readonly status: string;
  readonly tickets: readonly { readonly id: string; readonly status: string }[];
};

test('STATE-02 STATE-04 status and events answer from any terminal and any work tree while a run is on', () => {
  const status = JSON.parse(seen['status']?.stdout ?? '{}') as Status;
  expect(status.status).toBe('running');
  expect(status.tickets.find(({ id }) => id === 'HELD')?.status).toBe('executing');
  expect((JSON.parse(seen['linked']?.stdout ?? '{}') as Status).tickets.map(({ id }) => id)).toEqual([
    'HELD',
    'SENT',
    'NEXT',
  ]);
  expect(seen['events']?.stdout.split('\n')[0]).toContain('run_started');
});

test('STATE-01 STATE-02 a second coordinator, or anything that would move the epic branch, is refused meanwhile', () => {
  expect([seen['resume']?.code, seen['undo']?.code]).toEqual([6, 6]);
  expect(seen['resume']?.stderr).toContain('another coordinator runs this epic');
});

test('STATE-04 cleaning, deleted branches and gc of the user in the middle of a run take nothing from it', () => {
  expect(ended.code).toBe(0);
  expect([...epic.landed()].sort()).toEqual(['HELD', 'NEXT', 'SENT']);
  expect(existsSync(join(epic.state, 'journal.db'))).toBe(true);
  expect(epic.git('fsck', '--strict')).not.toMatch(/missing|broken|error/);
  for (const part of ['HELD', 'NEXT', 'SENT'])
    expect(epic.git('show', `epic/e1:parts/${part}.txt`)).toContain(part);
});

test('STATE-02 afterwards the linked work tree shows the same run', () => {
  const cli = (...args: readonly string[]): Promise<Ended> => epic.gauntlet(...args, '--cwd', linked);
  return Promise.all([cli('status', '--json'), epic.ask('status', '--json')]).then(([there, here]) =>
    expect(there.stdout).toBe(here.stdout),
  );
});

test('STATE-03 000#18 a run speaks the founding names, numbered without a gap', () => {
  const types = new Set<string>(epic.events().map(({ type }) => type));
  const founding = [
    'critic_dispatched',
    'critic_pass',
    'critic_fail',
    'auditor_dispatched',
    'auditor_fail',
    'developer_rework_dispatched',
    'task_complete',
  ];
  expect(founding.filter((name) => !types.has(name))).toEqual([]);
  expect(epic.events().map(({ seq }) => seq)).toEqual(epic.events().map((_, at) => at + 1));
  expect(epic.of('SENT', 'developer_rework_dispatched').map(({ attempt }) => attempt)).toEqual([1, 2]);
});

test('STATE-04 the user’s repository holds the epic branch, the hub the branches of tickets', () => {
  const heads = execFileSync('git', ['for-each-ref', '--format=%(refname)'], {
    cwd: linked,
    encoding: 'utf8',
  });
  expect(heads).toContain('refs/heads/epic/e1');
  expect(heads).not.toContain('ticket');
  const hub = join(epic.repository, '.git/gauntlet/hub.git');
  expect(epic.git('--git-dir', hub, 'for-each-ref', '--format=%(refname)')).toContain(
    'refs/gauntlet/keep/ticket/e1/HELD/',
  );
});
