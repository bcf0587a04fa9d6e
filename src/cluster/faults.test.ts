import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { coordinatorOf } from '../../test/contracts/journal-process.ts';
import { sampleEvent, sampleEvents } from '../../test/contracts/journal-sample.ts';
import { clusterPlace } from '../../test/support/cluster-place.ts';
import { postgresProxy } from '../../test/support/postgres-proxy.ts';
import type { PostgresProxy } from '../../test/support/postgres-proxy.ts';
import { hasCode } from '../model/error.ts';
import type { Event } from '../model/events.ts';
import { openClusterJournal } from './journal.ts';
import type { ClusterJournal } from './journal.ts';
import { waitForLease } from './coordinator-lease.ts';
import { openPostgres } from './postgres.ts';
import type { Postgres } from './postgres.ts';
import { readClusterJournal } from './reader.ts';

const place = clusterPlace();
const lease = { holder: 'test', leaseMs: 60_000 };

let epic: string;
let proxy: PostgresProxy;
let far: Postgres;

beforeEach(async () => {
  epic = place().epic();
  proxy = await postgresProxy(place().server.socket);
  far = await openPostgres(proxy.urlOf(place().url), { statementMs: 1000 });
});

afterEach(async () => {
  await far.close();
  await proxy.close();
});

async function recorded(): Promise<Event[]> {
  const reader = await readClusterJournal(place().postgres, epic);
  const events = [...reader.read()];
  reader.close();
  return events;
}

async function closed(journal: ClusterJournal): Promise<void> {
  journal.close();
  await journal.closed();
}

test('RECOVER-01 a server that is killed and started again in the middle of appends loses nothing that was answered', async () => {
  const { postgres, server } = place();
  const journal = await openClusterJournal(postgres, epic, lease);
  const restarts: Promise<void>[] = [];
  for (let seq = 1; seq <= 150; seq++) {
    // Not waited for: the appends go on meanwhile.
    if (seq % 50 === 20) restarts.push(server.kill().then(() => server.start()));
    await journal.append([sampleEvent(seq)]);
  }
  await Promise.all(restarts);
  expect(restarts).toHaveLength(3);
  expect(journal.last()).toBe(150);
  expect(await recorded()).toEqual(sampleEvents(1, 150));
  await closed(journal);
});

test.each(['cut', 'silence'] as const)(
  'STATE-01 a COMMIT whose answer is lost (%s) is found and not done again, nor what goes with it',
  async (how) => {
    await place().postgres.query(`CREATE TABLE sent_${how} (seq bigint)`);
    const journal = await openClusterJournal(far, epic, {
      ...lease,
      async within(transaction, events) {
        for (const { seq } of events) await transaction.query(`INSERT INTO sent_${how} VALUES ($1)`, [seq]);
      },
    });
    await journal.append([sampleEvent(1)]);
    proxy.swallowNext('COMMIT', how);
    await journal.append([sampleEvent(2)]);
    await journal.append([sampleEvent(3)]);
    expect(await recorded()).toEqual(sampleEvents(1, 3));
    const { rows } = await place().postgres.query(`SELECT seq FROM sent_${how} ORDER BY seq`);
    expect(rows).toEqual([{ seq: 1 }, { seq: 2 }, { seq: 3 }]);
    await closed(journal);
  },
);

test('an append that the server undid for the sake of another is done again', async () => {
  let tries = 0;
  const journal = await openClusterJournal(far, epic, {
    ...lease,
    async within(transaction) {
      if (++tries === 1) await transaction.query('DO $$ BEGIN RAISE deadlock_detected; END $$');
    },
  });
  await journal.append([sampleEvent(1)]);
  expect(tries).toBe(2);
  expect(await recorded()).toEqual(sampleEvents(1, 1));
  await closed(journal);
});

type Fault = 'none' | 'cut' | 'swallow' | 'overtake';

