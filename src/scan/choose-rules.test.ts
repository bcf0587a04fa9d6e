import { expect, test } from 'vitest';

import { wholeRule } from '../../test/support/whole-rule.ts';
import { chooseRules, type RuleWishes } from './choose-rules.ts';
import type { Rule } from './rule.ts';
import { allRules } from './rules/index.ts';
import type { MeasuredPrecision } from './tier.ts';
import { rule as front010Check } from './rules/FRONT-010/rule.ts';
import { rule as mock001Check } from './rules/MOCK-001/rule.ts';
import { rule as sec001Check } from './rules/SEC-001/rule.ts';

const noted: MeasuredPrecision = { read: 12, useful: 1, false: 0, date: '2026-11-17' };
const front010 = { ...wholeRule('FRONT-010', front010Check), measured: noted };
const mock001 = wholeRule('MOCK-001', mock001Check);
const { measured: _, ...sec001 } = { measured: noted, ...wholeRule('SEC-001', sec001Check) };

const shy: Rule = { ...front010, id: 'FRONT-999', optional: true };
const all = [mock001, front010, shy, sec001];
const nothing: RuleWishes = {
  families: {},
  severity: {},
  onlyRules: [],
  onlyFamilies: [],
  profile: 'default',
};

function chosen(wishes: Partial<RuleWishes>): string {
  const { rules } = chooseRules(all, { ...nothing, ...wishes });
  return rules.map(({ id, severity }) => `${id} ${severity}`).join(', ');
}

const usual = 'MOCK-001 MEDIUM, SEC-001 MEDIUM';
const everything = 'MOCK-001 MEDIUM, FRONT-010 INFO, FRONT-999 INFO, SEC-001 MEDIUM';

test('BEYOND-14 TEAM-20 every family has a switch, by its name or by the beginning of its ids', () => {
  expect(chosen({})).toBe(usual);
  expect(chosen({ families: { MOCK: false } })).toBe('SEC-001 MEDIUM');
  expect(chosen({ families: { secret: false, front: true } })).toBe(
    'MOCK-001 MEDIUM, FRONT-010 INFO, FRONT-999 INFO',
  );
  for (const { family } of allRules)
    expect(
      chooseRules(allRules, { ...nothing, families: { [family]: false } }).rules.filter(
        (rule) => rule.family === family,
      ),
    ).toEqual([]);
});

test('BEYOND-14 severity is set by rule, and off silences it', () => {
  expect(chosen({ severity: { 'SEC-001': 'LOW', 'MOCK-001': 'off' } })).toBe('SEC-001 LOW');
});

test('SCAN-01 a hint is asked by a severity, by name, by its family or by the profile all', () => {
  expect(chosen({ severity: { 'FRONT-999': 'LOW' } })).toContain('FRONT-999 LOW');
  expect(chosen({ onlyRules: ['front-999'] })).toBe('FRONT-999 INFO');
  expect(chosen({ onlyFamilies: ['front'] })).toBe('FRONT-010 INFO, FRONT-999 INFO');
  expect(chosen({ families: { front: true } })).toBe(everything);
  expect(chosen({ profile: 'all' })).toBe(everything);
});

test('SCAN-01 a severity in the settings is given as it is, and a rule without proof gives at most MEDIUM', () => {
  expect(chosen({ onlyRules: ['MOCK-001'] })).toBe('MOCK-001 MEDIUM');
  expect(chosen({ onlyRules: ['MOCK-001'], severity: { 'MOCK-001': 'HIGH' } })).toBe('MOCK-001 HIGH');
});

test('who names rules or families gets these alone', () => {
  expect(chosen({ onlyRules: ['SEC-001'], onlyFamilies: ['MOCK'] })).toBe('MOCK-001 MEDIUM, SEC-001 MEDIUM');
  expect(chosen({ onlyRules: ['SEC-001'], severity: { 'SEC-001': 'off' } })).toBe('SEC-001 MEDIUM');
});

test('a name that nothing has is said, not ignored', () => {
  const { unknown } = chooseRules(all, {
    families: { mocks: false },
    severity: { 'SEC-1': 'LOW' },
    profile: 'default',
    onlyRules: ['X-1'],
    onlyFamilies: ['none'],
  });
  expect(unknown.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'rule SEC-1',
    'rule X-1',
    'family mocks',
    'family none',
  ]);
});
