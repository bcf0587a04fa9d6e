// A developer that cannot finish: every kind of blocker goes to whoever can help, and questions to a person.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { incomplete, question } from '../support/answers.ts';
import { type Ended, EpicRun } from '../support/epic-run.ts';

/** Others may be using the machine too. */
const PATIENCE = 300_000;

let epic: EpicRun;
let first: Ended;
let listed: Ended;
let second: Ended;
let before: readonly string[] = [];
const decided: (number | null)[] = [];

beforeAll(async () => {
  epic = new EpicRun({
    config: { limits: { maxParallel: 8, maxVerify: 2 } },
    tickets: [
      { id: 'INFO' },
      { id: 'SCOPE' },
      { id: 'WAITS' },
      { id: 'MEETS' },
      { id: 'SLOW' },
      { id: 'CIRCLE' },
      { id: 'BEHIND', needs: ['CIRCLE'] },
      { id: 'NOBODY' },
      { id: 'INFRA' },
      { id: 'OTHER' },
      { id: 'ASKS' },
    ],
    playbook: [
      {
        role: 'developer',
        ticket: 'INFO',
        told: 'the smaller one is meant',
        write: { 'parts/INFO.txt': 'the smaller one\n' },
      },
      {
        role: 'developer',
        ticket: 'INFO',
        write: { 'parts/INFO-half.txt': 'half\n' },
        say: incomplete('which of the two limits is meant?', { Kind: 'information' }),
      },
      { role: 'developer', ticket: 'SCOPE', say: incomplete('this is three tickets', { Kind: 'scope' }) },
      {
        role: 'developer',
        ticket: 'WAITS',
        has: 'parts/SLOW.txt',
        write: { 'parts/WAITS.txt': 'after SLOW\n' },
      },
      {
        role: 'developer',
        ticket: 'WAITS',
        write: { 'parts/WAITS-half.txt': 'half\n' },
        say: incomplete('needs what SLOW makes', { Kind: 'dependency', 'Depends on': 'SLOW' }),
      },
      {
        role: 'developer',
        ticket: 'MEETS',
        has: 'parts/SLOW.txt',
        write: { 'parts/SLOW.txt': 'slow, and MEETS\n' },
      },
      {
        role: 'developer',
        ticket: 'MEETS',
        write: { 'parts/SLOW.txt': 'MEETS was first\n' },
        say: incomplete('SLOW should come first', { Kind: 'dependency', 'Depends on': 'SLOW' }),
      },
      { role: 'developer', ticket: 'SLOW', hold: 'slow', write: { 'parts/SLOW.txt': 'slow\n' } },
      {
        role: 'developer',
        ticket: 'CIRCLE',
        say: incomplete('needs what BEHIND makes', { Kind: 'dependency', 'Depends on': 'BEHIND' }),
      },
      {
        role: 'developer',
        ticket: 'NOBODY',
        say: incomplete('needs a ticket nobody has', { Kind: 'dependency', 'Depends on': 'XYZ-9' }),
      },
      {
        role: 'developer',
        ticket: 'INFRA',
        attempt: 0,
        say: incomplete('the check does not start', { Kind: 'infrastructure', Checks: ['parts'] }),
      },
      {
        role: 'developer',
        ticket: 'OTHER',
        attempt: 0,
        say: incomplete('I have lost my way', { Kind: 'other' }),
      },
      {
        role: 'developer',
        ticket: 'ASKS',
        told: 'Answers to Questions',
        write: { 'parts/ASKS.txt': 'red\n' },
      },
      {
        role: 'developer',
        ticket: 'ASKS',
        write: { 'parts/ASKS-half.txt': 'half\n' },
        say: question('Which colour?', ['red', 'blue'], 'the ticket says "a colour"'),
      },
    ],
  });
  const running = epic.start(['run', 'epic.yaml', '--no-input']);
  await epic.until('held slow');
  await epic.untilEvent('dependency_added', 'WAITS');
  await epic.untilEvent('dependency_added', 'MEETS');
  epic.letGo('slow');
  first = await running.ended;
  await epic.look();
  before = epic.landed();
  listed = await epic.gauntlet('decide');
  for (const answer of [
    ['ASKS', '--answer', '--reason', 'red, like the others'],
    ['INFO', '--retry', '--reason', 'the smaller one is meant'],
    ['SCOPE', '--fail', '--reason', 'we split it'],
    ['CIRCLE', '--fail', '--reason', 'that cannot be'],
    ['NOBODY', '--fail', '--reason', 'nobody will'],
  ])
    decided.push((await epic.gauntlet('decide', ...answer)).code);
  second = await epic.run('resume');
}, PATIENCE);
afterAll(() => epic.remove());

