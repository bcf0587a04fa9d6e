import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { inFolder } from '../../test/support/in-folder.ts';
import { otherCoordinator } from '../../test/contracts/journal-process.ts';
import { sampleEvent, sampleEvents } from '../../test/contracts/journal-sample.ts';
import { GauntletError } from '../model/error.ts';
import { openJournal } from './open-journal.ts';
import { readJournal } from './read-journal.ts';

let folder: string;
let file: string;

inFolder((path) => {
  folder = path;
  file = join(folder, 'journal.db');
});

test('STATE-01 STATE-04 a second coordinator is refused at once and told who has the epic', async () => {
  const other = await otherCoordinator(file, 'idle');
  const refused = refusalOf(() => openJournal({ file }));
  expect(refused.code).toBe('STATE_CONFLICT');
  expect(refused.message).toContain(`process ${other.pid} on ${hostname()} since 2`);
  await other.kill();
});

test('STATE-04 the lease of a killed coordinator is free at once, with all it had recorded', async () => {
  const other = await otherCoordinator(file, 'busy', 3);
  await other.reached(30);
  const last = await other.kill();
  const journal = openJournal({ file });
  expect(journal.last()).toBeGreaterThanOrEqual(last);
  expect([...journal.read()]).toEqual(sampleEvents(1, journal.last()));
  expect(journal.last() % 3).toBe(0);
  await journal.append([sampleEvent(journal.last() + 1)]);
  journal.close();
});

test('STATE-04 the same process cannot drive an epic twice either', () => {
  const journal = openJournal({ file });
  expect(refusalOf(() => openJournal({ file })).message).toContain(`process ${process.pid} `);
  journal.close();
  openJournal({ file }).close();
  expect(existsSync(join(folder, 'holder.json'))).toBe(false);
});

test('STATE-01 whoever lost the lease is refused by the fence, whatever happened to the lock', async () => {
  const old = openJournal({ file });
  await old.append(sampleEvents(1, 2));
  // Somebody removed the lock file: nothing keeps the second one out, and the first must not write again.
  rmSync(join(folder, 'lease.db'));
  const young = openJournal({ file });
  await expect(old.append([sampleEvent(3)])).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  await young.append([sampleEvent(3)]);
  await expect(old.append([sampleEvent(4)])).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  expect([...young.read()]).toEqual(sampleEvents(1, 3));
  old.close();
  await young.append([sampleEvent(4)]);
  young.close();
});

test('STATE-01 a fence that was moved by force shuts the holder out for good', async () => {
  const journal = openJournal({ file });
  await journal.append([sampleEvent(1)]);
  const database = new DatabaseSync(file);
  database.exec("UPDATE events SET last = last - 1 WHERE json = ''");
  await expect(journal.append([sampleEvent(2)])).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  database.exec("UPDATE events SET last = last + 1 WHERE json = ''");
  await expect(journal.append([sampleEvent(2)])).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  database.close();
  expect(journal.last()).toBe(1);
  journal.close();
});

test('STATE-01 an end that is not as its writer left it is not written over', async () => {
  const journal = openJournal({ file });
  await journal.append([sampleEvent(1)]);
  const database = new DatabaseSync(file);
  database.exec("UPDATE events SET hash = hex(zeroblob(32)) WHERE json = ''");
  await expect(journal.append([sampleEvent(2)])).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  expect(database.prepare('SELECT max(seq) AS next FROM events').get()).toEqual({ next: 2 });
  database.close();
  journal.close();
});

test('only letters that we write ourselves are repeated from the note about the holder', async () => {
  const other = await otherCoordinator(file, 'idle');
  const note = join(folder, 'holder.json');
  for (const content of [
    '',
    '[]',
    '{"pid":1,"host":"\\u001b[2Jevil","since":"x"}',
    '{"pid":"1; rm","host":"a"}',
  ]) {
    writeFileSync(note, content);
    expect(refusalOf(() => openJournal({ file })).message).toBe('another coordinator runs this epic');
  }
  await other.kill();
});

test('STATE-02 a reader reads while another process writes, and keeps nobody from writing', async () => {
  const other = await otherCoordinator(file, 'busy');
  await other.reached(5);
  const reader = readJournal(file);
  const unfinished = reader.read()[Symbol.iterator]();
  unfinished.next();
  for (let round = 1; round <= 5; round++) {
    const last = reader.last();
    expect([...reader.read()].slice(0, last)).toEqual(sampleEvents(1, last));
    await other.reached(last + 20);
  }
  reader.close();
  await other.kill();
});

test('the lease file is never written: SQLite only locks it', () => {
  const journal = openJournal({ file });
  journal.close();
  expect(readFileSync(join(folder, 'lease.db')).length).toBe(0);
});

function refusalOf(act: () => { close(): void }): GauntletError {
  try {
    act().close();
  } catch (error) {
    if (error instanceof GauntletError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}
