// Milestones through the built CLI: who waits for which audit, what an audit is about, and what is handed on.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { auditorReport, writeAuditReport } from '../../src/formats/index.ts';
import { type Ended, EpicRun, patience } from '../support/epic-run.ts';
import type { Step } from '../support/playbook.ts';

const orders = `import { Router } from 'express';
export const orders = Router();
orders.get('/orders/:id', (ask, answer) => answer.json({ id: ask.params.id, from: process.env.ORDERS_URL }));
export function total(prices: number[]): number {
  return prices.reduce((sum, price) => sum + price, 0);
}
`;
const old = 'export function old(): void {}\n';

function judges(
  milestone: string,
  requirement: string,
  verdict: 'PASS' | 'FAIL',
  more: Partial<Step> = {},
): Step {
  const about = {
    id: requirement,
    title: 'looked at',
    file: 'check.sh',
    line: 1,
    evidence: 'seen',
    fixHint: 'fix it',
  };
  const severity = verdict === 'PASS' ? null : 'HIGH';
  const say = writeAuditReport(auditorReport('requirements', [{ ...about, verdict, severity }]));
  return { role: 'auditor', auditor: 'requirements', ticket: `audit:${milestone}`, say, ...more };
}

let epic: EpicRun;
let whileAudited: readonly string[];
let first: Ended;
let waiting: readonly string[];
let last: Ended;

beforeAll(async () => {
  epic = new EpicRun({
    config: {
      depth: 'standard',
      limits: { maxParallel: 4, maxVerify: 2 },
      audit: { auditors: { technical: false }, maxFixRounds: 0, endOfRun: false },
      convergence: { reviewRecoveryRetries: 0 },
    },
    epic: {
      milestones: [
        { id: 'm1', title: 'Orders', requirements: 'docs/M1.md' },
        { id: 'm2', title: 'Basket', requirements: 'docs/M2.md', after: ['m1'] },
        { id: 'm3', title: 'Delivery', requirements: 'docs/M3.md', after: ['m2'] },
        { id: 'side', title: 'Beside', requirements: 'docs/SIDE.md' },
        { id: 'x1', title: 'Refused', requirements: 'docs/X.md' },
        { id: 'x2', title: 'Behind it', after: ['x1'] },
      ],
    },
    files: {
      'docs/M1.md': '# Orders\n\n- [ ] REQ-101: orders can be read\n',
      'docs/M2.md': '# Basket\n\n- [ ] REQ-201: the basket has a sum\n',
      'docs/M3.md': '# Delivery\n\n- [ ] REQ-301: it arrives\n',
      'docs/SIDE.md': '# Beside\n\n- [ ] REQ-901: it looks nice\n',
      'docs/X.md': '# Refused\n\n- [ ] REQ-801: it is good\n',
      'src/orders.ts': old,
    },
    tickets: [
      { id: 'ORDERS', milestone: 'm1' },
      { id: 'BASKET', milestone: 'm2' },
      { id: 'DELIVERY', milestone: 'm3' },
      { id: 'COLOURS', milestone: 'side' },
      { id: 'FONTS', milestone: 'side' },
      { id: 'REFUSED', milestone: 'x1' },
      { id: 'BEHIND', milestone: 'x2' },
    ],
    playbook: [
      { role: 'developer', ticket: 'ORDERS', hold: 'orders', write: { 'src/orders.ts': `${old}${orders}` } },
      {
        role: 'developer',
        ticket: 'BASKET',
        write: { 'src/basket.ts': "import { total } from './orders.ts';\nexport const sum = total;\n" },
      },
      { role: 'developer', ticket: 'COLOURS', write: { 'src/colours.ts': "export const red = 'red';\n" } },
      {
        role: 'developer',
        ticket: 'FONTS',
        hold: 'fonts',
        write: { 'src/fonts.ts': "export const font = 'x';\n" },
      },
      judges('m1', 'REQ-101', 'PASS', { hold: 'm1' }),
      judges('m2', 'REQ-201', 'FAIL'),
      judges('m3', 'REQ-301', 'PASS'),
      judges('side', 'REQ-901', 'PASS'),
      judges('x1', 'REQ-801', 'FAIL'),
    ],
  });
  const running = epic.start(['run', 'epic.yaml', '--no-input']);
  await epic.until('held orders');
  await epic.untilEvent('task_complete', 'COLOURS');
  epic.letGo('orders');
  await epic.until('held m1');
  whileAudited = (await epic.starts()).filter(({ role }) => role === 'developer').map(({ ticket }) => ticket);
  epic.letGo('m1');
  await epic.untilEvent('ticket_escalated', 'audit:m2');
  epic.letGo('fonts');
  first = await running.ended;
  await epic.look();
  waiting = [...epic.story('DELIVERY'), ...epic.story('BEHIND')];
  await epic.gauntlet('decide', 'audit:x1', '--fail', '--reason', 'it is not good');
  last = await epic.decide('audit:m2', '--accept', '--reason', 'the sum can wait');
}, patience);
afterAll(() => epic.remove());

