// A person takes a ticket over: what they commit goes through the same gate as everybody's work.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { reviewFailed, reviewPassed } from '../support/answers.ts';
import { type Ended, EpicRun, patience } from '../support/epic-run.ts';
import { quoted } from '../support/playbook.ts';

let epic: EpicRun;
const seen: { [name: string]: Ended } = {};
let workspace = '';

/** A critic with an opinion: content once a person has worked on it. */
const critic = `if grep -q 'by hand' parts/HAND.txt
then say ${quoted(reviewPassed())}
else say ${quoted(reviewFailed(['parts/HAND.txt:1: made by a machine']))}
fi`;

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: workspace, encoding: 'utf8' }).trim();
}

beforeAll(async () => {
  epic = new EpicRun({
    tickets: [{ id: 'HAND' }, { id: 'REST' }],
    playbook: [{ role: 'critic', ticket: 'HAND', shell: critic, say: '' }],
  });
  seen['run'] = await epic.run('run', '--max-revisions', '0');
  seen['early'] = await epic.gauntlet('open', 'HAND');
  seen['decided'] = await epic.gauntlet('decide', 'HAND', '--manual', '--reason', 'quicker myself');
  seen['soon'] = await epic.gauntlet('open', 'HAND');
  seen['manual'] = await epic.run('resume');
  seen['open'] = await epic.gauntlet('open', 'HAND');
  workspace = seen['open'].stdout.trim();
}, patience);
afterAll(() => epic.remove());

test('BEYOND-11 a workspace is handed over only to the person who took the ticket over, with all that was done so far', () => {
  expect(seen['run']?.code).toBe(3);
  expect(seen['decided']?.stdout).toContain(
    'Next: gauntlet resume e1, then: gauntlet ticket open HAND --epic e1',
  );
  expect([seen['soon']?.code, seen['soon']?.stderr]).toEqual([2, expect.stringContaining('gauntlet resume')]);
  expect(seen['early']?.code).toBe(2);
  expect(seen['early']?.stderr).toContain('gauntlet decide HAND --manual');
  expect(seen['manual']?.code).toBe(3);
  expect(epic.of('HAND', 'decision_answered')).toMatchObject([
    { choice: 'manual', by: 'ada', why: 'quicker myself' },
  ]);
  expect(existsSync(join(workspace, 'parts/HAND.txt'))).toBe(true);
  expect(git('branch', '--show-current')).toBe('ticket/HAND');
});

test('BEYOND-11 opening it a second time changes nothing in it, and nothing committed means nothing to judge', async () => {
  writeFileSync(join(workspace, 'parts/HAND.txt'), 'half done\n');
  expect((await epic.gauntlet('open', 'HAND')).stdout.trim()).toBe(workspace);
  expect(readFileSync(join(workspace, 'parts/HAND.txt'), 'utf8')).toBe('half done\n');
  expect((await epic.run('resume')).code).toBe(3);
  expect(epic.story('HAND')).not.toContain('manual_work_found');
});

test('REWORK-11 BEYOND-11 work by hand that is red fails validation like any other', async () => {
  writeFileSync(join(workspace, 'parts/HAND.txt'), 'by hand, BROKEN\n');
  git('commit', '-qam', 'By hand');
  expect((await epic.run('resume')).code).toBe(3);
  const broken = epic.git('-C', workspace, 'rev-parse', 'HEAD');
  expect(epic.of('HAND', 'manual_work_found')).toMatchObject([{ commit: broken }]);
  expect(epic.of('HAND', 'validation_failed').at(-1)).toMatchObject({ commit: broken });
  expect(epic.landed()).toEqual(['REST']);
});

test('REWORK-11 BEYOND-11 commits by hand are validated, reviewed and audited, and land', async () => {
  await epic.decide('HAND', '--manual', '--reason', 'my mistake');
  workspace = (await epic.gauntlet('open', 'HAND')).stdout.trim();
  writeFileSync(join(workspace, 'parts/HAND.txt'), 'by hand\n');
  git('commit', '-qam', 'Fix it');
  const commit = git('rev-parse', 'HEAD');
  const before = epic.story('HAND').length;
  expect((await epic.run('resume')).code).toBe(0);
  const after = epic.story('HAND').slice(before);
  const order = ['manual_work_found', 'validation_passed', 'critic_pass', 'auditor_pass', 'task_complete'];
  expect(after.filter((type) => order.includes(type))).toEqual(order);
  expect(epic.of('HAND', 'critic_pass').at(-1)).toMatchObject({ commit });
  expect(epic.git('show', 'epic/e1:parts/HAND.txt')).toBe('by hand');
  expect(epic.runs('HAND', 'develop')).toHaveLength(1);
  expect(epic.git('merge-base', '--is-ancestor', commit, 'epic/e1')).toBe('');
});
