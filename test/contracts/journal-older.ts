import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import type { Event } from '../../src/model/events.ts';
import { sampleEvent, sampleEvents } from './journal-sample.ts';

/** The hash that all releases up to layout 2 wrote: over bytes. Told here once more, so that no change to ours hides. */
export function olderHash(previous: Uint8Array, json: string): Uint8Array {
  return createHash('sha256').update(previous).update(json).digest();
}

/** A file as the first version wrote it: one row for each event, the end in a table of its own. */
export function writeFirstLayout(file: string, count: number): void {
  const database = new DatabaseSync(file);
  database.exec(`CREATE TABLE events (seq INTEGER PRIMARY KEY, json TEXT NOT NULL, hash BLOB NOT NULL) STRICT;
    CREATE TABLE head (one INTEGER PRIMARY KEY CHECK (one = 1),
      seq INTEGER NOT NULL, hash BLOB NOT NULL, fence INTEGER NOT NULL) STRICT;
    PRAGMA application_id = 0x67746c6a; PRAGMA user_version = 1; PRAGMA journal_mode = WAL`);
  let hash: Uint8Array = new Uint8Array(32);
  for (const event of sampleEvents(1, count)) {
    const json = JSON.stringify(event);
    hash = olderHash(hash, json);
    database.prepare('INSERT INTO events VALUES (?, ?, ?)').run(event.seq, json, hash);
  }
  database.prepare('INSERT INTO head VALUES (1, ?, ?, 3)').run(count, hash);
  database.close();
}

/** What a writer of the second version does. */
export type OlderWriter = { append(events: readonly Event[]): void; close(): void };

/** An empty file as the second version wrote it, its table `head` with the lease, and the writer that has it open. */
export function openSecondLayout(file: string): OlderWriter {
  const database = new DatabaseSync(file);
  database.exec(`CREATE TABLE events (seq INTEGER PRIMARY KEY, json TEXT NOT NULL, hash BLOB NOT NULL, last INTEGER) STRICT;
    CREATE TABLE head (one INTEGER PRIMARY KEY CHECK (one = 1), fence INTEGER NOT NULL) STRICT;
    INSERT INTO head VALUES (1, 3);
    PRAGMA application_id = 0x67746c6a; PRAGMA user_version = 2; PRAGMA journal_mode = WAL`);
  let hash: Uint8Array = new Uint8Array(32);
  database.prepare("INSERT INTO events VALUES (1, '', ?, 0)").run(hash);
  const insert = database.prepare(`INSERT INTO events
    VALUES (?1, ?2, CASE WHEN (SELECT fence FROM head WHERE one = 1) = ?6 THEN ?3 END, ?4), (?4 + 1, '', ?3, ?4)
    ON CONFLICT (seq) DO UPDATE SET json = excluded.json, last = excluded.last,
      hash = CASE WHEN events.json = '' AND events.hash = ?5 THEN excluded.hash END`);
  let seq = 0;
  return {
    append(events) {
      const json = JSON.stringify(events);
      const next = olderHash(hash, json);
      insert.run(seq + 1, json, next, seq + events.length, hash, 3);
      hash = next;
      seq += events.length;
    },
    close: () => database.close(),
  };
}

/** A file of the second version with so many events, `each` of them in a row. */
export function writeSecondLayout(file: string, count: number, each = 2): void {
  const writer = openSecondLayout(file);
  for (let first = 1; first <= count; first += each)
    writer.append(sampleEvents(first, Math.min(first + each - 1, count)));
  writer.close();
}

/** As releases up to layout 2 exported a run. */
export function olderArchive(epic: string, events: number): readonly string[] {
  const lines = [JSON.stringify({ gauntlet: 'run', v: 1, epic })];
  let hash: Uint8Array = new Uint8Array(32);
  for (let seq = 1; seq <= events; seq++) {
    const json = JSON.stringify([sampleEvent(seq)]);
    hash = olderHash(hash, json);
    lines.push(JSON.stringify({ row: { seq, last: seq, json, hash: Buffer.from(hash).toString('hex') } }));
  }
  const end = createHash('sha256')
    .update(`${lines.join('\n')}\n`)
    .digest('hex');
  return [...lines, JSON.stringify({ end })];
}
