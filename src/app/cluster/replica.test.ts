import { expect, onTestFinished, test } from 'vitest';

import { sampleEvents } from '../../../test/contracts/journal-sample.ts';
import { clusterPlace } from '../../../test/support/cluster-place.ts';
import { openClusterJournal } from '../../cluster/index.ts';
import { openReplica } from './replica.ts';

const place = clusterPlace();

test('whoever waits for an event that does not come is let go when it is called off, and hears of one that does', async () => {
  const { postgres, epic } = place();
  const name = epic();
  const journal = await openClusterJournal(postgres, name, { holder: 'test', leaseMs: 30_000 });
  await journal.append(sampleEvents(1, 2));
  const replica = await openReplica(postgres, name);
  onTestFinished(async () => {
    replica.close();
    await journal.closed();
  });
  const upTo = (seq: number, cancel: AbortSignal): Promise<number | undefined> =>
    replica.until(({ state }) => (state.seq >= seq ? state.seq : undefined), cancel);
  const off = new AbortController();
  const [called, stays] = [upTo(9, off.signal), upTo(3, new AbortController().signal)];
  off.abort();
  expect(await called).toBeUndefined();
  expect(await upTo(9, off.signal)).toBeUndefined();
  await journal.append(sampleEvents(3, 3));
  expect(await stays).toBe(3);
});