const ended = (milestone: string) => epic.of(`audit:${milestone}`, 'audit_ended');
const began = (ticket: string): number => epic.of(ticket, 'developer_dispatched')[0]?.seq ?? Number.NaN;

/** The quoted list below a heading of what an agent was told. */
function told(prompt: string | undefined, heading: string): readonly string[] {
  const [, after = ''] = (prompt ?? '').split(`\n### ${heading}\n`);
  const [part = ''] = after.split('\n### ');
  return [...part.matchAll(/^> - (.+)$/gm)].map(([, item = '']) => item);
}

test('DISPATCH-14 a milestone begins when the audit before it has passed, not when the tickets have landed', () => {
  // Its audit was held up with everything landed, and nobody of the next one had been sent.
  expect(whileAudited.toSorted()).toEqual(['COLOURS', 'FONTS', 'ORDERS', 'REFUSED']);
  expect(epic.of('ORDERS', 'task_complete')[0]?.seq).toBeLessThan(ended('m1')[0]?.seq ?? 0);
  expect(ended('m1')).toMatchObject([{ outcome: 'passed' }]);
  expect(began('BASKET')).toBeGreaterThan(ended('m1')[0]?.seq ?? Infinity);
});

test('DISPATCH-14 an audit that does not pass keeps the later milestones back, and never one that is running', () => {
  expect(first.code).toBe(3);
  expect(waiting).toEqual([]);
  for (const milestone of ['m2', 'x1'])
    expect(epic.of(`audit:${milestone}`, 'ticket_escalated')).toMatchObject([{ reason: 'audit_stopped' }]);
  // One was at work all the time: it was let go afterwards, has landed, and its own audit has passed.
  const [stopped] = epic.of('audit:m2', 'ticket_escalated');
  expect(epic.of('FONTS', 'developer_ready_for_review')[0]?.seq).toBeGreaterThan(stopped?.seq ?? Infinity);
  expect(epic.landed()).toContain('FONTS');
  expect(ended('side')).toMatchObject([{ outcome: 'passed' }]);
});

test('DISPATCH-14 accepted by a person is as good as passed; refused it blocks what is behind it for good', async () => {
  expect(ended('m2')).toMatchObject([{ outcome: 'accepted' }]);
  expect(began('DELIVERY')).toBeGreaterThan(ended('m2')[0]?.seq ?? Infinity);
  expect(epic.landed()).toContain('DELIVERY');
  expect(ended('x1')).toMatchObject([{ outcome: 'failed' }]);
  expect((await epic.starts()).filter(({ ticket }) => ticket === 'BEHIND')).toEqual([]);
  expect(last.code).not.toBe(0);
});

test.each([
  ['m1', 'REQ-101: orders can be read', ['src/orders.ts']],
  ['m2', 'REQ-201: the basket has a sum', ['src/basket.ts']],
  ['side', 'REQ-901: it looks nice', ['src/colours.ts', 'src/fonts.ts']],
])(
  'DISPATCH-14 the audit of %s is about its own requirements and the files that its tickets changed',
  (milestone, requirement, files) => {
    const [prompt] = epic.prompts(`audit:${milestone}`, 'team');
    expect(told(prompt, 'Requirements')).toEqual([`[ ] ${requirement}`]);
    expect(told(prompt, 'Changed Files')).toEqual(files);
    const shown = [...(prompt ?? '').matchAll(/^> diff --git a\/(\S+)/gm)].map(([, file]) => file);
    expect(shown).toEqual(files);
  },
);

test('DISPATCH-14 002#29 what a milestone exposes is told to those who work and judge in the next ones, and to nobody else', () => {
  const heading = 'What Earlier Milestones Expose';
  const ofOrders = [
    'm1: src/orders.ts exports orders, total',
    'm1: route GET …/orders/{} (src/orders.ts)',
    'm1: environment variable ORDERS_URL (src/orders.ts)',
  ];
  for (const stage of ['develop', 'review'] as const) {
    expect(told(epic.prompts('BASKET', stage)[0], heading)).toEqual(ofOrders);
    expect(told(epic.prompts('DELIVERY', stage)[0], heading)).toEqual([
      ...ofOrders,
      'm2: src/basket.ts exports sum',
    ]);
    for (const ticket of ['ORDERS', 'COLOURS', 'FONTS', 'REFUSED'])
      expect(epic.prompts(ticket, stage)[0]).not.toContain(heading);
  }
});
