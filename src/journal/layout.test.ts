import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sampleEvent, sampleEvents } from '../../test/contracts/journal-sample.ts';
import { genesis, link } from './chain.ts';
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

/** A file as the first version wrote it: one row for each event, the end in a table of its own. */
function firstLayout(count: number): void {
  const database = new DatabaseSync(file);
  database.exec(`CREATE TABLE events (seq INTEGER PRIMARY KEY, json TEXT NOT NULL, hash BLOB NOT NULL) STRICT;
    CREATE TABLE head (one INTEGER PRIMARY KEY CHECK (one = 1),
      seq INTEGER NOT NULL, hash BLOB NOT NULL, fence INTEGER NOT NULL) STRICT;
    PRAGMA application_id = 0x67746c6a; PRAGMA user_version = 1; PRAGMA journal_mode = WAL`);
  let hash = genesis;
  for (const event of sampleEvents(1, count)) {
    const json = JSON.stringify(event);
    hash = link(hash, json);
    database.prepare('INSERT INTO events VALUES (?, ?, ?)').run(event.seq, json, hash);
  }
  database.prepare('INSERT INTO head VALUES (1, ?, ?, 3)').run(count, hash);
  database.close();
}

function tamper(sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

test('STATE-02 a journal of the first layout is read as it is', () => {
  firstLayout(9);
  const reader = readJournal(file);
  expect(reader.last()).toBe(9);
  expect([...reader.read()]).toEqual(sampleEvents(1, 9));
  expect([...reader.read(4)]).toEqual(sampleEvents(5, 9));
  expect([...reader.read(9)]).toEqual([]);
  reader.close();
  expect(readRecorded(file, 7)).toEqual(sampleEvents(8, 9));
  expect(verifyJournal(file)).toEqual({ ok: true, events: 9 });
});

test.each([0, 1, 700])(
  'STATE-01 a run goes on with a journal of the first layout of %i events',
  async (count) => {
    firstLayout(count);
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
  },
);

test.each([
  ['an event was edited', "UPDATE events SET json = '{}' WHERE seq = 4", 4],
  ['an event is missing', 'DELETE FROM events WHERE seq = 4', 4],
  ['the last event is missing', 'DELETE FROM events WHERE seq = 9', 9],
  ['all events are missing', 'DELETE FROM events', 1],
  ['there is one event more', 'INSERT INTO events SELECT 10, json, hash FROM events WHERE seq = 9', 10],
  ['the last event is recorded wrongly', "UPDATE head SET hash = x'00'", 9],
  ['nothing is recorded as last', 'DELETE FROM head', 0],
])('STATE-01 a journal of the first layout in which %s is refused and stays as it is', (_, sql, at) => {
  firstLayout(9);
  tamper(sql);
  expect(verifyJournal(file)).toMatchObject({ ok: false, at });
  expect(() => openJournal({ file })).toThrow(expect.objectContaining({ code: 'JOURNAL_DAMAGED' }));
  const database = new DatabaseSync(file, { readOnly: true });
  expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 });
  database.close();
});
