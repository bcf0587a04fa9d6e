import { expect, test } from 'vitest';
import type { EnvironmentResult, FeedbackKind } from '../model/feedback.ts';
import {
  environmentCauses,
  environmentInstructions,
  environmentSections,
  isEnvironmentSpecific,
} from './environment.ts';

const pass: EnvironmentResult = {
  environment: 'local',
  check: 'unit',
  exitCode: 0,
  status: 'PASS',
  details: '',
};
const fail: EnvironmentResult = {
  environment: 'node22',
  check: 'unit',
  exitCode: 1,
  status: 'FAIL',
  details: 'no such file\nat x.ts',
};

const isSpecific = (environments: readonly EnvironmentResult[], kind: FeedbackKind = 'validation'): boolean =>
  isEnvironmentSpecific({ kind, environments });

test('REWORK-05 001#6 an audit is environment-specific when one environment passes and another fails, by any command', () => {
  expect(isSpecific([{ ...pass, check: 'types' }, fail], 'audit')).toBe(true);
  expect(isSpecific([{ ...pass, environment: 'node22', check: 'types' }, fail], 'audit')).toBe(false);
  expect(isSpecific([pass, { ...fail, status: 'BROKEN' }], 'audit')).toBe(false);
  expect(isSpecific([fail], 'audit')).toBe(false);
});

test('REWORK-05 a failure is environment-specific when the same check passes elsewhere', () => {
  expect(isSpecific([pass, fail])).toBe(true);
  expect(isSpecific([fail, pass])).toBe(true);
});

test('REWORK-05 failing everywhere, failing in another check or being broken is not environment-specific', () => {
  expect(isSpecific([])).toBe(false);
  expect(isSpecific([pass])).toBe(false);
  expect(isSpecific([fail, { ...fail, environment: 'local' }])).toBe(false);
  expect(isSpecific([{ ...pass, check: 'types' }, fail])).toBe(false);
  expect(isSpecific([pass, { ...fail, status: 'BROKEN' }])).toBe(false);
  expect(isSpecific([{ ...pass, status: 'BROKEN' }, fail])).toBe(false);
});

test('REWORK-05 the prompt has the table, each failure with its error, four causes, four instructions and ALL', () => {
  const broken: EnvironmentResult = {
    environment: 'wsl|2',
    check: 'a\\b',
    exitCode: null,
    status: 'BROKEN',
    details: 'no shell',
  };
  const types: EnvironmentResult = { ...pass, environment: 'node22', check: 'types' };
  const unknown: EnvironmentResult = { ...fail, check: 'lint\nall', exitCode: null, details: 'killed' };
  expect(environmentSections([pass, fail, broken, types, unknown])).toEqual([
    {
      heading: 'ENVIRONMENT-SPECIFIC FAILURE',
      level: 3,
      parts: [
        {
          kind: 'words',
          lines: [
            'Your implementation passes in some environments and fails in others.',
            'It has to pass in ALL environments.',
          ],
        },
      ],
    },
    {
      heading: 'Environment Results',
      level: 3,
      parts: [
        {
          kind: 'data',
          shape: 'document',
          cap: { entry: 20_000, block: 80_000 },
          entries: [
            [
              '| Environment | Status | Details |',
              '| --- | --- | --- |',
              '| local | PASS | unit: PASS |',
              '| node22 | FAIL | unit: FAIL, types: PASS, lint all: FAIL |',
              String.raw`| wsl\|2 | BROKEN | a\\b: BROKEN |`,
            ].join('\n'),
          ],
        },
      ],
    },
    {
      heading: 'Failed Environments',
      level: 3,
      parts: [
        {
          kind: 'data',
          shape: 'list',
          cap: { entry: 2_000, block: 60_000 },
          entries: [
            'node22\nCheck: unit (exit code 1)\nError: no such file\nat x.ts',
            'node22\nCheck: lint\nall\nError: killed',
          ],
        },
      ],
    },
    {
      heading: 'Common Causes',
      level: 3,
      parts: [
        {
          kind: 'words',
          lines: [
            '- A dependency is missing in one of the environments',
            '- A hardcoded path differs between environments',
            '- Libraries have different versions',
            '- The code assumes something about the platform',
          ],
        },
      ],
    },
    {
      heading: 'Environment Instructions',
      level: 3,
      parts: [
        {
          kind: 'words',
          lines: [
            '1. Find out why the code fails in those environments and not in the others',
            '2. Make sure that the fix works in ALL environments',
            '3. Run the verification commands in EVERY environment before you signal',
            '4. Signal READY_FOR_REVIEW only when ALL environments pass',
          ],
        },
      ],
    },
  ]);
  expect([environmentCauses.length, environmentInstructions.length]).toEqual([4, 4]);
});
