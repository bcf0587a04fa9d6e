import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Records, ResultDraft } from '../../src/ports/records.ts';

/** Where records live: opening them again finds what was kept. */
export type RecordsPlace = { open(): Records; remove(): Promise<void> };

const passed: ResultDraft = {
  type: 'critic_pass',
  v: 1,
  ticket: 'API-1',
  run: 7,
  used: { usd: 0.25, tokens: 1200 },
  commit: 'c1',
};

let place: RecordsPlace;

/** What all records must do, those without a disk included. */
export function itHonoursTheRecordsContract(make: () => Promise<RecordsPlace>): void {
  beforeEach(async () => {
    place = await make();
  });

  afterEach(() => place.remove());

  itKeepsWhatRunsLeave();
  itRefusesWhatCouldNotBeRead();
  itKeepsAnyValueByItsHash();
}

function itKeepsWhatRunsLeave(): void {
  test('RECOVER-01 what a run left is found by who comes after it', async () => {
    const records = place.open();
    await records.put(7, 'prompt', 'Do it.\n');
    await records.put(7, 'matrix', { cells: [1, null, { deep: true }] });
    await records.put(8, 'prompt', 'Do the other.');
    const later = place.open();
    expect(await later.get(7, 'prompt')).toBe('Do it.\n');
    expect(await later.get(7, 'matrix')).toEqual({ cells: [1, null, { deep: true }] });
    expect(await later.get(8, 'prompt')).toBe('Do the other.');
    expect(await later.get(8, 'matrix')).toBeUndefined();
    expect(await later.get(9, 'prompt')).toBeUndefined();
  });

  test('a piece that is put again is replaced', async () => {
    const records = place.open();
    await records.put(1, 'answer', 'one');
    await records.put(1, 'answer', 'two');
    expect(await records.get(1, 'answer')).toBe('two');
  });

  test('RECOVER-01 a run is finished exactly when its result is kept', async () => {
    const records = place.open();
    await records.put(7, 'answer', 'REVIEW_PASSED');
    expect(await place.open().finished(7)).toBeUndefined();
    await records.finish(7, passed);
    expect(await place.open().finished(7)).toEqual(passed);
    expect(await place.open().finished(8)).toBeUndefined();
  });
}

function itRefusesWhatCouldNotBeRead(): void {
  test.each([
    ['an event that is no result', { type: 'run_resumed', v: 1 }],
    ['a result with an unknown key', { ...passed, verdict: 'pass' }],
    ['a result without its commit', { ...passed, commit: undefined }],
    ['nothing', null],
  ])('%s cannot finish a run', async (_, result) => {
    const records = place.open();
    await expect(records.finish(1, result as unknown as ResultDraft)).rejects.toMatchObject({ code: 'BUG' });
    expect(await records.finished(1)).toBeUndefined();
  });

  test.each(['../x', '', 'a/b', '.hidden', 'a\0', 'result', 'RESULT', 'x'.repeat(200)])(
    'no piece can be called %j',
    async (name) => {
      const records = place.open();
      await expect(records.put(1, name, 1)).rejects.toMatchObject({ code: 'BUG' });
      await expect(records.get(1, name)).rejects.toMatchObject({ code: 'BUG' });
    },
  );

  test('what JSON cannot say is a bug', async () => {
    const records = place.open();
    await expect(records.put(1, 'answer', undefined)).rejects.toMatchObject({ code: 'BUG' });
    await expect(records.keep(() => 1)).rejects.toMatchObject({ code: 'BUG' });
  });
}

function itKeepsAnyValueByItsHash(): void {
  test('any text and any JSON comes back as it was, half surrogate pairs included', async () => {
    const text = fc.string({ unit: fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code)) });
    const records = place.open();
    await fc.assert(
      fc.asyncProperty(fc.oneof(text, fc.jsonValue()), async (value) => {
        const expected: unknown = JSON.parse(JSON.stringify(value));
        await records.put(3, 'answer', value);
        expect(await records.get(3, 'answer')).toEqual(expected);
        expect(await records.kept(await records.keep(value))).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  test('equal values have one hash, whatever the order of their keys; different ones have two', async () => {
    const records = place.open();
    const hash = await records.keep({ a: 1, b: [{ d: 4, c: 3 }] });
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await records.keep({ b: [{ c: 3, d: 4 }], a: 1 })).toBe(hash);
    expect(await records.keep({ a: 1, b: [{ d: 4, c: 5 }] })).not.toBe(hash);
    expect(await place.open().kept(hash)).toEqual({ a: 1, b: [{ c: 3, d: 4 }] });
  });

  test('a hash that nothing was kept under is damage, and what is no hash is a bug', async () => {
    const records = place.open();
    await expect(records.kept('0'.repeat(64))).rejects.toMatchObject({ code: 'JOURNAL_DAMAGED' });
    await expect(records.kept('../x')).rejects.toMatchObject({ code: 'BUG' });
  });
}
