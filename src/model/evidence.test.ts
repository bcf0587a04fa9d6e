import { expect, test } from 'vitest';
import { type CheckEvidence, evidenceLines, joinEvidence, type TestEvidence } from './evidence.ts';

const tests: TestEvidence = {
  ran: 312,
  compared: 'name',
  same: 308,
  fresh: 4,
  missing: 0,
  failing: 0,
  names: [],
};
const unit = { check: 'unit', environment: 'node' };

test.each<[string, Omit<CheckEvidence, 'check' | 'environment'>, string]>([
  ['tests by name', { tests }, '312 tests ran: 308 as at base, 4 new; 0 of base missing'],
  [
    'missing and failing tests with their names',
    {
      tests: {
        ...tests,
        same: 305,
        fixed: 2,
        skipped: 1,
        missing: 2,
        failing: 1,
        names: ['adds', 'takes away'],
      },
    },
    '312 tests ran (1 skipped): 305 as at base, 2 fixed, 4 new, 1 no longer passing (adds); 2 of base missing (takes away and 1 more)',
  ],
  [
    'tests that are only counted',
    { tests: { ...tests, compared: 'number' } },
    '312 tests ran, 308 at base (by count only, the test names are unknown)',
  ],
  [
    'tests without a report of base',
    { tests: { ...tests, compared: 'nothing' } },
    '312 tests ran, not compared with base',
  ],
  ['a check without tests', { tests: null }, 'proved by exit code alone'],
  ['a failed check without tests', { tests: null, failed: true }, 'fails; its output names no tests'],
  ['a check without a result', {}, 'no result'],
  [
    'a check that notices',
    { tests: null, noticed: { functions: 1, unnoticed: [] } },
    'proved by exit code alone; fails with 1 changed function taken out',
  ],
  [
    'a check that was not run again',
    { tests: null, noticed: { functions: 0, unnoticed: [], notAsked: 'no function changed' } },
    'proved by exit code alone; check not repeated without the change: no function changed',
  ],
  [
    'a check that fails on any inserted code',
    { tests: null, noticed: { functions: 0, unnoticed: [], blind: true } },
    'proved by exit code alone; this check cannot tell whether the change works: it also fails on inserted code that does nothing',
  ],
  [
    'a check that notices the functions of base',
    { tests: null, noticed: { functions: 2, unnoticed: [], withBase: true } },
    'proved by exit code alone; fails with 2 changed functions as at base',
  ],
  [
    'inputs and functions',
    { tests: null, inputs: 'named', noticed: { functions: 2, unnoticed: ['src/a.ts add'] } },
    'proved by exit code alone; inputs detected by name, not observed; still passes with 2 changed functions taken out: src/a.ts add',
  ],
])('EVID-03 one line says what a check proves: %s', (_, about, words) => {
  expect(evidenceLines([{ ...unit, ...about }])).toEqual([`unit in node: ${words}`]);
});

test('EVID-03 parts that several gates know of one check are one entry', () => {
  const parts: CheckEvidence[] = [
    { ...unit, tests },
    { ...unit, inputs: 'observed' },
    { ...unit, check: 'e2e' },
  ];
  expect(joinEvidence(parts)).toEqual([
    { ...unit, tests, inputs: 'observed' },
    { ...unit, check: 'e2e' },
  ]);
});
