// A verdict that contradicts itself is no verdict (FLOW-11).
import { afterAll, beforeAll, expect, test } from 'vitest';

import { content, reviewFailed, reviewPassed, signal } from '../support/answers.ts';
import { type Ended, EpicRun } from '../support/epic-run.ts';
import type { Step } from '../support/playbook.ts';

type Case = { readonly role: 'critic' | 'auditor'; readonly say: string; readonly because: RegExp };

/** What a judge says first; asked again, it says something that holds together. */
const cases: Readonly<Record<string, Case>> = {
  WORD: {
    role: 'critic',
    say: reviewPassed({}, { ...content, 'Error handling': 'LACKING' }),
    because: /error handling/i,
  },
  LINE: {
    role: 'critic',
    say: reviewPassed({}, { 'Code style': 'COMPLIANT', Naming: 'CONSISTENT', Architecture: 'ALIGNED' }),
    because: /error handling/i,
  },
  UNREAD: {
    role: 'critic',
    say: reviewPassed({ 'Files Reviewed': ['check.sh'] }),
    because: /parts\/UNREAD\.txt/,
  },
  EMPTY: { role: 'critic', say: reviewFailed([], []), because: /neither|issue|fix/i },
  'AUDIT-EMPTY': {
    role: 'auditor',
    say: signal('AUDIT_FAILED', { 'Passing Criteria': ['AC1'], Summary: 'not good' }),
    because: /criteri/i,
  },
};

/** Others may be using the machine too. */
const PATIENCE = 300_000;

let epic: EpicRun;
let ended: Ended;

beforeAll(async () => {
  epic = new EpicRun({
    tickets: [...Object.keys(cases), 'STUBBORN', 'URGENT', 'ISSUES'].map((id) => ({ id })),
    playbook: [
      ...Object.entries(cases).map(([ticket, { role, say }]): Step => ({
        role,
        ticket,
        // One that fails the work and then passes it is replaced by a fresh one.
        try: 0,
        clarification: 0,
        say,
      })),
      { role: 'critic', ticket: 'STUBBORN', try: 0, say: reviewPassed({ 'Files Reviewed': ['check.sh'] }) },
      {
        role: 'critic',
        ticket: 'ISSUES',
        attempt: 0,
        say: reviewPassed({ 'Issues Found': ['parts/ISSUES.txt:1: swallows the error'] }),
      },
      {
        role: 'critic',
        ticket: 'URGENT',
        attempt: 0,
        say: reviewFailed(['parts/URGENT.txt:1: too slow'], ['be quick'], ''),
      },
    ],
  });
  ended = await epic.run();
}, PATIENCE);
afterAll(() => epic.remove());

test('everything lands once its judges have said something that holds together, and nothing else', () => {
  expect(ended.code).toBe(3);
  expect(epic.landed().toSorted()).toEqual([...Object.keys(cases), 'URGENT', 'ISSUES'].toSorted());
});

test.each(Object.keys(cases))(
  'FLOW-11 %s: a verdict that contradicts itself is asked about, not believed',
  (ticket) => {
    const { role, because } = cases[ticket] ?? { role: 'critic', because: /^$/ };
    const stage = role === 'critic' ? 'review' : 'audit';
    const [first, second] = epic.runs(ticket, stage);
    expect(epic.of(ticket, 'agent_unclear')).toMatchObject([{ run: first?.run }]);
    expect(epic.of(ticket, 'agent_unclear')[0]?.because).toMatch(because);
    expect(second).toMatchObject({ clarification: 1, try: 0 });
    // A judge that failed the work is not believed when it passes it now: a fresh one is asked.
    const [, , fresh] = epic.runs(ticket, stage);
    const isReplaced = ticket.endsWith('EMPTY');
    expect(fresh?.try).toBe(isReplaced ? 1 : undefined);
    expect(epic.of(ticket, role === 'critic' ? 'critic_pass' : 'auditor_pass')).toMatchObject([
      { run: (isReplaced ? fresh : second)?.run },
    ]);
    // Neither a pass nor a failure was counted for it.
    expect(epic.of(ticket, 'critic_fail')).toEqual([]);
    expect(epic.of(ticket, 'auditor_fail')).toEqual([]);
    expect(epic.of(ticket, 'ticket_sent_back')).toEqual([]);
  },
);

test('FLOW-11 one who keeps contradicting itself is given up after two questions, and never passes anything', async () => {
  const starts = (await epic.starts()).filter(
    ({ role, ticket }) => role === 'critic' && ticket === 'STUBBORN',
  );
  expect(starts.map((start) => [start.try, start.clarification])).toEqual([
    [0, 0],
    [0, 1],
    [0, 2],
  ]);
  expect(epic.of('STUBBORN', 'critic_pass')).toEqual([]);
  expect(epic.of('STUBBORN', 'ticket_sent_back')).toEqual([]);
  expect(epic.of('STUBBORN', 'ticket_escalated')).toMatchObject([{ reason: 'unreadable_answer' }]);
  const [, asked = ''] = epic.prompts('STUBBORN', 'review');
  expect(asked).toContain('without a review of parts/STUBBORN.txt');
});

test('FLOW-11 003#8 an issue at a real place beside a pass sends the work back at once', () => {
  expect(epic.of('ISSUES', 'agent_unclear')).toEqual([]);
  expect(epic.of('ISSUES', 'critic_fail')).toHaveLength(1);
  expect(epic.prompts('ISSUES', 'develop')[1]).toContain('swallows the error');
});

test('FLOW-11 a failed review without a priority is urgent', () => {
  expect(epic.of('URGENT', 'critic_fail')).toHaveLength(1);
  expect(epic.prompts('URGENT', 'develop')[1]).toContain('\nPriority: HIGH\n');
});
