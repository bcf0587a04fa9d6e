import { expect, test } from 'vitest';
import type { GateContext } from '../context.ts';
import { knownInputs, knownReport, measuredAt, rememberInputs, rememberReport } from './reports-at.ts';
import type { CheckResult } from './check-result.ts';

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
  ms: 5,
  report: null,
} as unknown as CheckResult;

test('QUEUE-02 a candidate takes the checks of its parent from the gate of that one, wherever it runs', async () => {
  const parent = async () => ({ ...cell, report: null, rewrote: ['a.ts'] });
  const candidate = { commit: 'mine', cells: [], apart: true, keep: async () => undefined, parent };
  const gated = { ...context, tip: 'ahead', candidate };
  expect(await knownReport(gated, 'ahead', cell)).toEqual({ report: null, rewrote: ['a.ts'] });
  expect(await knownReport(gated, 'base', cell)).toBeUndefined();
  await rememberReport(context, 'ahead', cell);
  expect(await knownReport(gated, 'ahead', cell)).toEqual({ report: null, rewrote: [] });
});

test('QUEUE-02 what was observed at base is known to machines that did not run it; what could not be observed is not', async () => {
  const inputs = { read: ['a.ts'], seen: [], missing: [], listed: [], modules: [] };
  await rememberReport(context, 'base', cell);
  expect(await measuredAt(context, 'base', [cell])).toEqual(new Map());
  await rememberInputs(context, 'base', cell, null);
  expect(await measuredAt(context, 'base', [cell])).toEqual(new Map());
  await rememberInputs(context, 'base', cell, inputs);
  const elsewhere = await measuredAt(context, 'base', [cell]);
  expect(elsewhere.size).toBe(2);
  const other = {
    ...context,
    measurements: { get: (key: string) => elsewhere.get(key), put: () => undefined },
  };
  expect(await knownInputs(other, 'base', cell)).toEqual({ inputs });
  expect(await knownReport(other, 'base', cell)).toEqual({ report: null, rewrote: [] });
});
