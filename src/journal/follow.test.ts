import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { inFolder } from '../../test/support/in-folder.ts';
import { otherCoordinator } from '../../test/contracts/journal-process.ts';
import { sampleEvent, sampleEvents } from '../../test/contracts/journal-sample.ts';
import { hasCode } from '../model/error.ts';
import type { Event } from '../model/events.ts';
import { follow } from './follow.ts';
import { openJournal } from './open-journal.ts';

let folder: string;
let file: string;

inFolder((path) => {
  folder = path;
  file = join(folder, 'journal.db');
});

/** Follows until that event has come; answers all that came. */
function followed(after: number, last: number): Promise<Event[]> {
  return new Promise((resolve, reject) => {
    const seen: Event[] = [];
    const following = follow(file, after, {
      event(event) {
        seen.push(event);
        if (event.seq < last) return;
        following.close();
        resolve(seen);
      },
      problem: reject,
    });
  });
}

test('STATE-02 who follows sees every event once and in order: those that are there and those that come', async () => {
  const other = await otherCoordinator(file, 'busy', 2);
  await other.reached(10);
  expect(await followed(0, 200)).toEqual(sampleEvents(1, 200));
  expect(await followed(150, 400)).toEqual(sampleEvents(151, 400));
  await other.kill();
});

test('STATE-02 following goes on when one coordinator dies and another takes over', async () => {
  const first = await otherCoordinator(file, 'busy');
  await first.reached(5);
  const seen = followed(0, 80);
  await first.reached(20);
  await first.kill();
  const second = await otherCoordinator(file, 'busy');
  await second.reached(80);
  expect(await seen).toEqual(sampleEvents(1, 80));
  await second.kill();
});

test('damage ends the following and is told', async () => {
  const journal = openJournal({ file });
  await journal.append(sampleEvents(1, 3));
  const told = followed(0, 5);
  const outcome = told.then(
    () => 'fine',
    (error: unknown) => hasCode(error, 'JOURNAL_DAMAGED'),
  );
  const database = new DatabaseSync(file);
  database.exec("UPDATE events SET json = '[]' WHERE seq = 1");
  database.close();
  await journal.append([sampleEvent(4)]);
  expect(await outcome).toBe(true);
  journal.close();
});

test('a journal that is not there cannot be followed', () => {
  expect(() => follow(file, 0, { event: () => undefined, problem: () => undefined })).toThrow(
    'there is no journal',
  );
});
