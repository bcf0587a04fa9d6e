import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { answer } from '../../test/contracts/mailbox.ts';
import { itHonoursTheRecordsContract } from '../../test/contracts/records.ts';
import { clusterPlace, slowed } from '../../test/support/cluster-place.ts';
import type { ResultDraft } from '../ports/records.ts';
import { openBoss } from './boss.ts';
import { openClusterJournal } from './journal.ts';
import { refuseOvertaken } from './coordinator-lease.ts';
import { clusterMailbox } from './mailbox.ts';
import { sendLive } from './work/live-output.ts';
import { sendOutput } from './work/output.ts';
import { openPostgres } from './postgres.ts';
import { clusterRecords } from './records.ts';
import { shelvedRuns, shelveRun } from './shelve.ts';

const place = clusterPlace();
const lease = { holder: 'test', leaseMs: 30_000 };
const passed: ResultDraft = {
  type: 'critic_pass',
  v: 1,
  ticket: 'API-1',
  run: 7,
  used: { usd: 0.25, tokens: 1200 },
  commit: 'c1',
};

async function folderHere(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gauntlet-records-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

itHonoursTheRecordsContract(async () => {
  const { postgres, epic } = place();
  const folder = await mkdtemp(join(tmpdir(), 'gauntlet-records-'));
  const name = epic();
  const journal = await openClusterJournal(postgres, name, lease);
  await journal.closed();
  return {
    open: () => clusterRecords(postgres, { epic: name, born: journal.born }, folder),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
});

/** A run, what puts it aside, and what begins the next of its name. */
async function undoable() {
  const { postgres, url, epic } = place();
  const name = epic();
  const boss = await openBoss(postgres, url);
  onTestFinished(() => boss.close());
  const journal = await openClusterJournal(postgres, name, lease);
  return {
    postgres,
    name,
    boss,
    journal,
    fence: journal.fence,
    first: { epic: name, born: journal.born },
    shelve: () => shelveRun(postgres, boss, { epic: name, fence: journal.fence }),
    again: async () => {
      await journal.closed();
      const next = await openClusterJournal(postgres, name, lease);
      onTestFinished(() => next.closed());
      return { epic: name, born: next.born };
    },
  };
}

test('BEYOND-12 what is written late for a run that was undone answers no later run of the same number', async () => {
  const { postgres, name, first, shelve, again } = await undoable();
  const folder = await folderHere();
  const late = clusterRecords(postgres, first, folder);
  await late.put(7, 'prompt', 'Do it.');
  await shelve();
  const second = await again();
  expect(second.born).not.toBe(first.born);
  await expect(late.finish(7, passed)).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  await expect(late.put(7, 'delivered', { commit: 'c1' })).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  await expect(late.keep({ plan: 1 })).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  const now = clusterRecords(postgres, second, folder);
  expect(await now.finished(7)).toBeUndefined();
  expect(await now.get(7, 'delivered')).toBeUndefined();
  await now.finish(7, passed);
  expect(await now.finished(7)).toEqual(passed);

  // What programs said, at the end and while they ran.
  mkdirSync(join(folder, 'said'));
  writeFileSync(join(folder, 'said', 'stdout'), 'of the first run');
  await postgres.query(
    `INSERT INTO gauntlet.work (epic, run, job, queue, seq, told, state)
     VALUES ($1, 7, gen_random_uuid(), 'q', 1, '{}', 'taken')`,
    [name],
  );
  const piece = { run: 7, nth: 0, name: 'stdout', bytes: Buffer.from('x') };
  const counted = async (): Promise<number> =>
    (
      await postgres.query(
        'SELECT run FROM gauntlet.output WHERE epic = $1 UNION ALL SELECT run FROM gauntlet.live WHERE epic = $1',
        [name],
      )
    ).count;
  await sendOutput(postgres, { ...first, run: 7 }, join(folder, 'said'));
  await sendLive(postgres, first, piece);
  expect(await counted()).toBe(0);
  await sendOutput(postgres, { ...second, run: 7 }, join(folder, 'said'));
  await sendLive(postgres, second, piece);
  expect(await counted()).toBe(2);
});

test('BEYOND-12 a record that is written while its run is put aside does not stay behind under its name', async () => {
  const { postgres, name, first, shelve, again } = await undoable();
  const late = clusterRecords(postgres, first, await folderHere());
  const waiting = async (): Promise<number> =>
    (await postgres.query("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'")).count;
  let putting: Promise<unknown> = Promise.resolve();
  let shelving: Promise<unknown> = Promise.resolve();
  // Letters are moved after records: whoever holds them stops the shelving in between.
  await postgres.transaction(async (transaction) => {
    await transaction.query('LOCK TABLE gauntlet.letters IN ACCESS EXCLUSIVE MODE');
    shelving = shelve();
    await expect.poll(waiting).toBe(1);
    putting = late.finish(7, passed).then(
      () => 'written',
      () => 'refused',
    );
    await expect.poll(waiting).toBe(2);
  });
  await shelving;
  expect(await putting).toBe('refused');
  const now = clusterRecords(postgres, await again(), await folderHere());
  expect(await now.finished(7)).toBeUndefined();
  expect((await postgres.query('SELECT 1 FROM gauntlet.records WHERE epic = $1', [name])).count).toBe(0);
});

test('BEYOND-12 what is said to a run that was undone is not said to the next one of that name', async () => {
  const { postgres, name, first, shelve, again } = await undoable();
  await clusterMailbox(postgres, first).put(answer);
  await shelve();
  const letters = async (): Promise<number> =>
    (await postgres.query('SELECT 1 FROM gauntlet.letters WHERE epic = $1', [name])).count;
  await expect(clusterMailbox(postgres, first).put(answer)).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  const second = await again();
  await expect(clusterMailbox(postgres, first).put(answer)).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  expect(await letters()).toBe(0);
  await clusterMailbox(postgres, second).put(answer);
  expect(await letters()).toBe(1);
});

test('BEYOND-12 STATE-01 who slept since before its run was undone has no say in the next one of that name', async () => {
  const { postgres, name, journal, fence, shelve } = await undoable();
  await shelve();
  const next = await openClusterJournal(postgres, name, lease);
  onTestFinished(() => next.closed());
  expect(next.fence).toBeGreaterThan(fence);
  await expect(shelve()).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  await expect(refuseOvertaken(postgres, name, fence)).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  await refuseOvertaken(postgres, name, next.fence);
  // It gives back a lease that is not its own any more.
  await journal.closed();
  await expect(openClusterJournal(postgres, name, lease)).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
});

test('BEYOND-12 a run is put aside however long that takes', async () => {
  const { postgres, name, boss, fence, again } = await undoable();
  await slowed(postgres, 'letters', 2.2);
  const hasty = await openPostgres(place().url, { statementMs: 1000 });
  onTestFinished(() => hasty.close());
  await shelveRun(hasty, boss, { epic: name, fence });
  await again();
  expect(await shelvedRuns(postgres, name)).toHaveLength(1);
});
