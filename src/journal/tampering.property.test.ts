import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleEvents } from '../../test/contracts/journal-sample.ts';
import { genesis, link } from './chain.ts';
import { openJournal } from './open-journal.ts';
import { readKept, readRecorded } from './read-journal.ts';
import { verifyJournal } from './read-journal.ts';

const EVENTS = 24;

const kinds = ['alone', 'with-snapshot'];

let folder: string;
let file: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gauntlet-tampering-'));
  file = join(folder, 'journal.db');
  for (const kind of kinds) {
    const made = join(folder, `${kind}.db`);
    const journal = openJournal({ file: made });
    while (journal.last() < EVENTS) {
      const first = journal.last() + 1;
      await journal.append(sampleEvents(first, Math.min(first + (first % 3), EVENTS)));
    }
    if (kind.endsWith('snapshot')) await journal.saveSnapshot(17, 'the state', 'v1');
    journal.close();
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function copyOf(kind: string): void {
  for (const ending of ['', '-wal', '-shm', '.snapshot']) rmSync(`${file}${ending}`, { force: true });
  copyFileSync(join(folder, `${kind}.db`), file);
  if (kind.endsWith('snapshot')) copyFileSync(join(folder, `${kind}.db.snapshot`), `${file}.snapshot`);
}

type Found = { readonly seq: number; readonly json: string; readonly hash: string };

/** One act of somebody with a program for SQLite, on the row `at` of those there are; `other` is another one. */
type Act = (database: DatabaseSync, at: Found, other: Found, before: string) => void;

const set = (database: DatabaseSync, what: string, value: string, seq: number): void =>
  void database.prepare(`UPDATE events SET ${what} WHERE seq = ?2`).run(value, seq);

const acts: Readonly<Record<string, Act>> = {
  'an event is edited': (database, { seq, json }) =>
    set(database, 'json = ?1', json.replace('stopped', 'resumed'), seq),
  'an event is edited and its hash made anew': (database, { seq, json }, _, before) => {
    const changed = json.replace('stopped', 'resumed');
    set(database, 'json = ?1', changed, seq);
    set(database, 'hash = ?1', link(before, changed), seq);
  },
  'a bit of a hash is another': (database, { seq, hash }) => {
    const first = (Number.parseInt(hash.slice(0, 1), 16) ^ 1).toString(16);
    set(database, 'hash = ?1', `${first}${hash.slice(1)}`, seq);
  },
  'a hash is gone': (database, { seq }) => set(database, 'hash = ?1', '', seq),
  'a hash is written in another way': (database, { seq, hash }) =>
    set(database, 'hash = upper(?1)', hash, seq),
  'two rows change places': (database, at, other) => {
    for (const [from, to] of [
      [at, other],
      [other, at],
    ] as const) {
      set(database, 'json = ?1', from.json, to.seq);
      set(database, 'hash = ?1', from.hash, to.seq);
    }
  },
  'a row is removed': (database, { seq }) =>
    void database.prepare('DELETE FROM events WHERE seq = ?').run(seq),
  'a row and all after it are removed': (database, { seq }) =>
    void database.prepare("DELETE FROM events WHERE seq >= ? AND json <> ''").run(seq),
  'a row and all before it are removed': (database, { seq }) =>
    void database.prepare('DELETE FROM events WHERE seq <= ?').run(seq),
  'the last rows are removed and the end is moved there': (database, { seq }) => {
    database.prepare("DELETE FROM events WHERE seq >= ? AND json <> ''").run(seq);
    database.prepare("UPDATE events SET seq = ? WHERE json = ''").run(seq);
  },
  'a row says that it holds more': (database, { seq }) => set(database, 'last = last + ?1', '1', seq),
  'a row says that it holds less': (database, { seq }) => set(database, 'last = last - ?1', '1', seq),
  'a row has the mark of the end': (database, { seq }) => set(database, 'last = ?1', '-9', seq),
  'a row is empty': (database, { seq }) => set(database, 'json = ?1', '', seq),
};

test.each(Object.entries(acts))('STATE-01 in a journal it is noticed when %s', (_, act) => {
  fc.assert(
    fc.property(fc.constantFrom(...kinds), fc.nat(), fc.nat(), (kind, one, two) => {
      copyOf(kind);
      const database = new DatabaseSync(file);
      const rows = database
        .prepare(`SELECT seq, json, hash FROM events WHERE json <> '' ORDER BY seq`)
        .all() as unknown as readonly Found[];
      const at = one % rows.length;
      const other = (at + 1 + (two % (rows.length - 1))) % rows.length;
      act(database, rows[at] as Found, rows[other] as Found, rows[at - 1]?.hash ?? genesis);
      database.close();
      expect(verifyJournal(file).ok).toBe(false);
      expect(() => readRecorded(file)).toThrow(expect.objectContaining({ code: 'JOURNAL_DAMAGED' }));
      expect(() => openJournal({ file })).toThrow(expect.objectContaining({ code: 'JOURNAL_DAMAGED' }));
    }),
    { numRuns: 25 },
  );
});

test.each(kinds)('the journals that are tampered with here are whole before: %s', (kind) => {
  copyOf(kind);
  expect(verifyJournal(file)).toEqual({ ok: true, events: EVENTS });
  expect(readKept(file, 'v1').kept).toBe(kind.endsWith('snapshot') ? 'the state' : undefined);
});
