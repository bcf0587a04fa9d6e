// Agents whose programs change while a run waits: it is never a run that can neither go on nor be closed.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { reviewFailed } from '../support/answers.ts';
import { type Ended, EpicRun, patience } from '../support/epic-run.ts';

let at: EpicRun;

/** Ticket A waits for a decision, and then the agents' program changes. */
beforeEach(async () => {
  at = new EpicRun({
    config: { limits: { maxRevisions: 0 } },
    tickets: [{ id: 'A' }, { id: 'B', needs: ['A'] }],
    playbook: [{ role: 'critic', ticket: 'A', attempt: 0, say: reviewFailed(['parts/A.txt:1: no']) }],
  });
  await at.run();
  appendFileSync(join(at.repository, '.agent/agent.sh'), '# another one\n');
}, patience);
afterEach(() => at.remove());

const wayOn = 'gauntlet resume e1 --accept-agents, or put the run away: gauntlet cancel e1';

function expectChanged({ code, stderr }: Ended): void {
  expect([code, stderr]).toEqual([5, expect.stringContaining('agent.sh changed since the run started')]);
  expect(stderr).toContain(wayOn);
}

test(
  'P9 changed agents go on only where a person accepts them, who is recorded with them',
  async () => {
    await at.gauntlet('decide', 'A', '--retry', '--reason', 'again');
    expectChanged(await at.run('resume'));
    const accepted = await at.run('resume', '--accept-agents');
    expect(accepted.code).toBe(0);
    expect(at.landed()).toEqual(expect.arrayContaining(['A', 'B']));
    const [resumed] = (await at.look()).filter(({ type }) => type === 'run_resumed');
    expect(resumed).toMatchObject({ by: expect.any(String) as string, inputs: expect.any(String) as string });
  },
  patience,
);

test(
  'REAL-04 what starts no agent needs none: a decision and a cancelled ticket bring a run to its end',
  async () => {
    expect((await at.run('resume')).code).toBe(3);
    const cancelled = await at.gauntlet('ticket', 'cancel', 'A', '--reason', 'not wanted');
    expect(cancelled.stdout).toContain('Next: gauntlet resume e1');
    const status = await at.ask('status');
    expect(status.stdout).not.toContain('DECISION');
    const ended = await at.run('resume');
    expect([ended.code, ended.stdout]).toEqual([1, expect.stringContaining('failed  A: cancelled')]);
  },
  patience,
);

test(
  'REAL-04 a run that cannot go on is put away, and the epic can be undone and run anew',
  async () => {
    await at.gauntlet('decide', 'A', '--retry', '--reason', 'again');
    expectChanged(await at.run());
    const cancelled = await at.gauntlet('cancel', 'e1', '--reason', 'other agents');
    expect(cancelled).toMatchObject({ code: 0 });
    expect((await at.ask('status')).stdout).toContain('FAILED: cancelled by ada: other agents');
    expect((await at.gauntlet('undo', 'e1')).code).toBe(0);
    expect((await at.run()).code).toBe(3);
  },
  patience,
);
