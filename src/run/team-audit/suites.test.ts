import { expect, test } from 'vitest';

import { handOut, siteOf } from '../../../test/support/site.ts';
import type { Scene } from '../../../test/support/site.ts';
import { couldNotRun, isUnknown, runSuites, suiteChecks, suiteLines, suitesAt } from './suites.ts';

const never = new AbortController().signal;
const run = 'audit:run';

async function suitesOf(scene: Scene) {
  const context = siteOf({ config: 'depth: thorough\n', ...scene });
  const survey = handOut(context, 'survey', { ticket: run });
  await runSuites(context, survey, 'base', never);
  const suites = await suitesAt(context, handOut(context, 'team', { ticket: run }), 'base');
  return { context, suites };
}

test('TEAM-21 every check is run at the judged commit, and the test auditor reads how it came out', async () => {
  const { context, suites } = await suitesOf({ checks: (words) => (words === 'run unit' ? 1 : 0) });
  expect(context.ran).toContain('run lint @ base');
  expect(suites).not.toBe(null);
  expect(suiteLines(suites ?? { commit: '', cells: [] })).toEqual([
    'unit: FAIL\nexit code 1, expected 0',
    'lint: PASS',
  ]);
});

test('TEAM-05 a red suite is a check that failed, whatever its auditor says', async () => {
  const { suites } = await suitesOf({ checks: (words) => (words === 'run unit' ? 1 : 0) });
  expect(suiteChecks(suites ?? { commit: '', cells: [] })).toMatchObject([
    {
      rule: 'suite unit',
      ran: true,
      findings: [{ id: 'TEST-RUN', severity: 'HIGH', source: 'scan' }],
    },
    { rule: 'suite lint', ran: true, findings: [] },
  ]);
});

test('P8 a suite that could not run is not known, and nothing is passed by it', async () => {
  const { suites } = await suitesOf({ checks: () => ({ kind: 'unstartable', because: 'not found' }) });
  expect(suites === null || isUnknown(suites)).toBe(true);
});

test('FOUND-01 002#44 a suite that could not run is told as one, and no fixer is sent for it', async () => {
  const { suites } = await suitesOf({ checks: () => ({ kind: 'unstartable', because: 'not found' }) });
  const [check] = suiteChecks(suites ?? { commit: '', cells: [] });
  expect(check).toMatchObject({
    ran: false,
    findings: [{ id: 'NOT-RUN', severity: 'INFO', title: 'unit could not run' }],
  });
  expect(couldNotRun(suites)).toMatch(/^unit could not run: .*not found.*; lint could not run/);
  expect(couldNotRun(null)).toBe('');
});

test('what was run for another commit says nothing about this one', async () => {
  const { context } = await suitesOf({});
  expect(await suitesAt(context, handOut(context, 'team', { ticket: run }), 'another')).toBe(null);
});

test('TEAM-22 where no test auditor sits and everything has landed through the gate, nothing is run again', async () => {
  const { context, suites } = await suitesOf({ config: 'depth: standard\n' });
  expect({ ran: context.ran, suites }).toEqual({ ran: [], suites: null });
});
