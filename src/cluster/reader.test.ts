import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sampleEvent, sampleEvents } from '../../test/contracts/journal-sample.ts';
import { clusterPlace } from '../../test/support/cluster-place.ts';
import { endOf, readJournal } from '../../test/support/journal.ts';
import { evolve, initialState } from '../state/index.ts';
import { hasCode } from '../model/error.ts';
import type { Event } from '../model/events.ts';
import { channelOf } from './channel.ts';
import { openClusterJournal } from './journal.ts';
import type { ClusterJournal } from './journal.ts';
import { openPostgres } from './postgres.ts';
import { followClusterJournal, readClusterJournal } from './reader.ts';

const place = clusterPlace();
const lease = { holder: 'test', leaseMs: 60_000 };

async function written(events: readonly Event[], epic = place().epic()): Promise<string> {
  const journal = await openClusterJournal(place().postgres, epic, lease);
  for (const event of events) await journal.append([event]);
  await closed(journal);
  return epic;
}

async function closed(journal: ClusterJournal): Promise<void> {
  journal.close();
  await journal.closed();
}

/** Follows until that event has come; answers all that came. */
async function followed(epic: string, after: number, last: number): Promise<Event[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Event[]>();
  const seen: Event[] = [];
  const following = await followClusterJournal(place().postgres, epic, {
    after,
    onEvents(events) {
      seen.push(...events);
      if ((seen.at(-1)?.seq ?? 0) >= last) resolve(seen);
    },
    onProblem: reject,
  });
  return promise.finally(() => following.close());
}

test('STATE-02 who follows sees every event once and in order, also while the server is started again and the writer changes', async () => {
  const { postgres, server } = place();
  const epic = await written(sampleEvents(1, 5));
  const all = followed(epic, 0, 80);
  const some = followed(epic, 3, 80);
  const journal = await openClusterJournal(postgres, epic, lease);
  const restart = server.kill().then(() => server.start());
  for (let seq = 6; seq <= 60; seq++) await journal.append([sampleEvent(seq)]);
  await restart;
  await closed(journal);
  await written(sampleEvents(61, 80), epic);
  expect(await all).toEqual(sampleEvents(1, 80));
  expect(await some).toEqual(sampleEvents(4, 80));
});

test.each([
  [
    'a changed event',
    "UPDATE gauntlet.events SET json = replace(json, 'somebody-2', 'somebody-9') WHERE seq = 2",
    2,
  ],
  ['a missing event', 'DELETE FROM gauntlet.events WHERE seq = 2', 2],
  ['a missing end', 'DELETE FROM gauntlet.events WHERE seq = 4', 4],
  ['an end that was moved back', 'UPDATE gauntlet.epics SET seq = 3', 4],
  ['an end of another history', "UPDATE gauntlet.epics SET hash = sha256('x')", 5],
])('STATE-01 %s is damage for who reads, writes and follows', async (_, sql, seq) => {
  const { postgres } = place();
  const epic = await written(sampleEvents(1, 4));
  await postgres.query(`${sql} ${sql.includes('WHERE') ? 'AND' : 'WHERE'} epic = '${epic}'`);
  const damage = { code: 'JOURNAL_DAMAGED', data: { seq } };
  await expect(readClusterJournal(postgres, epic)).rejects.toMatchObject(damage);
  await expect(openClusterJournal(postgres, epic, lease)).rejects.toMatchObject(damage);
  await expect(followed(epic, 0, 4)).rejects.toMatchObject(damage);
});

test('STATE-02 damage that comes later ends the following', async () => {
  const epic = await written(sampleEvents(1, 2));
  const told = followed(epic, 0, 9);
  const outcome = told.then(
    () => false,
    (error: unknown) => hasCode(error, 'JOURNAL_DAMAGED'),
  );
  const journal = await openClusterJournal(place().postgres, epic, {
    ...lease,
    async within(transaction) {
      await transaction.query("UPDATE gauntlet.epics SET hash = sha256('x') WHERE epic = $1", [epic]);
    },
  });
  // The writer does not find the end where it left it.
  await expect(journal.append([sampleEvent(3)])).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  await place().postgres.query("UPDATE gauntlet.epics SET seq = 3, hash = sha256('x') WHERE epic = $1", [
    epic,
  ]);
  await place().postgres.query("SELECT pg_notify($1, 'events')", [channelOf(epic)]);
  expect(await outcome).toBe(true);
  await closed(journal);
});

test('a journal that is not there cannot be read, nor one in a database without tables', async () => {
  await expect(readClusterJournal(place().postgres, 'nothing')).rejects.toMatchObject({
    code: 'FILE_UNREADABLE',
  });
  const empty = await openPostgres(await place().server.database());
  await expect(readClusterJournal(empty, 'nothing')).rejects.toMatchObject({ code: 'ENVIRONMENT_UNFIT' });
  await empty.close();
});

test('STATE-01 the journals of every released version come back from Postgres as they were', async () => {
  const folder = join(import.meta.dirname, '../../test/fixtures/journals');
  const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  expect(names).not.toEqual([]);
  for (const name of names) {
    const golden = readJournal(join(folder, name));
    const epic = place().epic();
    const journal = await openClusterJournal(place().postgres, epic, lease);
    await journal.append(golden);
    await closed(journal);
    const reader = await readClusterJournal(place().postgres, epic);
    expect([...reader.read()]).toEqual(golden);
    const end = JSON.parse(
      readFileSync(join(folder, name.replace('.jsonl', '.end.json')), 'utf8'),
    ) as unknown;
    expect(endOf([...reader.read()].reduce(evolve, initialState))).toEqual(end);
    reader.close();
  }
});
