// What lands, where it lands, and what is left alone.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Ended, EpicRun } from '../support/epic-run.ts';

/** Others may be using the machine too. */
const PATIENCE = 300_000;

/** Red when both halves are there: each is right by itself. */
const check =
  'if [ -e parts/LEFT.txt ] && [ -e parts/RIGHT.txt ] && ! [ -e parts/both.txt ]; then echo apart; exit 1; fi\n';

describe('the epic branch', () => {
  let epic: EpicRun;
  let ended: Ended;
  let base: string;

  beforeAll(async () => {
    epic = new EpicRun({
      files: { 'check.sh': check },
      tickets: [{ id: 'LEFT' }, { id: 'RIGHT' }, { id: 'AFTER', needs: ['LEFT', 'RIGHT'] }],
      playbook: [
        { role: 'auditor', ticket: 'LEFT', hold: 'left' },
        { role: 'auditor', ticket: 'RIGHT', round: 1, hold: 'right' },
        { role: 'developer', ticket: 'RIGHT', has: 'parts/LEFT.txt', write: { 'parts/both.txt': 'both\n' } },
      ],
    });
    base = epic.git('rev-parse', 'main');
    watchedRemote(epic);
    const running = epic.start(['run', 'epic.yaml', '--no-input']);
    // Both were cut from the base and are judged before either has landed.
    await epic.until('held left');
    await epic.until('held right');
    epic.letGo('left');
    await epic.untilEvent('task_complete', 'LEFT');
    epic.letGo('right');
    // Judged again after the merge, whatever its round is called then.
    epic.letGo('right');
    ended = await running.ended;
    await epic.look();
  }, PATIENCE);
  afterAll(() => epic.remove());

  test('everything lands in the end', () => {
    expect(ended.code).toBe(0);
    expect(epic.landed()).toEqual(['LEFT', 'RIGHT', 'AFTER']);
  });

  test('DISPATCH-07 each commit of it was merged and gated as that very tree, and moved from the one before', () => {
    const commits = epic.git('rev-list', '--first-parent', '--reverse', 'main..epic/e1').split('\n');
    const completed = epic.landed().map((ticket) => epic.of(ticket, 'task_complete')[0]);
    expect(commits).toEqual(completed.map((event) => event?.commit));
    for (const event of completed) {
      const ticket = event?.ticket ?? '';
      expect(epic.git('rev-parse', `${event?.commit}^{tree}`)).toBe(event?.tree);
      const gated = [
        ...epic.of(ticket, 'landing_gate_passed').map(({ tree }) => tree),
        ...epic.of(ticket, 'validation_passed').map(({ tree }) => tree),
      ];
      expect(gated).toContain(event?.tree);
      expect(epic.git('log', '-1', '--format=%B', event?.commit ?? '')).toMatch(
        new RegExp(`^Ticket: ${ticket}$`, 'm'),
      );
    }
  });

  test('DISPATCH-07 003#24 two changes that are right apart and wrong together do not land together: the merge is red, the ticket reworks', () => {
    const [red] = epic.of('RIGHT', 'landing_gate_failed');
    expect(red?.findings.join(' ')).toContain('check-failed');
    expect(epic.of('RIGHT', 'validation_failed')).toEqual([]);
    expect(epic.of('RIGHT', 'ticket_sent_back')).toMatchObject([{ kind: 'landing' }]);
    // Reviewed and audited again before it tries to land again.
    expect(epic.of('RIGHT', 'critic_pass')).toHaveLength(2);
    expect(epic.of('RIGHT', 'auditor_pass')).toHaveLength(2);
    expect(
      epic.git('ls-tree', '--name-only', epic.of('LEFT', 'task_complete')[0]?.commit ?? '', 'parts/'),
    ).not.toContain('RIGHT');
  });

  test('DISPATCH-07 000#13 what needs a ticket starts after it landed, from the branch with it', () => {
    const [after] = epic.of('AFTER', 'developer_dispatched');
    expect(after?.seq).toBeGreaterThan(epic.of('RIGHT', 'task_complete')[0]?.seq ?? Infinity);
    const { base: cut } = epic.record(after?.run ?? -1, 'workspace') as { base: string };
    expect(cut).toBe(epic.of('RIGHT', 'task_complete')[0]?.commit);
  });

  test('DISPATCH-10 nothing is pushed, base and checkout stay, no ticket branch is left; there is a branch and a summary', () => {
    expect(existsSync(join(epic.folder, 'pushed'))).toBe(false);
    expect(epic.git('rev-parse', 'main')).toBe(base);
    expect(epic.git('rev-parse', 'HEAD')).toBe(base);
    expect(epic.git('status', '--porcelain')).toBe('');
    expect(epic.git('branch', '--format=%(refname:short)').split('\n')).toEqual(['epic/e1', 'main']);
    expect(epic.git('for-each-ref', 'refs/remotes')).toBe('');
    expect(ended.stdout).toContain('.gauntlet/epics/e1/summary.md');
    expect(existsSync(join(epic.repository, '.gauntlet/epics/e1/summary.md'))).toBe(true);
  });
});

