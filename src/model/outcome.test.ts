import { expect, test } from 'vitest';

import { headline, outcomeOf, NO_CHECKS, type RedAtBase, redAtBaseLine, redAtBaseWords } from './outcome.ts';

const red: RedAtBase = { check: 'unit', state: 'red', ranNoTest: false, reason: '', allowed: null };
const allowed: RedAtBase = { ...red, allowed: '--allow-red' };
const accepted: RedAtBase = { ...red, ranNoTest: true, allowed: 'override' };

test.each([
  [false, [], false, 'passed'],
  [true, [], false, 'failed'],
  [true, [red], true, 'failed'],
  [false, [red], false, 'unknown'],
  [false, [allowed], false, 'passed'],
  [false, [accepted], false, 'passed'],
  [false, [allowed, red], false, 'unknown'],
  [false, [allowed], true, 'unknown'],
  [false, [], true, 'unknown'],
] as const)(
  'REAL-02 failing %s, red at base %j, not computed %s: %s',
  (failing, redAtBase, notComputed, verdict) => {
    const facts = { failing: failing ? ['x'] : [], redAtBase, notComputed: notComputed ? ['y'] : [] };
    expect(outcomeOf(facts).verdict).toBe(verdict);
  },
);

test('REAL-02 the first line of a verdict says which check is red, why, and who allowed it', () => {
  expect(redAtBaseLine({ ...red, reason: 'exit code 1' })).toBe('unit is red at base: exit code 1');
  expect(redAtBaseLine(allowed)).toBe('unit is red at base, allowed by --allow-red');
  expect(redAtBaseLine(accepted)).toBe(
    'unit is red at base, accepted by a person (decide --override): ran no test',
  );
  expect(redAtBaseLine({ ...accepted, by: 'Ann' })).toContain('red at base, accepted by Ann (decide');
  expect(redAtBaseWords([{ ...accepted, by: 'Ann' }])).toContain('unit red at base, accepted by Ann');
  expect(redAtBaseLine({ ...red, state: 'not-computed', reason: 'setup failed' })).toBe(
    'unit gave no result at base: setup failed',
  );
  expect(headline(outcomeOf({ redAtBase: [red, { ...accepted, check: 'e2e' }] }))).toBe(
    'NOT PROVED: unit red at base; e2e red at base, accepted by a person; no test ran in e2e',
  );
  expect(headline(outcomeOf({}))).toBe('PASSED');
  expect(NO_CHECKS).not.toContain('green');
});

test('REAL-04 a check that was ended before a test finished says so, also where a person accepted it', () => {
  const ended = { check: 'unit', state: 'red', ranNoTest: false, isUnfinished: true, reason: '' } as const;
  expect(redAtBaseWords([{ ...ended, allowed: 'override' }])).toEqual([
    'unit red at base, accepted by a person',
    'no test finished in unit',
  ]);
  expect(redAtBaseLine({ ...ended, allowed: null })).toBe('unit is red at base: no test finished');
});
