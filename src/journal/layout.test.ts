import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSecondLayout, writeFirstLayout, writeSecondLayout } from '../../test/contracts/journal-older.ts';
import { sampleEvent, sampleEvents } from '../../test/contracts/journal-sample.ts';
import { openJournal } from './open-journal.ts';
import { readJournal } from './read-journal.ts';
import { readRecorded } from './read-recorded.ts';
import { verifyJournal } from './verify-journal.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gauntlet-layout-'));
  file = join(folder, 'journal.db');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function asked(sql: string): unknown[] {
  const database = new DatabaseSync(file);
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

const layouts = [
  { version: 1, write: (count: number) => writeFirstLayout(file, count) },
  { version: 2, write: (count: number) => writeSecondLayout(file, count) },
];

describe.each(layouts)('a journal of layout $version', ({ version, write }) => {
  test('STATE-02 is read as it is', () => {
    write(9);
    const before = readFileSync(file);
    const reader = readJournal(file);
    expect(reader.last()).toBe(9);
    expect([...reader.read()]).toEqual(sampleEvents(1, 9));
    expect([...reader.read(4)]).toEqual(sampleEvents(5, 9));
    expect([...reader.read(9)]).toEqual([]);
    reader.close();
    expect(readRecorded(file, 7)).toEqual(sampleEvents(8, 9));
    expect(verifyJournal(file)).toEqual({ ok: true, events: 9 });
    expect(readFileSync(file)).toEqual(before);
  });

  test.each([0, 1, 701])('STATE-01 of %i events is gone on with', async (count) => {
    write(count);
    const journal = openJournal({ file });
    expect(journal.last()).toBe(count);
    await journal.append(sampleEvents(count + 1, count + 3));
    await journal.saveSnapshot(count + 2, 'the state', 'v1');
    journal.close();
    const again = openJournal({ file });
    expect(again.loadSnapshot('v1')?.seq).toBe(count + 2);
    await again.append([sampleEvent(count + 4)]);
    expect([...again.read()]).toEqual(sampleEvents(1, count + 4));
    again.close();
    expect(verifyJournal(file)).toEqual({ ok: true, events: count + 4 });
    expect(asked('PRAGMA user_version')).toEqual([{ user_version: 3 }]);
  });

  test('STATE-01 keeps its rows as they were when it is brought up to date, and gives no page back', () => {
    write(701);
    const rows = "SELECT seq, json, hash FROM events WHERE json <> '' ORDER BY seq";
    const before = asked(rows);
    openJournal({ file }).close();
    expect(asked(rows)).toEqual(before);
    expect(asked('PRAGMA freelist_count')).toEqual([{ freelist_count: 0 }]);
    expect(asked("SELECT seq, last FROM events WHERE json = ''")).toEqual([{ seq: 702, last: -5 }]);
    expect(asked('SELECT fence FROM head')).toEqual([{ fence: 4 }]);
  });

  test('STATE-02 is read on by those who have it open when it is brought up to date', async () => {
    write(9);
    const reader = readJournal(file);
    const begun = reader.read();
    expect(begun[Symbol.iterator]().next().value).toEqual(sampleEvent(1));
    const journal = openJournal({ file });
    expect(reader.last()).toBe(9);
    await journal.append(sampleEvents(10, 12));
    expect([...begun]).toEqual(sampleEvents(2, 9));
    expect([...reader.read(4)]).toEqual(sampleEvents(5, 12));
    await journal.append(sampleEvents(13, 300));
    expect([...reader.read()]).toEqual(sampleEvents(1, 300));
    reader.close();
    journal.close();
  });

  test('a snapshot of before counts afterwards', async () => {
    write(9);
    const journal = openJournal({ file });
    await journal.saveSnapshot(8, 'the state', 'v1');
    journal.close();
    // What is summed up and what the chain says are the same in all layouts, so this is what an older release left.
    rmSync(file);
    write(9);
    const again = openJournal({ file });
    expect(again.loadSnapshot('v1')).toEqual({ seq: 8, value: 'the state' });
    await again.append([sampleEvent(10)]);
    expect([...again.read(8)]).toEqual(sampleEvents(9, 10));
    again.close();
  });

  test.each([
    ['an event was edited', "UPDATE events SET json = '{}' WHERE seq = 5", 5],
    ['a hash was edited', "UPDATE events SET hash = x'00' WHERE seq = 5", 5],
    ['an event is missing', 'DELETE FROM events WHERE seq = 5', 5],
    ['the first event is missing', 'DELETE FROM events WHERE seq = 1', 1],
    ['the last event is missing', "DELETE FROM events WHERE seq = 9 AND json <> ''", 9],
    ['all events are missing', "DELETE FROM events WHERE json <> ''", 1],
    ['it is not known who may write', 'DELETE FROM head', 0],
    ['it is of a layout that it has not', 'PRAGMA user_version = 3', 0],
  ])('STATE-01 in which %s is refused and stays as it is', (_, sql, at) => {
    write(9);
    const tampered = sql.includes('user_version') ? 3 : version;
    const database = new DatabaseSync(file);
    database.exec(sql);
    database.close();
    expect(verifyJournal(file)).toMatchObject({ ok: false, at });
    expect(() => openJournal({ file })).toThrow(expect.objectContaining({ code: 'JOURNAL_DAMAGED' }));
    expect(asked('PRAGMA user_version')).toEqual([{ user_version: tampered }]);
  });
});

test.each([
  ['there is one event more', 'INSERT INTO events SELECT 10, json, hash FROM events WHERE seq = 9', 10],
  ['the last event is recorded wrongly', "UPDATE head SET hash = x'00'", 9],
])('STATE-01 a journal of layout 1 in which %s is refused', (_, sql, at) => {
  writeFirstLayout(file, 9);
  asked(sql);
  expect(verifyJournal(file)).toMatchObject({ ok: false, at });
});

test('STATE-01 a writer of the release before that has lost its lease writes nothing more', async () => {
  const older = openSecondLayout(file);
  older.append(sampleEvents(1, 2));
  const journal = openJournal({ file });
  expect(() => older.append([sampleEvent(3)])).toThrow('NOT NULL constraint failed');
  await journal.append([sampleEvent(3)]);
  expect(() => older.append([sampleEvent(3)])).toThrow('NOT NULL constraint failed');
  older.close();
  await journal.append([sampleEvent(4)]);
  journal.close();
  expect(verifyJournal(file)).toEqual({ ok: true, events: 4 });
});

test('STATE-01 a journal of today that is said to be of an older layout is refused', async () => {
  writeSecondLayout(file, 4);
  const journal = openJournal({ file });
  await journal.append(sampleEvents(5, 6));
  journal.close();
  for (const version of [1, 2]) {
    asked(`PRAGMA user_version = ${version}`);
    expect(verifyJournal(file)).toMatchObject({ ok: false, at: 0 });
    expect(() => openJournal({ file })).toThrow(expect.objectContaining({ code: 'JOURNAL_DAMAGED' }));
  }
});
