import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import type { LivePiece } from '../index.ts';
import { liveOutput, type LiveOutput } from './masked-output.ts';

const KEY = 'sesame-open-7f3a';
const STEP = 1000;

let sent: LivePiece[];
let live: LiveOutput;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  live = liveOutput({
    runs: '/epic/runs',
    keys: [['MY_KEY', KEY]],
    everyMs: STEP,
    send: async (piece) => void sent.push(piece),
  });
});
afterEach(() => {
  live.close();
  vi.useRealTimers();
});

function textOf(pieces: readonly LivePiece[]): string {
  return pieces.map(({ bytes }) => Buffer.from(bytes).toString()).join('');
}

test('BEYOND-09 a key that stands across two batches is in neither, nor in both together', async () => {
  for (let cut = 1; cut < KEY.length; cut++) {
    const voice = live.overhear('/epic/runs/7/stdout');
    voice?.piece(Buffer.from(`at ${cut}\n${KEY.slice(0, cut)}`));
    await vi.advanceTimersByTimeAsync(STEP);
    expect(textOf(sent)).toBe(`at ${cut}\n`);
    voice?.piece(Buffer.from(`${KEY.slice(cut)}\nend\n`));
    await vi.advanceTimersByTimeAsync(STEP);
    expect(textOf(sent)).toBe(`at ${cut}\n[MY_KEY]\nend\n`);
    voice?.end();
    await live.end(7);
    sent.length = 0;
  }
});

test('BEYOND-08 batches come one a second, numbered within their run, and bounded in size', async () => {
  const voice = live.overhear('/epic/runs/7/setup-1/stderr');
  for (let nth = 0; nth < 200; nth++) voice?.piece(Buffer.from(`${'x'.repeat(999)}\n`));
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(STEP);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(STEP * 5);
  expect(sent.map(({ run, nth, name }) => [run, nth, name])).toEqual(
    [0, 1, 2, 3].map((nth) => [7, nth, 'setup-1/stderr']),
  );
  expect(Math.max(...sent.map(({ bytes }) => bytes.length))).toBeLessThanOrEqual(80_000);
  expect(textOf(sent)).toHaveLength(200_000);
});

test('an agent that says more than anybody reads is not shown to its end, and nothing of a key is left at the gap', async () => {
  const voice = live.overhear('/epic/runs/7/stdout');
  voice?.piece(Buffer.from(`begin\n${KEY.slice(0, 8)}`));
  await vi.advanceTimersByTimeAsync(STEP);
  voice?.piece(Buffer.alloc(2_000_000, 'x'));
  voice?.piece(Buffer.from(`${KEY}\nlater\n`));
  await vi.advanceTimersByTimeAsync(STEP * 3);
  expect(textOf(sent)).toBe('begin\n\n[the rest is shown when the step has ended]\n');
});

test('BEYOND-08 a database that refuses or never answers keeps nobody from the result', async () => {
  const problems: unknown[] = [];
  const unhandled = (error: unknown): void => void problems.push(error);
  process.on('unhandledRejection', unhandled);
  onTestFinished(() => void process.off('unhandledRejection', unhandled));
  for (const send of [() => Promise.reject(new Error('no')), () => new Promise<void>(() => undefined)]) {
    const broken = liveOutput({ runs: '/epic/runs', keys: [], everyMs: STEP, send });
    const voice = broken.overhear('/epic/runs/7/stdout');
    voice?.piece(Buffer.from('one\n'));
    await vi.advanceTimersByTimeAsync(STEP);
    voice?.piece(Buffer.from('two\n'));
    voice?.end();
    const ended = broken.end(7);
    await vi.advanceTimersByTimeAsync(10 * STEP);
    await ended;
    broken.close();
  }
  expect(problems).toEqual([]);
});

test.each([
  '/epic/runs/7/prompt.json',
  '/epic/runs/../x/stdout',
  '/elsewhere/7/stdout',
  '/epic/runs/7/a/stdout',
])('%s is no output of a run', (file) => expect(live.overhear(file)).toBeUndefined());
