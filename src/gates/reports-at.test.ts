import { expect, test } from 'vitest';
import type { GateContext } from './context.ts';
import { knownReport, rememberReport, whileOthersWait } from './reports-at.ts';
import type { Cell } from './cell.ts';

const kept = new Map<string, unknown>();
const context = {
  measurements: {
    get: (key: string) => kept.get(key),
    put: (key: string, value: unknown) => kept.set(key, value),
  },
  hub: { commit: async (commit: string) => ({ commit, tree: `tree of ${commit}` }) },
  plan: { verify: [{ id: 'unit' }], environments: [{ id: 'local' }], setup: null },
} as unknown as GateContext;
const cell = {
  check: 'unit',
  environment: 'local',
  status: 'PASS',
  flaky: false,
  report: null,
} as unknown as Cell;

test('QUEUE-02 a candidate waits for the checks of the one it is merged onto, instead of running them again', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const verified = whileOthersWait(context, 'ahead', async () => {
    await promise;
    await rememberReport(context, 'ahead', cell);
  });
  const known = knownReport(context, 'ahead', cell);
  expect(await Promise.race([known, Promise.resolve('waits')])).toBe('waits');
  resolve(undefined);
  expect(await known).toEqual({ report: null, rewrote: [] });
  await verified;
});

test('QUEUE-02 nobody waits for checks that are not running, nor once called off', async () => {
  expect(await knownReport(context, 'other', cell)).toBeUndefined();
  const never = whileOthersWait(context, 'stuck', () => new Promise(() => undefined));
  const cancel = AbortSignal.abort();
  expect(await knownReport({ ...context, cancel }, 'stuck', cell)).toBeUndefined();
  expect(never).toBeInstanceOf(Promise);
});
