import { expect, test } from 'vitest';

import { inOrder } from './in-order.ts';

test('the failure that is listed first is the one that is thrown, whichever came first', async () => {
  const late = new Promise<never>((_, reject) => setImmediate(() => reject(new Error('late'))));
  const soon = Promise.reject(new Error('soon'));
  await expect(inOrder([late, soon])).rejects.toThrow('late');
  expect(await inOrder([Promise.resolve(1), Promise.resolve('two')])).toEqual([1, 'two']);
});
