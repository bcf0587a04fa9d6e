import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';

import { keepOutput } from './kept-output.ts';

const folder = mkdtempSync(join(tmpdir(), 'gauntlet-output-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const keep = (pieces: readonly string[], cap: number, path = join(folder, 'stdout')) =>
  keepOutput(Readable.from(pieces.map((piece) => Buffer.from(piece))), { path, cap, heard: () => undefined })
    .done;

test('however the output is cut into pieces, all of it is kept up to the cap, and beyond it both ends are', async () => {
  const piece = fc.string({ maxLength: 40 }).map((text) => text.replaceAll(/[^ -~]/g, '.'));
  const property = fc.asyncProperty(fc.array(piece, { maxLength: 200 }), fc.nat(400), async (pieces, cap) => {
    const whole = pieces.join('');
    const kept = await keep(pieces, cap);
    expect(readFileSync(join(folder, 'stdout'), 'utf8')).toBe(kept.text);
    expect(kept.truncated).toBe(whole.length > cap);
    const marker = kept.truncated ? `\n[… ${whole.length - cap} bytes omitted …]\n` : '';
    const half = kept.truncated ? Math.ceil(cap / 2) : whole.length;
    const end = kept.truncated ? whole.slice(whole.length - (cap - half)) : '';
    expect(kept.text).toBe(whole.slice(0, half) + marker + end);
  });
  await fc.assert(property, { numRuns: 150 });
});

test('a file that cannot be written costs the file, not the answer', async () => {
  const kept = await keep(['all of it'], 100, join(folder, 'nowhere', 'stdout'));
  expect(kept).toEqual({ text: 'all of it', truncated: false });
});

test('BEYOND-09 what must not stay on disk is taken out of the file at the end, and is still in the answer', async () => {
  const path = join(folder, 'discreet');
  const discreet = (text: string): string => text.replaceAll('hunter2', '[secret]');
  const from = Readable.from(['it is hun', 'ter2, do not tell\n'].map((piece) => Buffer.from(piece)));
  const { text } = await keepOutput(from, { path, cap: 1000, heard: () => undefined, discreet }).done;
  expect(text).toBe('it is hunter2, do not tell\n');
  expect(readFileSync(path, 'utf8')).toBe('it is [secret], do not tell\n');
});

test('a disk that is slower than the program costs no listener for every pause', async () => {
  const warnings: string[] = [];
  const warned = ({ name }: Error): void => void warnings.push(name);
  process.on('warning', warned);
  const piece = 'x'.repeat(100_000);
  await keep(
    Array.from({ length: 100 }, () => piece),
    20_000_000,
  );
  // Warnings are told in a later turn.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', warned);
  expect(warnings).toEqual([]);
});
