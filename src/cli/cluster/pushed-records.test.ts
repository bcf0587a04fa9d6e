import { expect, test } from 'vitest';

import { memoryRecords } from '../../journal/index.ts';
import { pushedRecords } from './pushed-records.ts';

test('RECOVER-01 a commit is named in a record only when others can fetch it', async () => {
  const shared = memoryRecords();
  const found: unknown[] = [];
  const records = pushedRecords(shared, async (run) => {
    found.push(await shared.get(run, 'delivered'));
    if (run === 2) throw new Error('the hub is away');
  });
  await records.put(1, 'delivered', { commit: 'c1' });
  await records.put(1, 'prompt', 'do it');
  await expect(records.put(2, 'delivered', { commit: 'c2' })).rejects.toThrow('the hub is away');
  expect(found).toEqual([undefined, undefined]);
  expect(await shared.get(1, 'delivered')).toEqual({ commit: 'c1' });
  expect(await shared.get(2, 'delivered')).toBeUndefined();
});
