import { expect, test } from 'vitest';
import { statuses } from '../model/events.ts';
import { mayMove } from './lifecycle.ts';

/** Written down a second time on purpose: a status that is added or a way that is opened must be said here too. */
const allowed = `
  pending → queued validating auditing blocked completed failed
  queued → executing validating blocked escalated failed
  executing → queued validating needs_revision blocked escalated failed
  validating → reviewing landing needs_revision blocked escalated completed failed
  reviewing → auditing landing needs_revision blocked escalated failed
  auditing → landing needs_revision blocked escalated completed failed
  landing → completed reviewing needs_revision blocked escalated failed
  needs_revision → executing blocked escalated failed
  blocked → queued executing validating auditing landing needs_revision escalated failed
  escalated → queued needs_revision validating reviewing auditing landing blocked completed failed
  completed → failed
  failed → escalated
`;

test('EPIC-01 the table of moves is exactly this one, for every pair of statuses', () => {
  const rows = allowed
    .trim()
    .split('\n')
    .map((row) => row.trim().split(' →'));
  const table = new Map(rows.map(([from = '', to = '']) => [from, to.trim().split(' ').filter(Boolean)]));
  expect([...table.keys()].toSorted()).toEqual(statuses.toSorted());
  for (const from of statuses) {
    const ways = statuses.filter((to) => mayMove(from, to));
    expect(ways.toSorted(), from).toEqual([...(table.get(from) ?? []), from].toSorted());
  }
});

test('EPIC-01 a review is entered from validation, from a merge, or by a person’s word alone', () => {
  expect(statuses.filter((from) => from !== 'reviewing' && mayMove(from, 'reviewing'))).toEqual([
    'validating',
    'landing',
    'escalated',
  ]);
});

test('EPIC-01 only a developer follows a revision, unless it is blocked, escalated or failed', () => {
  expect(statuses.filter((to) => to !== 'needs_revision' && mayMove('needs_revision', to))).toEqual([
    'executing',
    'blocked',
    'escalated',
    'failed',
  ]);
});