/** A remote that leaves a mark when anybody pushes to it. */
function watchedRemote(epic: EpicRun): void {
  const remote = join(epic.folder, 'remote.git');
  execFileSync('git', ['init', '--quiet', '--bare', '--template=', remote]);
  mkdirSync(join(remote, 'hooks'));
  writeFileSync(join(remote, 'hooks/pre-receive'), `#!/bin/sh\ntouch '${join(epic.folder, 'pushed')}'\n`, {
    mode: 0o755,
  });
  epic.git('remote', 'add', 'origin', remote);
  epic.git('config', 'push.default', 'matching');
}

describe('an epic branch that the user works with', () => {
  let epic: EpicRun;
  beforeAll(() => {
    epic = new EpicRun({
      config: { limits: { maxParallel: 1, maxVerify: 2 } },
      tickets: [{ id: 'A' }, { id: 'B', needs: ['A'] }, { id: 'C', needs: ['B'] }],
      playbook: [
        { role: 'developer', ticket: 'A', hold: 'a', write: { 'parts/A.txt': 'a\n' } },
        { role: 'developer', ticket: 'B', hold: 'b', write: { 'parts/B.txt': 'b\n' } },
        { role: 'developer', ticket: 'C', hold: 'c', write: { 'parts/C.txt': 'c\n' } },
      ],
    });
  });
  afterAll(() => epic.remove());

  test(
    'DISPATCH-09 checked out, it is not moved: landed work is kept beside it, and the run says how to update',
    async () => {
      const running = epic.start(['run', 'epic.yaml', '--no-input']);
      await epic.until('held a');
      epic.git('checkout', '--quiet', 'epic/e1');
      const before = epic.git('rev-parse', 'epic/e1');
      epic.letGo('a');
      await epic.until('held b');
      expect(epic.git('rev-parse', 'epic/e1')).toBe(before);
      expect(epic.git('status', '--porcelain')).toBe('');
      expect(existsSync(join(epic.repository, 'parts/A.txt'))).toBe(false);
      await epic.look();
      expect(epic.git('rev-parse', 'refs/gauntlet/epic/e1')).toBe(epic.of('A', 'task_complete')[0]?.commit);
      running.child.kill('SIGINT');
      epic.letGo('b');
      const { code, stdout } = await running.ended;
      expect(code).toBe(130);
      expect(stdout).toContain('git merge --ff-only refs/gauntlet/epic/e1');
      epic.git('merge', '--quiet', '--ff-only', 'refs/gauntlet/epic/e1');
      expect(existsSync(join(epic.repository, 'parts/A.txt'))).toBe(true);
      epic.git('checkout', '--quiet', 'main');
    },
    PATIENCE,
  );

  test(
    'DISPATCH-09 a tip that the run did not land stops it with exit 6, and is not overwritten',
    async () => {
      const running = epic.start(['resume', '--no-input']);
      await epic.until('held c');
      const parent = epic.git('rev-parse', 'epic/e1');
      const foreign = epic.git('commit-tree', '-p', parent, '-m', 'mine', `${parent}^{tree}`);
      epic.git('update-ref', 'refs/heads/epic/e1', foreign);
      epic.letGo('c');
      expect((await running.ended).code).toBe(6);
      await epic.look();
      expect(epic.of('C', 'foreign_tip_found')).toMatchObject([{ tip: foreign }]);
      expect(epic.git('rev-parse', 'epic/e1')).toBe(foreign);
      // Nor does a new start build upon it.
      const again = await epic.run('resume');
      expect(again.code).toBe(6);
      expect(again.stderr).toContain(foreign);
      expect(epic.git('rev-parse', 'epic/e1')).toBe(foreign);
      // Put back where it was, the rest lands.
      epic.git('update-ref', 'refs/heads/epic/e1', parent);
      expect((await epic.run('resume')).code).toBe(0);
      expect(epic.landed()).toEqual(['A', 'B', 'C']);
    },
    PATIENCE,
  );
});
