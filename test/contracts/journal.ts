import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Event } from '../../src/model/events.ts';
import type { Journal, Snapshots } from '../../src/ports/journal.ts';
import { sampleEvent, sampleEvents } from './journal-sample.ts';

/** Where one journal lives: opening it again after closing finds what was written. */
export type JournalPlace<Opened extends Journal> = {
  open(): Opened | Promise<Opened>;
  remove(): Promise<void>;
};

/** A journal that others can reach needs a moment to give back its lease. */
type Closing = { closed?(): Promise<void> };

let place: JournalPlace<Journal & Closing>;
let journal: Journal & Closing;

/** What every journal must do, the one without a disk included. */
export function itHonoursTheJournalContract(make: () => Promise<JournalPlace<Journal & Closing>>): void {
  beforeEach(async () => {
    place = await make();
    journal = await place.open();
  });

  afterEach(async () => {
    journal.close();
    await journal.closed?.();
    await place.remove();
  });

  itKeepsWhatItWasGiven();
  itRefusesWhatDoesNotFollow();
  itAnswersAfterWriting();
}

async function reopen(): Promise<void> {
  journal.close();
  await journal.closed?.();
  journal = await place.open();
}

function itKeepsWhatItWasGiven(): void {
  test('a new journal is empty', () => {
    expect(journal.last()).toBe(0);
    expect([...journal.read()]).toEqual([]);
  });

  test('STATE-01 what was appended is read back in order, now and after opening it again', async () => {
    await journal.append(sampleEvents(1, 3));
    await journal.append(sampleEvents(4, 4));
    expect([...journal.read()]).toEqual(sampleEvents(1, 4));
    await reopen();
    expect(journal.last()).toBe(4);
    expect([...journal.read()]).toEqual(sampleEvents(1, 4));
    await journal.append([sampleEvent(5)]);
    expect([...journal.read(3)]).toEqual(sampleEvents(4, 5));
    expect([...journal.read(5)]).toEqual([]);
    expect([...journal.read(99)]).toEqual([]);
  });

  test('more events than fit into one page of reading are all read', async () => {
    const many = sampleEvents(1, 2000);
    await journal.append(many);
    expect([...journal.read()]).toEqual(many);
    expect([...journal.read(1024)]).toEqual(many.slice(1024));
  });
}

function itRefusesWhatDoesNotFollow(): void {
  test.each([
    ['one that was written already', [2]],
    ['one after a gap', [5]],
    ['a first one that fits and a second that does not', [4, 6]],
    ['the same one twice', [4, 4]],
    ['number 0', [0]],
  ])('STATE-01 %s is refused as a conflict, and nothing of it is written', async (_, numbers) => {
    await journal.append(sampleEvents(1, 3));
    const append = journal.append(numbers.map(sampleEvent));
    await expect(append).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    expect(journal.last()).toBe(3);
    await journal.append([sampleEvent(4)]);
    expect([...journal.read()]).toEqual(sampleEvents(1, 4));
  });

  test('an event that could not be read again is a bug and is not written', async () => {
    const malformed = { ...sampleEvent(2), by: '' } as Event;
    const append = journal.append([sampleEvent(1), malformed]);
    await expect(append).rejects.toMatchObject({ code: 'BUG' });
    expect(journal.last()).toBe(0);
    await reopen();
    expect([...journal.read()]).toEqual([]);
  });

  test('appends of one turn are answered one by one: who is refused does not spoil the others', async () => {
    const answers = await Promise.allSettled([
      journal.append(sampleEvents(1, 2)),
      journal.append([sampleEvent(7)]),
      journal.append([{ ...sampleEvent(3), v: 2 } as unknown as Event]),
      journal.append(sampleEvents(3, 4)),
      journal.append([sampleEvent(3)]),
      journal.append([sampleEvent(5)]),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect([...journal.read()]).toEqual(sampleEvents(1, 5));
  });
}

function itAnswersAfterWriting(): void {
  test('what counts as last can be read, also before its append is answered', async () => {
    const append = journal.append(sampleEvents(1, 2));
    expect([...journal.read()].at(-1)?.seq ?? 0).toBe(journal.last());
    await append;
    expect(journal.last()).toBe(2);
  });

  test('an append of nothing is fine', async () => {
    await journal.append([]);
    expect(journal.last()).toBe(0);
  });

  test('closing writes what is waiting; afterwards an append is a bug', async () => {
    const append = journal.append(sampleEvents(1, 2));
    journal.close();
    await append;
    await expect(journal.append([sampleEvent(3)])).rejects.toMatchObject({ code: 'BUG' });
    await reopen();
    expect([...journal.read()]).toEqual(sampleEvents(1, 2));
  });

  test('what is read is the caller’s own', async () => {
    const given = sampleEvent(1);
    await journal.append([given]);
    const [read] = [...journal.read()];
    expect(read).not.toBe(given);
    expect(read).toEqual(given);
  });
}

/** What every journal must do that keeps what its events came to. */
export function itKeepsSnapshots(make: () => Promise<JournalPlace<Journal & Snapshots>>): void {
  const withJournal = async (use: (journal: Journal & Snapshots) => Promise<void>): Promise<void> => {
    const mine = await make();
    const opened = await mine.open();
    try {
      await use(opened);
    } finally {
      opened.close();
      await mine.remove();
    }
  };

  test('a snapshot is given back to the version that wrote it, and the newest wins', () =>
    withJournal(async (kept) => {
      expect(kept.loadSnapshot('1')).toBeUndefined();
      await kept.append(sampleEvents(1, 3));
      const value = { counts: new Map([['a', [0, -0, 255]]]), none: null, odd: '\ud800 \n' };
      await kept.saveSnapshot(2, value, '1');
      expect(kept.loadSnapshot('1')).toEqual({ seq: 2, value });
      expect(kept.loadSnapshot('2')).toBeUndefined();
      await kept.saveSnapshot(3, 'new', '1');
      expect(kept.loadSnapshot('1')).toEqual({ seq: 3, value: 'new' });
    }));

  test('a snapshot of events that are not durable yet is not kept', () =>
    withJournal(async (kept) => {
      await kept.append(sampleEvents(1, 3));
      await kept.saveSnapshot(4, 'x', '1');
      expect(kept.loadSnapshot('1')).toBeUndefined();
    }));
}
