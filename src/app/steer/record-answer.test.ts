import { expect, test } from 'vitest';

import { refuseTooLong } from './record-answer.ts';

test('a reason that the journal would refuse is refused in words, not cut off and not a bug', () => {
  expect(() => refuseTooLong('x'.repeat(4000))).not.toThrow();
  expect(() => refuseTooLong('x'.repeat(4001))).toThrow(/4000 characters at most, not 4001/);
});
