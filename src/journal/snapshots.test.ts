import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { inFolder } from '../../test/support/in-folder.ts';
import { sampleEvents } from '../../test/contracts/journal-sample.ts';
import { genesis, link } from './chain.ts';
import { createJournalFile } from './journal-file.ts';
import { appending } from './layout.ts';
import { openJournal } from './open-journal.ts';
import { readKept } from './read-journal.ts';

let folder: string;
let file: string;

inFolder((path) => {
  folder = path;
  file = join(folder, 'journal.db');
});

async function withSnapshot(): Promise<void> {
  const journal = openJournal({ file });
  for (const event of sampleEvents(1, 10)) await journal.append([event]);
  await journal.saveSnapshot(8, 'the state', 'v1');
  journal.close();
}

function loaded(): { readonly seq: number } | undefined {
  const journal = openJournal({ file });
  const snapshot = journal.loadSnapshot('v1');
  journal.close();
  return snapshot;
}

test('RECOVER-01 a snapshot is there after a restart, and the events after it are read on their own', async () => {
  await withSnapshot();
  const journal = openJournal({ file });
  expect(journal.loadSnapshot('v1')).toEqual({ seq: 8, value: 'the state' });
  expect([...journal.read(8)]).toEqual(sampleEvents(9, 10));
  journal.close();
});

test('a spoilt snapshot is passed over, whichever byte of it is wrong', async () => {
  await withSnapshot();
  const good = readFileSync(`${file}.snapshot`);
  for (let at = 0; at < good.length; at++) {
    const bad = Buffer.from(good);
    bad[at] = (good[at] ?? 0) ^ 0x01;
    writeFileSync(`${file}.snapshot`, bad);
    expect([at, loaded()]).toEqual([at, undefined]);
  }
  writeFileSync(`${file}.snapshot`, good.subarray(0, 20));
  expect(loaded()).toBeUndefined();
  writeFileSync(`${file}.snapshot`, good);
  expect(loaded()?.seq).toBe(8);
});

test('a snapshot of another history is passed over', async () => {
  await withSnapshot();
  rmSync(file);
  const journal = openJournal({ file });
  await journal.append(sampleEvents(1, 10).map((event) => ({ ...event, at: 7 })));
  expect(journal.loadSnapshot('v1')).toBeUndefined();
  journal.close();
});

test('a snapshot that is ahead of its journal is passed over', async () => {
  await withSnapshot();
  copyFileSync(`${file}.snapshot`, join(folder, 'ahead'));
  rmSync(file);
  openJournal({ file }).close();
  copyFileSync(join(folder, 'ahead'), `${file}.snapshot`);
  expect(loaded()).toBeUndefined();
});

test('one that is ahead by whole pages, of a run nobody has opened since it was moved here, ends the walk as well', async () => {
  const journal = openJournal({ file });
  await journal.append(sampleEvents(1, 1100));
  await journal.saveSnapshot(1100, 'the state', 'v1');
  journal.close();
  const moved = join(folder, 'moved.db');
  createJournalFile(moved);
  const database = new DatabaseSync(moved);
  const append = database.prepare(appending(0));
  let before = genesis;
  database.exec('BEGIN');
  for (const event of sampleEvents(1, 1024)) {
    const json = JSON.stringify([event]);
    const hash = link(before, json);
    append.run({ seq: event.seq, json, hash, last: event.seq, after: before });
    before = hash;
  }
  database.exec('COMMIT');
  database.close();
  copyFileSync(`${file}.snapshot`, `${moved}.snapshot`);
  file = moved;
  expect(loaded()).toBeUndefined();
});

test.each([
  [
    'an event before it was edited',
    "UPDATE events SET json = replace(json, 'stopped 3 ', 'stopped 4 ') WHERE seq = 3",
    3,
  ],
  ['a hash before it was edited', "UPDATE events SET hash = '00' WHERE seq = 3", 3],
  ['an event before it is missing', 'DELETE FROM events WHERE seq = 3', 3],
  ['an event after it was edited', "UPDATE events SET json = '{' WHERE seq = 9", 9],
  ['the last event is missing', 'DELETE FROM events WHERE seq = 10', 10],
  ['its own last event was edited', "UPDATE events SET json = '{}' WHERE seq = 8", 8],
  ['the last event is recorded wrongly', "UPDATE events SET hash = '00' WHERE json = ''", 10],
])('STATE-01 a snapshot hides no damage: %s', async (_, sql, at) => {
  await withSnapshot();
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
  expect(() => openJournal({ file })).toThrow(
    expect.objectContaining({ code: 'JOURNAL_DAMAGED', data: { seq: at } }),
  );
});

test('STATE-01 with a snapshot of the very last event, the record of the last one is still proven', async () => {
  const journal = openJournal({ file });
  await journal.append(sampleEvents(1, 10));
  await journal.saveSnapshot(10, 'the state', 'v1');
  journal.close();
  const database = new DatabaseSync(file);
  database.exec("UPDATE events SET hash = '00' WHERE json = ''");
  database.close();
  expect(() => openJournal({ file })).toThrow(expect.objectContaining({ code: 'JOURNAL_DAMAGED' }));
});

test('a snapshot may be taken amid events that were written together; it vouches for all of them', async () => {
  const journal = openJournal({ file });
  for (const first of [1, 6, 11]) await journal.append(sampleEvents(first, first + 4));
  await journal.saveSnapshot(8, 'the state', 'v1');
  journal.close();
  const again = openJournal({ file });
  expect(again.loadSnapshot('v1')).toEqual({ seq: 8, value: 'the state' });
  expect([...again.read(8)]).toEqual(sampleEvents(9, 15));
  await again.append(sampleEvents(16, 17));
  expect([...again.read(8)]).toEqual(sampleEvents(9, 17));
  await again.saveSnapshot(12, 'later', 'v1');
  again.close();
  expect(loaded()?.seq).toBe(12);
  const database = new DatabaseSync(file);
  database.exec("UPDATE events SET json = replace(json, 'stopped 10 ', 'stopped 11 ') WHERE seq = 6");
  database.close();
  expect(() => openJournal({ file })).toThrow(
    expect.objectContaining({ code: 'JOURNAL_DAMAGED', data: { seq: 6 } }),
  );
});

test('snapshots follow one another while a journal grows, across pages and restarts', async () => {
  for (let round = 0; round < 3; round++) {
    const journal = openJournal({ file });
    const last = journal.last();
    expect(journal.loadSnapshot('v1')?.seq ?? 0).toBe(last);
    await journal.append(sampleEvents(last + 1, last + 700));
    await journal.saveSnapshot(last + 350, 'half', 'v1');
    await journal.append(sampleEvents(last + 701, last + 800));
    await journal.saveSnapshot(last + 800, 'all', 'v1');
    await journal.saveSnapshot(last + 100, 'older', 'v1');
    journal.close();
  }
  expect(loaded()?.seq).toBe(2400);
});

test('STATE-02 what is shown of a journal is its snapshot and the events after it, and without one all events', async () => {
  await withSnapshot();
  expect(readKept(file, 'v1')).toEqual({ kept: 'the state', events: sampleEvents(9, 10) });
  expect(readKept(file, 'v2')).toEqual({ kept: undefined, events: sampleEvents(1, 10) });
  const database = new DatabaseSync(file);
  database.exec("UPDATE events SET json = '{' WHERE seq = 9");
  database.close();
  expect(() => readKept(file, 'v1')).toThrow(expect.objectContaining({ code: 'JOURNAL_DAMAGED' }));
});
