// Agents that hang, fall silent, crash or never answer: tried afresh, then a person, and never the developer's failure.
import { readdirSync, readFileSync } from 'node:fs';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { signal } from '../support/answers.ts';
import { type Ended, EpicRun, patience } from '../support/epic-run.ts';
import { quoted } from '../support/playbook.ts';

let epic: EpicRun;
let ended: Ended;
let outage: EpicRun;
let outageEnd: Ended;

// Nothing else on this machine sleeps for exactly so long.
const mark = `${900_000 + process.pid}.5`;

const failed = signal('REVIEW_FAILED', { 'Issues Found': ['parts/MUTE.txt:1: wrong number'] });

beforeAll(async () => {
  epic = new EpicRun({
    config: { limits: { maxParallel: 5, agentTimeout: '12s', stall: '6s' } },
    tickets: [
      { id: 'HANG' },
      { id: 'SILENT' },
      { id: 'CRASH' },
      { id: 'DEAD' },
      { id: 'FINE' },
      { id: 'MUTE' },
    ],
    playbook: [
      {
        role: 'developer',
        ticket: 'HANG',
        shell: `setsid sleep ${mark} & (sleep ${mark} & ) ; while :; do echo still there; sleep 1; done`,
      },
      { role: 'critic', ticket: 'SILENT', shell: `sleep ${mark}` },
      { role: 'developer', ticket: 'CRASH', try: 0, say: '', exit: 3 },
      { role: 'developer', ticket: 'CRASH', try: 1, shell: 'kill -9 $$' },
      { role: 'auditor', ticket: 'DEAD', exit: 1 },
      { role: 'critic', ticket: 'MUTE', attempt: 0, try: 0, shell: `say ${quoted(failed)}; sleep ${mark}` },
    ],
  });
  ended = await epic.run();
  outage = new EpicRun({ tickets: [{ id: 'ONE' }], playbook: [{ role: 'developer', exit: 1 }] });
  outageEnd = await outage.run();
}, patience);
afterAll(() => {
  epic.remove();
  outage.remove();
});

const troubles = (ticket: string): readonly string[] =>
  epic.of(ticket, 'agent_failed').map(({ trouble }) => trouble);

test.each([
  ['HANG', 'develop', 'timeout'],
  ['SILENT', 'review', 'stall'],
  ['DEAD', 'audit', 'crash'],
] as const)(
  'RECOVER-02 000#20 an agent of %s in %s that ends by %s gets two fresh tries, then a person is asked',
  (ticket, stage, kind) => {
    expect(troubles(ticket)).toEqual([kind, kind, kind]);
    expect(epic.runs(ticket, stage).map((run) => run.try)).toEqual([0, 1, 2]);
    expect(epic.of(ticket, 'ticket_escalated')).toMatchObject([{ reason: 'agent_unavailable', kind: null }]);
    expect(epic.of(ticket, 'ticket_sent_back')).toEqual([]);
    const tokens = epic.runs(ticket, stage).map(({ run }) => JSON.stringify(epic.record(run, 'issued')));
    expect(new Set(tokens).size).toBe(3);
  },
);

test('003#8 what a critic said against the work counts also where it stalls afterwards', () => {
  expect(troubles('MUTE')).toEqual([]);
  expect(epic.story('MUTE').filter((type) => /^critic_(?:pass|fail)/.test(type))).toEqual([
    'critic_fail',
    'critic_pass',
  ]);
  expect(epic.landed()).toContain('MUTE');
});

test('RECOVER-02 a fresh try that answers is as good as a first one, and counts as no attempt', () => {
  expect(troubles('CRASH')).toEqual(['crash', 'crash']);
  expect(epic.runs('CRASH', 'develop').map(({ attempt, try: nth }) => [attempt, nth])).toEqual([
    [0, 0],
    [0, 1],
    [0, 2],
  ]);
  expect(epic.landed()).toEqual(expect.arrayContaining(['CRASH', 'FINE']));
});

test('RECOVER-02 one ticket without an agent is exit 3, an outage of every agent is exit 5', () => {
  expect(ended.code).toBe(3);
  expect(outageEnd.code).toBe(5);
  expect(outage.of('ONE', 'ticket_escalated')).toMatchObject([{ reason: 'agent_unavailable' }]);
});

test('RECOVER-02 RECOVER-03 nothing an ended agent started is alive, double forks and new sessions included', () => {
  const alive = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => commandOf(pid).includes(mark));
  expect(alive).toEqual([]);
});

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

test('LOOP-08 the first answer wins: a second one to the same question is refused and changes nothing', async () => {
  const shown = await epic.gauntlet('decide');
  for (const ticket of ['HANG', 'SILENT', 'DEAD']) expect(shown.stdout).toContain(ticket);
  expect((await epic.gauntlet('decide', 'DEAD', '--fail', '--reason', 'first')).code).toBe(0);
  const second = await epic.gauntlet('decide', 'DEAD', '--accept', '--reason', 'second');
  expect(second.code).not.toBe(0);
  await epic.look();
  expect(epic.of('DEAD', 'decision_answered')).toMatchObject([{ choice: 'fail', by: 'ada', why: 'first' }]);
});
