import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Mailbox, Message } from '../../src/ports/journal.ts';

/** Where letters lie: opening the box again finds those that nobody has taken away. */
export type MailboxPlace = {
  open(): Mailbox;
  /** Lays something into the box that did not come through `put`. */
  plant(text: string): Promise<void>;
  /** How many lie there to be delivered, and how many were set aside. */
  left(): Promise<{ readonly waiting: number; readonly aside: number }>;
  remove(): Promise<void>;
};

export const answer = {
  kind: 'answer',
  ticket: 'API-1',
  question: 12,
  choice: 'retry',
  by: 'ann',
  why: '\ud800 ü',
} as const satisfies Message;
const pauseAct = { type: 'run_paused', v: 1, by: 'ann', why: '' } as const;
const pause: Message = { kind: 'steer', act: pauseAct, seen: 7 };

/** Watches until so many messages came, and takes each away unless told to leave them. */
export function received(box: Mailbox, count: number, leave = false): Promise<Message[]> {
  return new Promise((resolve) => {
    const all: Message[] = [];
    const watching = box.watch((message, done) => {
      all.push(message);
      if (!leave) done();
      if (all.length < count) return;
      // The first ones may come before `watch` has answered.
      queueMicrotask(() => {
        watching.close();
        resolve(all);
      });
    });
  });
}

let place: MailboxPlace;

/** What every mailbox must do. */
export function itHonoursTheMailboxContract(make: () => Promise<MailboxPlace>): void {
  beforeEach(async () => {
    place = await make();
  });

  afterEach(() => place.remove());

  test('what was put before and what is put while somebody watches arrives, in order', async () => {
    await place.open().put(answer);
    const all = received(place.open(), 3);
    await place.open().put({ ...answer, question: 13 });
    await place.open().put(pause);
    expect(await all).toEqual([answer, { ...answer, question: 13 }, pause]);
    await expectLeft({ waiting: 0, aside: 0 });
  });

  test('a message that nobody has taken away is delivered again', async () => {
    await place.open().put(answer);
    expect(await received(place.open(), 1, true)).toEqual([answer]);
    expect(await received(place.open(), 1)).toEqual([answer]);
    await expectLeft({ waiting: 0, aside: 0 });
  });

  test('what is no message is set aside, and the next one still arrives', async () => {
    const bad = [
      'not json',
      '{}',
      JSON.stringify({ ...answer, choice: 'whatever' }),
      JSON.stringify({ ...pause, act: { ...pauseAct, by: '' } }),
      JSON.stringify({ ...pause, act: { ...pauseAct, why: 'x'.repeat(100_000) } }),
      JSON.stringify({ ...answer, more: 1 }),
      'null',
    ];
    for (const text of bad) await place.plant(text);
    await place.open().put(answer);
    expect(await received(place.open(), 1)).toEqual([answer]);
    await expectLeft({ waiting: 0, aside: bad.length });
  });

  test('what could never be recorded cannot be put', async () => {
    const wrong = { ...answer, choice: 'whatever' };
    await expect(place.open().put(wrong)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    const acts = [{ ...pauseAct, by: '' }, { type: 'run_resumed', v: 1 }, null];
    for (const act of acts)
      await expect(place.open().put({ kind: 'steer', act, seen: 7 } as Message)).rejects.toMatchObject({
        code: 'INPUT_INVALID',
      });
    await expectLeft({ waiting: 0, aside: 0 });
  });
}

/** Taking away may need a moment where the box is on another machine. */
async function expectLeft(expected: Awaited<ReturnType<MailboxPlace['left']>>): Promise<void> {
  await expect.poll(() => place.left(), { timeout: 20_000 }).toEqual(expected);
}
