import { expect, test } from 'vitest';

import { direct, directUnmeasured } from '../../../test/support/director.ts';
import { boardOf } from '../live/board.ts';
import { waitingForPeople } from './waiting-for-people.ts';

const once = { maxRevisions: 0 };

test('a question holds up what needs its ticket, through any number of others', () => {
  const stage = direct(
    {
      tickets: [
        'A',
        { id: 'B', needs: ['A'] },
        { id: 'C', needs: ['B'] },
        { id: 'D', needs: ['A', 'B'] },
        'E',
      ],
    },
    once,
  );
  expect(boardOf(stage.state()).blockedByQuestions).toBe(0);
  stage.drive('A', 'review');
  stage.answer('A', 'critic_fail');
  expect(stage.status('A')).toBe('escalated');
  expect([...waitingForPeople(stage.state())].sort((a, b) => a - b)).toEqual([1, 2, 3]);
  expect(boardOf(stage.state()).blockedByQuestions).toBe(3);
});

test('a question in a milestone holds up the tickets of those that come after it', () => {
  const stage = direct(
    {
      tickets: [
        { id: 'A', milestone: 'one' },
        { id: 'B', milestone: 'two' },
        { id: 'C', milestone: 'three' },
        'D',
      ],
      milestones: [{ id: 'one' }, { id: 'two', after: ['one'] }, { id: 'three', after: ['two'] }],
    },
    once,
  );
  stage.drive('A', 'review');
  stage.answer('A', 'critic_fail');
  expect([...waitingForPeople(stage.state())].sort((a, b) => a - b)).toEqual([1, 2]);
});

test('a question about the base holds up everything', () => {
  const stage = directUnmeasured({ tickets: ['A', 'B'] }, { remediationAttempts: 1 });
  stage.answer('baseline', 'baseline_measured', { red: ['types'] });
  stage.answer('remediation:1', 'developer_incomplete');
  expect(stage.state().asking.size).toBe(1);
  expect(waitingForPeople(stage.state()).size).toBe(2);
});
