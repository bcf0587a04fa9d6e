import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { collectAfterReading } from './collect-garbage.ts';

function left(): WeakRef<object> {
  return new WeakRef({ read: 'once' });
}

test('what reading a long journal leaves behind is given back before the waiting begins', async () => {
  const garbage = left();
  await turn();
  collectAfterReading(20_000);
  expect(garbage.deref()).toBeUndefined();
});
