// A branch that is checked out lands on the base branch of the repository, and nothing lands on itself.
import { afterEach, expect, test } from 'vitest';

import { type EpicRun, patience } from '../support/epic-run.ts';
import { branch, type Landing, queueWorld } from '../support/queue-world.ts';

let at: EpicRun;
afterEach(() => at.remove());

const check = { 'check.sh': 'if grep -rn BROKEN parts; then exit 1; fi\n' };

const told = ({ stdout }: { readonly stdout: string }): readonly string[] =>
  (JSON.parse(stdout) as Landing).entries.map((each) => `${each.branch} ${each.status}`);

test(
  'QUEUE-05 a branch never lands on itself: whatever is checked out, the base branch judges it',
  async () => {
    at = queueWorld(check);
    branch(at, 'red', { 'parts/red.txt': 'BROKEN\n' });
    branch(at, 'green', { 'parts/green.txt': 'x\n' });
    at.git('checkout', '--quiet', 'red');
    const judged = told(await at.gauntlet('land', 'red', '--no-input', '--json'));
    expect(judged).toEqual(['red returned']);
    const itself = await at.gauntlet('land', 'red', '--onto', 'red', '--no-input');
    expect([itself.code, itself.stdout]).toEqual([2, '']);
    expect(itself.stderr).toContain('gauntlet land red --onto main');
    // What was there before is not what the queue landed; without a remote nothing can be pushed.
    at.git('branch', 'old', 'main');
    const old = await at.gauntlet('land', 'old', '--no-input');
    expect(old.stdout).toMatch(/^contained old \w+: main already contains it: nothing to land$/m);
    const { stdout } = await at.gauntlet('land', 'green', '--no-input');
    expect(stdout).toContain('Next: gauntlet merge land-main');
    expect(stdout).not.toContain('--push');
    // The base has a name that says nothing, and no other branch is meant.
    at.git('branch', '--move', 'main', 'prod');
    const unclear = await at.gauntlet('land', 'red', '--no-input');
    expect([unclear.code, unclear.stderr]).toEqual([2, expect.stringContaining('cannot land on itself')]);
  },
  patience,
);
