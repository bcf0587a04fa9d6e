import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { collectAfterReading } from './collect-garbage.ts';

function left(): WeakRef<object> {
  return new WeakRef({ read: 'once' });
}

test('what reading a long journal leaves behind is given back before the waiting begins; a short one leaves little', async () => {
  const many = left();
  await turn();
  collectAfterReading(20_000);
  expect(many.deref()).toBeUndefined();
  const few = left();
  await turn();
  collectAfterReading(19_999);
  expect(few.deref()).toEqual({ read: 'once' });
});
