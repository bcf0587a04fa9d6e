import { expect, test } from 'vitest';

import type { AssignmentEvent } from '../../model/events.ts';
import { priorityOf } from './queues.ts';

test('QUEUE-03 the gate of the head comes first, and one on a guess after the validation of new work', () => {
  const handedOut = (stage: string, type: string, onto?: string) =>
    priorityOf({ type, stage, ...(onto !== undefined && { onto }) } as unknown as AssignmentEvent);
  const head = handedOut('gate', 'landing_gate_started');
  const deep = handedOut('gate', 'landing_gate_started', 'c'.repeat(40));
  const validation = handedOut('validate', 'validation_started');
  const others = [
    handedOut('review', 'critic_dispatched'),
    handedOut('confirm', 'claim_check_started'),
    validation,
  ];
  for (const other of others) expect(head).toBeGreaterThan(other);
  expect(deep).toBeLessThan(validation);
  expect(deep).toBeGreaterThan(handedOut('survey', 'survey_started'));
  expect(deep).toBeGreaterThan(handedOut('develop', 'developer_dispatched'));
});
