import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Message } from '../ports/journal.ts';
import { mailbox } from './mailbox.ts';

const answer: Message = {
  kind: 'answer',
  ticket: 'API-1',
  question: 12,
  choice: 'retry',
  by: 'ann',
  why: '\ud800 ü',
};
const pauseAct = { type: 'run_paused', v: 1, by: 'ann', why: '' } as const;
const pause: Message = { kind: 'steer', act: pauseAct };

let folder: string;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'gauntlet-mail-')), 'box');
});

afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

/** Watches until so many messages came, and takes each away unless told to leave them. */
function received(count: number, leave = false): Promise<Message[]> {
  return new Promise((resolve) => {
    const all: Message[] = [];
    const watching = mailbox(folder).watch((message, done) => {
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

test('what was put before and what is put while somebody watches arrives, in order', async () => {
  await mailbox(folder).put(answer);
  const all = received(3);
  await mailbox(folder).put({ ...answer, question: 13 });
  await mailbox(folder).put(pause);
  expect(await all).toEqual([answer, { ...answer, question: 13 }, pause]);
  expect(readdirSync(folder)).toEqual([]);
});

test('a message that nobody has taken away is delivered again', async () => {
  await mailbox(folder).put(answer);
  expect(await received(1, true)).toEqual([answer]);
  expect(await received(1)).toEqual([answer]);
  expect(readdirSync(folder)).toEqual([]);
});

test('what is no message is set aside, and the next one still arrives', async () => {
  mkdirSync(folder);
  const bad: Record<string, string> = {
    'a.json': 'not json',
    'b.json': '{}',
    'c.json': JSON.stringify({ ...answer, choice: 'whatever' }),
    'd.json': JSON.stringify({ ...pause, act: { ...pauseAct, by: '' } }),
    'e.json': JSON.stringify({ ...pause, act: { ...pauseAct, why: 'x'.repeat(100_000) } }),
    'f.json': JSON.stringify({ ...answer, more: 1 }),
    'g.json': 'null',
  };
  for (const [name, text] of Object.entries(bad)) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'elsewhere'), JSON.stringify(pause));
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'h.json'));
  mkdirSync(join(folder, 'i.json'));
  await mailbox(folder).put(answer);
  expect(await received(1)).toEqual([answer]);
  const aside = readdirSync(folder).filter((name) => name.endsWith('.bad'));
  expect(aside).toEqual('abcdefghi'.split('').map((letter) => `${letter}.json.bad`));
  expect(existsSync(join(folder, 'elsewhere'))).toBe(true);
});

test('what could never be recorded cannot be put', async () => {
  const wrong = { ...answer, choice: 'whatever' };
  await expect(mailbox(folder).put(wrong)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  const acts = [{ ...pauseAct, by: '' }, { type: 'run_halted', v: 1, by: 'ann', because: '' }, null];
  for (const act of acts)
    await expect(mailbox(folder).put({ kind: 'steer', act } as Message)).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    });
});

test('STATE-02 a box that is removed while a run listens does not end the run', async () => {
  const watching = mailbox(folder).watch(() => undefined);
  await rm(folder, { recursive: true });
  const later = received(1);
  await mailbox(folder).put(answer);
  expect(await later).toEqual([answer]);
  watching.close();
});
