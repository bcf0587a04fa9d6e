import { describe, expect, test } from 'vitest';
import { itHonoursTheJournalContract } from '../../test/contracts/journal.ts';
import { sampleEvent, sampleEvents } from '../../test/contracts/journal-sample.ts';
import { clusterPlace } from '../../test/support/cluster-place.ts';
import { openClusterJournal } from './journal.ts';
import { waitForLease } from './coordinator-lease.ts';

const place = clusterPlace();
const lease = { holder: 'test', leaseMs: 30_000 };

describe('a journal in Postgres', () => {
  itHonoursTheJournalContract(() => {
    const { postgres, epic } = place();
    const name = epic();
    return Promise.resolve({
      open: () => openClusterJournal(postgres, name, lease),
      remove: () => Promise.resolve(),
    });
  });
});

test('STATE-01 one who comes second is refused and told who has the lease, and may wait for it', async () => {
  const { postgres, epic } = place();
  const name = epic();
  const first = await openClusterJournal(postgres, name, { ...lease, holder: 'process 7 on here' });
  await expect(openClusterJournal(postgres, name, lease)).rejects.toMatchObject({
    code: 'STATE_CONFLICT',
    message: 'another coordinator runs this epic (process 7 on here)',
  });
  await first.append(sampleEvents(1, 2));
  const free = waitForLease(postgres, name).then(() => openClusterJournal(postgres, name, lease));
  first.close();
  const second = await free;
  expect(second.fence).toBe(first.fence + 1);
  expect([...second.read()]).toEqual(sampleEvents(1, 2));
  second.close();
  await second.closed();
});

test('STATE-01 what goes with an append is done exactly if the events are recorded', async () => {
  const { postgres, epic } = place();
  await postgres.query('CREATE TABLE jobs (seq bigint)');
  const journal = await openClusterJournal(postgres, epic(), {
    ...lease,
    async within(transaction, events) {
      for (const { seq } of events) await transaction.query('INSERT INTO jobs VALUES ($1)', [seq]);
      if (events.some(({ seq }) => seq === 3)) throw new Error('not this one');
    },
  });
  await journal.append(sampleEvents(1, 2));
  await expect(journal.append([sampleEvent(3)])).rejects.toThrow('not this one');
  expect(journal.last()).toBe(2);
  expect((await postgres.query('SELECT seq FROM jobs ORDER BY seq')).rows).toEqual([{ seq: 1 }, { seq: 2 }]);
  journal.close();
  await journal.closed();
});
