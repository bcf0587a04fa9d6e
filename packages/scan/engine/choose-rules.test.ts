import { expect, test } from 'vitest';

import { wholeRule } from '../../../test/support/whole-rule.ts';
import { chooseRules, type RuleWishes } from './choose-rules.ts';
import type { Rule } from './rule.ts';
import { allRules } from '../registry.generated.ts';
import type { MeasuredPrecision } from './findings/measured-precision.ts';
import { rule as mock001Check } from '../rules/MOCK-001/rule.ts';
import { rule as sec001Check } from '../rules/SEC-001/rule.ts';
import { rule as slop001Check } from '../rules/SLOP-001/rule.ts';

const date = '2026-11-17';
const good: MeasuredPrecision = { read: 12, useful: 10, false: 0, date };
const poor: MeasuredPrecision = { read: 12, useful: 1, false: 0, date };
const mock001 = { ...wholeRule('MOCK-001', mock001Check), measured: good };
const sec001 = { ...wholeRule('SEC-001', sec001Check), measured: good };
const slop001 = { ...wholeRule('SLOP-001', slop001Check), measured: poor };
const { measured: _, ...unread } = { ...slop001, id: 'SLOP-999' };

const all: readonly Rule[] = [mock001, slop001, unread, sec001];
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
const everything = 'MOCK-001 MEDIUM, SLOP-001 INFO, SLOP-999 INFO, SEC-001 MEDIUM';

test('BEYOND-14 TEAM-20 every family has a switch, by its name or by the beginning of its ids', () => {
  expect(chosen({})).toBe(usual);
  expect(chosen({ families: { MOCK: false } })).toBe('SEC-001 MEDIUM');
  expect(chosen({ families: { secret: false, slop: true } })).toBe(
    'MOCK-001 MEDIUM, SLOP-001 INFO, SLOP-999 INFO',
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
  expect(chosen({ severity: { 'SLOP-999': 'LOW' } })).toContain('SLOP-999 LOW');
  expect(chosen({ onlyRules: ['slop-999'] })).toBe('SLOP-999 INFO');
  expect(chosen({ onlyFamilies: ['slop'] })).toBe('SLOP-001 INFO, SLOP-999 INFO');
  expect(chosen({ families: { slop: true } })).toBe(everything);
  expect(chosen({ profile: 'all' })).toBe(everything);
});

test('SCAN-01 the hints that are left out are named, those that are switched off or not asked for are not', () => {
  const hints = (wishes: Partial<RuleWishes>): readonly string[] =>
    chooseRules(all, { ...nothing, ...wishes }).hints.map(({ id }) => id);
  expect(hints({})).toEqual(['SLOP-001', 'SLOP-999']);
  expect(hints({ severity: { 'SLOP-001': 'off' } })).toEqual(['SLOP-999']);
  expect(hints({ families: { slop: false } })).toEqual([]);
  expect(hints({ onlyRules: ['MOCK-001'] })).toEqual([]);
  expect(hints({ profile: 'all' })).toEqual([]);
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
