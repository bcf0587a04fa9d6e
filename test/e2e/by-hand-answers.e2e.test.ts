// Answers that come while a run is on, from more than one terminal at once; and what nobody at work may read meanwhile.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Ended, EpicRun, epicId, patience } from '../support/epic-run.ts';

let epic: EpicRun;
let ended: Ended;
let answers: readonly Ended[];
let copies = 0;

/** Looks for what other agents were told, in the checkout where the copies for people are. */
const spy = `echo "spied: $(cat "$here/../.gauntlet/epics/${epicId}/tickets/STUCK/attempt-1/"* 2>/dev/null | grep -c TOKEN)"
mkdir -p parts; echo x >parts/$GAUNTLET_TICKET.txt`;

beforeAll(async () => {
  epic = new EpicRun({
    tickets: [{ id: 'STUCK' }, { id: 'HELD' }, { id: 'SPY', needs: ['HELD'] }],
    playbook: [
      // After an answer nobody comes to an end before the other answer is given too: that could be one to a new question.
      { role: 'auditor', ticket: 'STUCK', has: '.agent/asked', hold: 'again', exit: 1 },
      { role: 'auditor', ticket: 'STUCK', exit: 1 },
      { role: 'developer', ticket: 'HELD', hold: 'held', write: { 'parts/HELD.txt': 'x\n' } },
      { role: 'developer', ticket: 'SPY', shell: spy },
    ],
  });
  const running = epic.start(['run', 'epic.yaml', '--no-input']);
  await epic.until('held held');
  await epic.untilEvent('ticket_escalated', 'STUCK');
  epic.write({ '.agent/asked': '' });
  answers = await Promise.all(
    ['first', 'second'].map((why) =>
      epic.gauntlet('decide', 'STUCK', why === 'first' ? '--fail' : '--retry', '--reason', why),
    ),
  );
  await epic.untilEvent('decision_answered', 'STUCK');
  copies = readdirSync(join(epic.repository, '.gauntlet/epics', epicId, 'tickets/STUCK/attempt-1')).length;
  for (const gate of ['again', 'again', 'again', 'held']) epic.letGo(gate);
  ended = await running.ended;
  await epic.look();
}, patience);
afterAll(() => epic.remove());

test('LOOP-08 STATE-02 two answers at once while a run is on: one of them wins, by order of arrival, and only it has an effect', () => {
  expect(answers.some(({ code }) => code === 0)).toBe(true);
  const [first] = epic.of('STUCK', 'decision_answered');
  const isFailed = first?.choice === 'fail';
  expect(epic.of('STUCK', 'workflow_failed')).toHaveLength(isFailed ? 1 : 0);
  expect(epic.runs('STUCK', 'audit')).toHaveLength(isFailed ? 3 : 6);
  expect(ended.code).toBe(isFailed ? 1 : 3);
});

test('BEYOND-16 no agent sees the readable copies of what others were told: tokens stand in them', () => {
  expect(copies).toBeGreaterThan(0);
  const { text } = epic.record(epic.runs('SPY', 'develop')[0]?.run ?? 0, 'answer') as { text: string };
  expect(text).toContain('spied: 0');
});
