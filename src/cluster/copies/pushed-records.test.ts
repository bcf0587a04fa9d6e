import { expect, test } from 'vitest';

import { memoryRecords } from '../../../test/support/memory-records.ts';
import { pushedRecords } from './pushed-records.ts';

test('RECOVER-01 a commit is named in a record only when others can fetch it', async () => {
  const shared = memoryRecords();
  const pushed: unknown[] = [];
  const { records, about } = pushedRecords(shared, async (ticket) => {
    pushed.push([ticket, await shared.get(1, 'delivered')]);
    if (ticket === 'B') throw new Error('the hub is away');
  });
  about(1, 'A');
  about(2, 'B');
  await records.put(1, 'delivered', { commit: 'c1' });
  await records.put(1, 'prompt', 'do it');
  await expect(records.put(2, 'delivered', { commit: 'c2' })).rejects.toThrow('the hub is away');
  expect(pushed).toEqual([
    ['A', undefined],
    ['B', { commit: 'c1' }],
  ]);
  expect(await shared.get(1, 'delivered')).toEqual({ commit: 'c1' });
  expect(await shared.get(2, 'delivered')).toBeUndefined();
});
