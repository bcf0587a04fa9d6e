import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { TakenWork } from './open-worker.ts';
import { type Desks, desksOf } from './desks.ts';

type Sample = { readonly nth: number; usable: boolean; closed: boolean; release: () => void };

let opened: Sample[];
let desks: Desks;
let isBroken: boolean;
let hubAnswers: Promise<void>;

beforeEach(() => {
  vi.useFakeTimers();
  opened = [];
  isBroken = false;
  hubAnswers = Promise.resolve();
  desks = desksOf(async () => {
    await hubAnswers;
    if (isBroken) throw new Error('no hub');
    const sample: Sample = { nth: opened.length, usable: true, closed: false, release: () => undefined };
    opened.push(sample);
    return {
      isUsable: () => sample.usable,
      carryOut: () => new Promise((resolve) => (sample.release = () => resolve(undefined))),
      close: () => void (sample.closed = true),
    };
  });
});
afterEach(async () => {
  await desks.close();
  vi.useRealTimers();
});

const forever = new AbortController().signal;

function begun(born: string, epic = 'e1', cancel: AbortSignal = forever): Promise<unknown> {
  return desks.carryOut(
    { epic, run: 1, born, told: { hub: '/hub', lessons: [] } } as unknown as TakenWork,
    cancel,
  );
}

async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(1);
}

test('work of one run of an epic shares a desk; work of another run waits until nobody sits at the old one', async () => {
  const first = begun('monday');
  const second = begun('tuesday');
  await settle();
  expect(opened).toHaveLength(1);
  opened[0]?.release();
  await first;
  await settle();
  expect(opened.map(({ closed }) => closed)).toEqual([true, false]);
  opened[1]?.release();
  await second;
  const third = begun('tuesday');
  await settle();
  expect(opened).toHaveLength(2);
  opened[1]?.release();
  await third;
});

test('a desk that cannot follow its journal any more is left, and so is one that could not be opened', async () => {
  const first = begun('monday');
  await settle();
  opened[0]?.release();
  await first;
  if (opened[0] !== undefined) opened[0].usable = false;
  isBroken = true;
  await expect(begun('monday')).rejects.toThrow('no hub');
  isBroken = false;
  const again = begun('monday');
  await settle();
  expect(opened.map(({ closed }) => closed)).toEqual([true, false]);
  opened[1]?.release();
  await again;
});

test('a desk nobody has sat at for ten minutes is closed, one at which somebody sits is not', async () => {
  const idle = begun('monday', 'e1');
  const busy = begun('monday', 'e2');
  await settle();
  opened[0]?.release();
  await idle;
  await vi.advanceTimersByTimeAsync(12 * 60_000);
  expect(opened.map(({ closed }) => closed)).toEqual([true, false]);
  opened[1]?.release();
  await busy;
});

test('whoever is called off waits neither for a place nor for a desk that is being opened', async () => {
  const first = begun('monday');
  await settle();
  const off = new AbortController();
  const waiting = begun('tuesday', 'e1', off.signal);
  await settle();
  off.abort();
  expect(await waiting).toBeUndefined();
  expect(await begun('tuesday', 'e1', off.signal)).toBeUndefined();
  expect(opened).toHaveLength(1);
  opened[0]?.release();
  await first;

  let arrive: () => void = () => undefined;
  hubAnswers = new Promise((resolve) => (arrive = resolve));
  const later = new AbortController();
  const opening = begun('monday', 'e2', later.signal);
  await settle();
  later.abort();
  expect(await opening).toBeUndefined();
  arrive();
  await settle();
  const next = begun('monday', 'e2');
  await settle();
  expect(opened).toHaveLength(2);
  opened[1]?.release();
  await next;
});