test('what needs a person is left for one, and everything else lands meanwhile', () => {
  expect(first.code).toBe(3);
  expect(decided).toEqual([0, 0, 0, 0, 0]);
  expect(before.toSorted()).toEqual(['INFRA', 'MEETS', 'OTHER', 'SLOW', 'WAITS']);
  expect(second.code).toBe(1);
  expect(epic.landed().toSorted()).toEqual([...before, 'ASKS', 'INFO'].toSorted());
});

test.each([
  ['INFO', 'needs_information', 'which of the two limits is meant?'],
  ['SCOPE', 'needs_scope', 'this is three tickets'],
])('FLOW-09 %s: missing information and a wrong scope go to a person', (ticket, reason, because) => {
  const [escalated] = epic.of(ticket, 'ticket_escalated');
  expect(escalated).toMatchObject({
    kind: null,
    reason,
    because: expect.stringContaining(because) as string,
  });
  expect(listed.stdout).toContain(because);
});

test('FLOW-09 an unfinished dependency is waited for, without an attempt, and is in the workspace afterwards', () => {
  expect(epic.of('WAITS', 'dependency_added')).toMatchObject([{ on: 'SLOW' }]);
  const [, again] = epic.runs('WAITS', 'develop');
  expect(again).toMatchObject({ type: 'developer_dispatched', attempt: 0 });
  expect(again?.seq).toBeGreaterThan(epic.of('SLOW', 'task_complete')[0]?.seq ?? Infinity);
  expect(epic.of('WAITS', 'ticket_sent_back')).toEqual([]);
  expect(epic.git('show', 'epic/e1:parts/WAITS.txt')).toBe('after SLOW');
  expect(epic.git('show', 'epic/e1:parts/WAITS-half.txt')).toBe('half');
});

test('FLOW-09 what was waited for may not fit what is there: the developer is told which files are marked', () => {
  const [, again = ''] = epic.prompts('MEETS', 'develop');
  const [, conflicting = ''] = again.split('### Conflicting Files');
  expect(conflicting.split('###')[0]).toContain('> - parts/SLOW.txt');
  expect(again).toContain('The epic branch is merged into your workspace: resolve every conflict');
  expect(epic.git('show', 'epic/e1:parts/SLOW.txt')).toBe('slow, and MEETS');
});

test('FLOW-09 a dependency that would be a circle, or that nobody has, goes to a person', () => {
  for (const ticket of ['CIRCLE', 'NOBODY']) {
    expect(epic.of(ticket, 'dependency_added')).toEqual([]);
    expect(epic.of(ticket, 'ticket_escalated')).toMatchObject([{ reason: 'dependency_unresolvable' }]);
  }
});

test('FLOW-09 infrastructure is looked at first, and anything else is a failed attempt', () => {
  expect(epic.of('INFRA', 'claim_refuted')).toMatchObject([{ claim: 'infra_blocked' }]);
  for (const ticket of ['INFRA', 'OTHER']) {
    expect(epic.of(ticket, 'ticket_sent_back')).toMatchObject([{ kind: 'incomplete' }]);
    expect(epic.runs(ticket, 'develop').map(({ attempt }) => attempt)).toEqual([0, 1]);
  }
  expect(epic.prompts('OTHER', 'develop')[1]).toContain('I have lost my way');
});

test('FLOW-09 what was committed before it stopped is kept, and a person’s words stand in the next prompt', () => {
  expect(epic.git('show', 'epic/e1:parts/INFO-half.txt')).toBe('half');
  expect(epic.prompts('INFO', 'develop')[1]).toContain('> - ada: the smaller one is meant');
});

test('DISPATCH-03 what needs a ticket that failed is blocked with the reason', () => {
  const [blocked] = epic.of('BEHIND', 'ticket_blocked');
  expect(blocked).toMatchObject({ why: 'dependency', because: expect.stringContaining('CIRCLE') as string });
  expect(epic.runs('BEHIND', 'develop')).toEqual([]);
});

test('FLOW-10 a question is shown, waits without an attempt, and its answer stands in the next prompt', () => {
  expect(epic.of('ASKS', 'ticket_blocked')).toMatchObject([{ why: 'question' }]);
  for (const shown of ['ASKS  Part ASKS', 'Which colour?', 'red', 'blue', 'gauntlet decide ASKS --answer'])
    expect(listed.stdout).toContain(shown);
  expect(epic.of('ASKS', 'decision_answered')).toMatchObject([
    { choice: 'answer', by: 'ada', why: 'red, like the others' },
  ]);
  const [, again = ''] = epic.prompts('ASKS', 'develop');
  expect(again).toContain('### Answers to Questions');
  expect(again).toContain('Answer (ada): red, like the others');
  expect(epic.runs('ASKS', 'develop').map(({ attempt }) => attempt)).toEqual([0, 0]);
  expect(epic.git('show', 'epic/e1:parts/ASKS.txt')).toBe('red');
});