test('RECOVER-01 whatever order faults come in, exactly what was answered is recorded', async () => {
  const faults = fc.array(fc.constantFrom<Fault>('none', 'cut', 'swallow', 'overtake'), { maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(faults, async (all) => {
      epic = place().epic();
      let journal = await openClusterJournal(far, epic, lease);
      for (const [nth, fault] of all.entries()) {
        if (fault === 'swallow') proxy.swallowNext('COMMIT', 'cut');
        if (fault === 'overtake') journal = await overtaken(journal, nth + 1);
        const append = journal.append([sampleEvent(nth + 1)]);
        if (fault === 'cut') proxy.cut();
        proxy.fix();
        await append;
      }
      expect(await recorded()).toEqual(sampleEvents(1, all.length));
      await closed(journal);
    }),
    { numRuns: 12 },
  );
});

/** Another coordinator goes on; the first one writes nothing more. */
async function overtaken(journal: ClusterJournal, next: number): Promise<ClusterJournal> {
  await place().postgres.query('UPDATE gauntlet.epics SET until = now() WHERE epic = $1', [epic]);
  const other = await openClusterJournal(far, epic, lease);
  await expect(journal.append([sampleEvent(next)])).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  await closed(journal);
  return other;
}

test('RECOVER-01 one that is cut off for longer than its lease knows it, and says that the outcome is unknown', async () => {
  const journal = await openClusterJournal(far, epic, { ...lease, leaseMs: 900 });
  await journal.append([sampleEvent(1)]);
  proxy.cut();
  const append = journal.append([sampleEvent(2)]);
  await expect(append).rejects.toMatchObject({ code: 'ENVIRONMENT_UNFIT' });
  expect(journal.lost.aborted).toBe(true);
  expect(journal.lost.reason).toMatchObject({ code: 'ENVIRONMENT_UNFIT' });
  proxy.fix();
  await expect(journal.append([sampleEvent(2)])).rejects.toMatchObject({ code: 'ENVIRONMENT_UNFIT' });
  expect(await recorded()).toEqual(sampleEvents(1, 1));
  await closed(journal);
});

test('RECOVER-01 a lease whose answer is lost is had all the same', async () => {
  proxy.swallowNext('fence = greatest', 'cut');
  const journal = await openClusterJournal(far, epic, lease);
  expect(journal.fence).toBe(2);
  await journal.append([sampleEvent(1)]);
  await closed(journal);
  expect(await recorded()).toEqual(sampleEvents(1, 1));
});

test('BEYOND-08 of many that ask at once exactly one gets the lease', async () => {
  const asked = await Promise.allSettled(
    Array.from({ length: 8 }, () => openClusterJournal(place().postgres, epic, lease)),
  );
  const opened = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  expect(opened.map(({ fence }) => fence)).toEqual([1]);
  const refused = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
  expect(refused.map((error) => hasCode(error, 'STATE_CONFLICT'))).toEqual(Array(7).fill(true));
  await Promise.all(opened.map(closed));
});

test('BEYOND-08 a lease that is taken over is noticed at the next renewal, and nothing more can be written', async () => {
  // Long enough that a busy machine comes to the renewal before the lease has run out by itself.
  const first = await openClusterJournal(place().postgres, epic, { ...lease, leaseMs: 3000 });
  await first.append([sampleEvent(1)]);
  const lost = new Promise((resolve) => first.lost.addEventListener('abort', resolve));
  await place().postgres.query('UPDATE gauntlet.epics SET until = now() WHERE epic = $1', [epic]);
  const second = await openClusterJournal(place().postgres, epic, lease);
  await lost;
  expect(first.lost.reason).toMatchObject({ code: 'STATE_CONFLICT' });
  await expect(first.append([sampleEvent(2)])).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  await closed(first);
  // Who was overtaken gives back nothing that is not his.
  await second.append([sampleEvent(2)]);
  await expect(openClusterJournal(place().postgres, epic, lease)).rejects.toMatchObject({
    code: 'STATE_CONFLICT',
  });
  await closed(second);
});

test('BEYOND-08 RECOVER-01 a coordinator that was stopped and goes on after another took over writes nothing', async () => {
  const { postgres, url } = place();
  const other = await coordinatorOf('cluster-writer.ts', [epic, '1500'], { GAUNTLET_TEST_POSTGRES: url });
  await other.reached(5);
  process.kill(other.pid, 'SIGSTOP');
  await waitForLease(postgres, epic);
  const mine = await openClusterJournal(postgres, epic, lease);
  const taken = mine.last();
  expect([...mine.read()]).toEqual(sampleEvents(1, taken));
  await mine.append([{ ...sampleEvent(taken + 1), at: 1 }]);
  process.kill(other.pid, 'SIGCONT');
  expect(await other.ended()).toBe(3);
  await mine.append([sampleEvent(taken + 2)]);
  const all = await recorded();
  expect(all[taken]?.at).toBe(1);
  expect(all).toHaveLength(taken + 2);
  await closed(mine);
});
