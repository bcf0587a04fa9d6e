import { expect, test } from 'vitest';
import { EventSchema } from '../model/events.ts';
import { fits, variantFields } from '../schema/fits.ts';

const head = ['at', 'seq', 'type', 'v'];
const dispatch = [
  'attempt',
  'because',
  'claim',
  'clarification',
  'commit',
  'extra',
  'reserved',
  'round',
  'run',
  'seat',
  'stage',
  'ticket',
  'try',
  'until',
];
const result = ['meter', 'run', 'ticket', 'used'];
/** What an agent said names the agent as well. */
const said = [...result, 'by'];

const fields = new Map<string, string[]>(
  [...variantFields(EventSchema)].map(([type, keys]) => [type, Object.keys(keys).toSorted()]),
);

test.each([
  ['critic_dispatched', dispatch],
  ['critic_pass', [...said, 'commit', 'score']],
  ['critic_fail', [...said, 'commit', 'findings', 'score']],
  ['auditor_dispatched', dispatch],
  ['auditor_fail', [...said, 'commit', 'findings', 'wanting']],
  ['task_complete', [...result, 'commit', 'tree']],
  ['workflow_failed', ['ticket', 'kind', 'reason', 'reviewAttempts', 'auditAttempts']],
  ['developer_rework_dispatched', [...dispatch, 'reason']],
  ['infrastructure_blocked', ['ticket', 'because', 'doubt']],
  ['infrastructure_restored', ['attempts', 'by']],
])('STATE-03 %s is an event with these fields', (type, own) => {
  expect(fields.get(type)).toEqual([...head, ...own].toSorted());
});

test('STATE-03 every event has version, place and time, and names are never used twice', () => {
  expect(new Set(fields.keys()).size).toBe(variantFields(EventSchema).size);
  for (const [type, keys] of fields) expect(keys, type).toEqual(expect.arrayContaining(head));
});

test('STATE-03 a field that nobody knows is refused, not dropped', () => {
  const event = { type: 'ticket_held', v: 1, seq: 1, at: 0, ticket: 'A' };
  expect(fits(EventSchema, event)).toBe(true);
  expect(fits(EventSchema, { ...event, more: 1 })).toBe(false);
  expect(fits(EventSchema, { ...event, v: 2 })).toBe(false);
});
