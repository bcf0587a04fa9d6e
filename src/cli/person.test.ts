import { expect, test } from 'vitest';

import { personOf } from './person.ts';

test('a name that is empty is none, and nothing that the journal would refuse is a name', () => {
  expect(personOf({ env: { GAUNTLET_USER: 'ada', USER: 'root' } })).toBe('ada');
  expect(personOf({ env: { GAUNTLET_USER: '', USER: ' ', LOGNAME: 'grace' } })).toBe('grace');
  expect(personOf({ env: { USER: '' } })).toBe('somebody');
  expect(personOf({ env: {} })).toBe('somebody');
  expect(personOf({ env: { USER: 'a\n\u001b[31mb' } })).toBe('a b');
  const long = personOf({ env: { USER: 'x'.repeat(5000) } });
  expect(long.length).toBeLessThanOrEqual(200);
});
