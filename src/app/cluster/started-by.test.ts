import { expect, test } from 'vitest';

import { unsetAgent } from '../../model/config.ts';
import { roles } from '../../model/team.ts';
import { startedBy } from './started-by.ts';

test('BEYOND-08 a worker needs the agents of its own queues, and one that only checks needs none', () => {
  const needed = (...kinds: Parameters<typeof startedBy>[0]) =>
    roles.filter((name) => startedBy(kinds)({ name, settings: { ...unsetAgent, use: 'api' } }));
  expect(needed('verify')).toEqual([]);
  expect(needed('developer')).toEqual(['developer', 'fixer', 'remediator']);
  expect(needed('critic', 'verify')).toEqual(['critic', 'auditor', 'reviewer']);
  expect(needed('critic', 'developer')).toEqual(roles);
});
