import { expect, test } from 'vitest';

import { handOut, siteOf } from '../../../test/support/site.ts';
import { runPhases } from './phases.ts';

const never = new AbortController().signal;
const phases =
  'phases: { e2e: { start: run app, run: run page }, browser: { start: run app, run: run browser } }\n';

test('TEAM-17 each phase is one program that starts, probes, tests and stops; what ends badly before it was ready is broken', async () => {
  const context = siteOf({ epic: phases, checks: (words) => (words.includes('run page') ? 0 : 1) });
  const cells = await runPhases(context, handOut(context, 'score', { ticket: 'audit:run' }), 'base', never);
  expect(cells.map(({ check, status }) => [check, status])).toEqual([
    ['e2e', 'PASS'],
    ['browser', 'BROKEN'],
  ]);
  const ports = context.ran.map((words) => /PORT=(\d+)/.exec(words)?.[1]);
  expect(new Set(ports).size).toBe(2);
});

test('TEAM-17 a milestone has no application of its own, and an epic that configures none starts nothing', async () => {
  const context = siteOf({ epic: `${phases}milestones: [{ id: m1, title: One }]\n` });
  expect(await runPhases(context, handOut(context, 'score', { ticket: 'audit:m1' }), 'base', never)).toEqual(
    [],
  );
  const plain = siteOf();
  expect(await runPhases(plain, handOut(plain, 'score', { ticket: 'audit:run' }), 'base', never)).toEqual([]);
  expect([...context.ran, ...plain.ran]).toEqual([]);
});
