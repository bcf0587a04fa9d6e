import { hash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { inFolder } from '../../test/support/in-folder.ts';
import { otherCoordinator } from '../../test/contracts/journal-process.ts';
import { sampleEvent, sampleEvents } from '../../test/contracts/journal-sample.ts';
import { GauntletError } from '../model/error.ts';
import type { Event } from '../model/events.ts';
import { genesis, link } from './chain.ts';
import { openJournal } from './open-journal.ts';
import { readJournal, verifyJournal } from './read-journal.ts';

const COUNT = 60;
const FRAME = 24 + 4096;

let folder: string;
let file: string;

inFolder((path) => {
  folder = path;
  file = join(folder, 'journal.db');
});

/** A journal that was closed as it should be: all of it is in the main file. */
async function closedJournal(): Promise<void> {
  const journal = openJournal({ file });
  for (const event of sampleEvents(1, COUNT)) await journal.append([event]);
  journal.close();
}

/**
 * What a writer that was killed after an append leaves: the last events are in the log only, one transaction each. The
 * files are copied from under one that lives, so that it is always the same moment.
 */
async function killedJournal(eventsEach = 1): Promise<number> {
  const living = join(folder, 'living', 'journal.db');
  const journal = openJournal({ file: living });
  for (let first = 1; first < 40 * eventsEach; first += eventsEach)
    await journal.append(sampleEvents(first, first + eventsEach - 1));
  for (const ending of ['', '-wal']) copyFileSync(`${living}${ending}`, `${file}${ending}`);
  const last = journal.last();
  journal.close();
  return last;
}

function contents(): Record<string, string> {
  const all = [file, `${file}-wal`].filter((path) => existsSync(path));
  const filled = all
    .map((path) => [path, readFileSync(path)] as const)
    .filter(([, { length }]) => length > 0);
  return Object.fromEntries(filled.map(([path, bytes]) => [path, hash('sha256', bytes)]));
}

/** Opening must be refused as damage and change no byte. */
function expectRefused(): GauntletError {
  const before = contents();
  const error = refusalOf();
  expect(error?.code).toBe('JOURNAL_DAMAGED');
  expect(error?.hint).toContain('Nothing was changed');
  expect(contents()).toEqual(before);
  return error as GauntletError;
}

function refusalOf(): GauntletError | undefined {
  try {
    openJournal({ file }).close();
    return undefined;
  } catch (error) {
    if (error instanceof GauntletError) return error;
    throw error;
  }
}

function all(): Event[] {
  const reader = readJournal(file);
  try {
    return [...reader.read()];
  } finally {
    reader.close();
  }
}

function tamper(sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

test('STATE-01 garbage anywhere in the file is refused, or lies where nothing is written', async () => {
  await closedJournal();
  const good = readFileSync(file);
  const garbage = fc.uint8Array({ minLength: 1, maxLength: 64 });
  fc.assert(
    fc.property(fc.nat({ max: good.length - 65 }), garbage, (at, bytes) => {
      const bad = Buffer.from(good);
      bad.set(bytes, at);
      writeFileSync(file, bad);
      rmSync(`${file}-wal`, { force: true });
      rmSync(`${file}-shm`, { force: true });
      const before = contents()[file];
      const error = refusalOf();
      if (error !== undefined) return error.code === 'JOURNAL_DAMAGED' && contents()[file] === before;
      return isDeepStrictEqual(all(), sampleEvents(1, COUNT));
    }),
    { numRuns: 150 },
  );
});

test('STATE-01 whichever byte of the header is wrong, the journal is refused or unharmed', async () => {
  await closedJournal();
  const good = readFileSync(file);
  for (let at = 0; at < 100; at++) {
    const bad = Buffer.from(good);
    bad[at] = (good[at] ?? 0) ^ 0xff;
    writeFileSync(file, bad);
    rmSync(`${file}-shm`, { force: true });
    const before = contents();
    const error = refusalOf();
    const kept = error?.code === 'JOURNAL_DAMAGED' && isDeepStrictEqual(contents(), before);
    expect([at, kept || isDeepStrictEqual(all(), sampleEvents(1, COUNT))]).toEqual([at, true]);
  }
});

test.each([
  ['the header is destroyed', (good: Buffer) => good.fill(0, 0, 100)],
  ['the file is cut in the middle of a page', (good: Buffer) => good.subarray(0, good.length - 1000)],
  ['the file is cut between pages', (good: Buffer) => good.subarray(0, good.length - 4096)],
  ['the file is empty', () => Buffer.alloc(0)],
  ['the file is something else', () => Buffer.from('once upon a time\n'.repeat(500))],
])('STATE-01 a journal of which %s is refused', async (_, spoil) => {
  await closedJournal();
  writeFileSync(file, spoil(readFileSync(file)));
  expectRefused();
  expect(verifyJournal(file).ok).toBe(false);
});

test.each([
  [
    'an event was edited',
    "UPDATE events SET json = replace(json, 'stopped 7 ', 'stopped 8 ') WHERE seq = 7",
    7,
  ],
  ['an event has no JSON', "UPDATE events SET json = '{' WHERE seq = 7", 7],
  ['a hash was edited', "UPDATE events SET hash = '00' WHERE seq = 7", 7],
  ['an event is missing', 'DELETE FROM events WHERE seq = 7', 7],
  ['the first event is missing', 'DELETE FROM events WHERE seq = 1', 1],
  ['the last event is missing', `DELETE FROM events WHERE seq = ${COUNT}`, COUNT],
  [
    'there is one event more',
    `INSERT OR REPLACE INTO events SELECT ${COUNT + 1}, json, hash, last FROM events WHERE seq = 1`,
    COUNT + 1,
  ],
  [
    'an event follows the end',
    `INSERT INTO events SELECT ${COUNT + 2}, json, hash, last FROM events WHERE seq = 1`,
    COUNT + 2,
  ],
  ['there is an event 0', 'INSERT INTO events SELECT 0, json, hash, 0 FROM events WHERE seq = 1', 0],
  ['the last event is recorded wrongly', "UPDATE events SET hash = '00' WHERE json = ''", COUNT],
  ['the end was moved', `UPDATE events SET seq = ${COUNT + 9} WHERE json = ''`, COUNT + 1],
  ['nothing is recorded as last', "DELETE FROM events WHERE json = ''", COUNT],
  ['it is not known who may write', "UPDATE events SET last = NULL WHERE json = ''", 0],
  ['the end is taken for a row', "UPDATE events SET last = seq WHERE json = ''", 0],
  ['the end has no hash', "UPDATE events SET hash = '' WHERE json = ''", COUNT],
  ['a row says that it holds more', 'UPDATE events SET last = 8 WHERE seq = 7', 9],
  ['the last row says that it holds more', `UPDATE events SET last = last + 1 WHERE seq = ${COUNT}`, COUNT],
  ['all events are gone', 'DROP TABLE events', 0],
  ['a newer version wrote it', 'PRAGMA user_version = 4', 0],
  ['another program wrote it', 'PRAGMA application_id = 1', 0],
])('STATE-01 a journal in which %s is refused, and the place is named', async (_, sql, at) => {
  await closedJournal();
  tamper(sql);
  expect(verifyJournal(file)).toMatchObject({ ok: false, at });
  expect(expectRefused().data['seq'] ?? 0).toBe(at);
});

test('STATE-01 events that were written together stand or fall together, and the first of them is named', async () => {
  const journal = openJournal({ file });
  for (const first of [1, 4, 7]) await journal.append(sampleEvents(first, first + 2));
  journal.close();
  tamper("UPDATE events SET json = replace(json, 'stopped 6 ', 'stopped 5 ') WHERE seq = 4");
  expect(verifyJournal(file)).toMatchObject({ ok: false, at: 4 });
  expect(expectRefused().data['seq']).toBe(4);
});

test.each([
  ['is of no known version', '[{"type":"run_resumed","v":99,"seq":1,"at":0}]', 1],
  ['carries another number', '[{"type":"run_resumed","v":1,"seq":2,"at":0}]', 1],
  ['is no object', '[7]', 1],
  ['is not there', '[]', 1],
  [
    'has a second one beside it',
    '[{"type":"run_resumed","v":1,"seq":1,"at":0},{"type":"run_resumed","v":1,"seq":2,"at":0}]',
    1,
  ],
])('an event with a right hash that %s is refused by whoever reads it', async (_, json, at) => {
  const journal = openJournal({ file });
  await journal.append([sampleEvent(1)]);
  journal.close();
  const database = new DatabaseSync(file);
  database.prepare('UPDATE events SET json = ? WHERE seq = 1').run(json);
  database.prepare('UPDATE events SET hash = ?').run(link(genesis, json));
  database.close();
  expect(verifyJournal(file)).toMatchObject({ ok: false, at });
});

test('STATE-01 a log without its journal, or beside an empty one, is not thrown away', async () => {
  await killedJournal();
  copyFileSync(file, join(folder, 'copy'));
  rmSync(file);
  expectRefused();
  writeFileSync(file, '');
  expectRefused();
  copyFileSync(join(folder, 'copy'), file);
  expect(refusalOf()).toBeUndefined();
});

test('RECOVER-01 a torn end of the log recovers to the transaction before it', async () => {
  const last = await killedJournal();
  const saved = { main: readFileSync(file), log: readFileSync(`${file}-wal`) };
  const cuts = [1, 100, FRAME - 1, FRAME];
  for (const cut of cuts) {
    writeFileSync(file, saved.main);
    writeFileSync(`${file}-wal`, saved.log);
    truncateSync(`${file}-wal`, saved.log.length - cut);
    const journal = openJournal({ file });
    expect(journal.last()).toBe(last - 1);
    expect([...journal.read()]).toEqual(sampleEvents(1, last - 1));
    await journal.append([sampleEvent(last)]);
    journal.close();
    expect(verifyJournal(file)).toEqual({ ok: true, events: last });
  }
});

test('RECOVER-01 a take-over that did not reach the disk leaves the journal as it was', async () => {
  const last = await killedJournal();
  const journal = openJournal({ file });
  const [main, log] = [readFileSync(file), readFileSync(`${file}-wal`)];
  journal.close();
  for (const cut of [1, FRAME - 1, FRAME]) {
    writeFileSync(file, main);
    writeFileSync(`${file}-wal`, log.subarray(0, log.length - cut));
    const again = openJournal({ file });
    expect([...again.read()]).toEqual(sampleEvents(1, last));
    await again.append([sampleEvent(last + 1)]);
    again.close();
    expect(verifyJournal(file)).toEqual({ ok: true, events: last + 1 });
  }
});

test.each([
  ['one page', 1, [10, FRAME - 10]],
  ['several pages', 60, [10, FRAME - 10, FRAME + 10, 2 * FRAME - 10]],
])('RECOVER-01 a garbled end of the log recovers to the write of %s before it', async (_, each, places) => {
  const last = await killedJournal(each);
  const saved = { main: readFileSync(file), log: readFileSync(`${file}-wal`) };
  for (const back of places) {
    writeFileSync(file, saved.main);
    const log = Buffer.from(saved.log);
    log.writeUInt32BE(0xdeadbeef, log.length - back);
    writeFileSync(`${file}-wal`, log);
    const journal = openJournal({ file });
    expect(journal.last()).toBe(last - each);
    journal.close();
  }
});

test('STATE-01 a log that is broken before its end would undo what was recorded, and is refused', async () => {
  await killedJournal();
  const log = readFileSync(`${file}-wal`);
  const frames = (log.length - 32) / FRAME;
  for (let frame = 0; frame < frames - 2; frame += 7) {
    for (const offset of [0, 4, 9, 20, 30, 4000]) {
      const bad = Buffer.from(log);
      bad.writeUInt32BE(0xdeadbeef, 32 + frame * FRAME + offset);
      writeFileSync(`${file}-wal`, bad);
      expectRefused();
    }
  }
  const headless = Buffer.from(log);
  headless.writeUInt32BE(0xdeadbeef, 16);
  writeFileSync(`${file}-wal`, headless);
  expectRefused();
  writeFileSync(`${file}-wal`, log);
  expect(refusalOf()).toBeUndefined();
});

test('RECOVER-01 killed again and again, a journal never loses what it had acknowledged', async () => {
  let least = 0;
  for (let round = 0; round < 5; round++) {
    const other = await otherCoordinator(file, 'busy', 2);
    await other.reached(least + 10 + round * 7);
    least = await other.kill();
  }
  const verified = verifyJournal(file);
  expect(verified.ok && verified.events).toBeGreaterThanOrEqual(least);
});
