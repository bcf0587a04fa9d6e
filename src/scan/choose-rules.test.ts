import { expect, test } from 'vitest';

import { wholeRule } from '../../test/support/whole-rule.ts';
import { chooseRules, type RuleWishes } from './choose-rules.ts';
import type { Rule } from './rule.ts';
import { allRules } from './rules/index.ts';
import { rule as front010Check } from './rules/FRONT-010/rule.ts';
import { rule as mock001Check } from './rules/MOCK-001/rule.ts';
import { rule as sec001Check } from './rules/SEC-001/rule.ts';

const front010 = wholeRule('FRONT-010', front010Check);
const mock001 = wholeRule('MOCK-001', mock001Check);
const sec001 = wholeRule('SEC-001', sec001Check);

const shy: Rule = { ...front010, id: 'FRONT-999', optional: true };
const all = [mock001, front010, shy, sec001];
const nothing: RuleWishes = { families: {}, severity: {}, onlyRules: [], onlyFamilies: [] };

function chosen(wishes: Partial<RuleWishes>): string {
  const { rules } = chooseRules(all, { ...nothing, ...wishes });
  return rules.map(({ id, severity }) => `${id} ${severity}`).join(', ');
}

const usual = `MOCK-001 ${mock001.severity}, FRONT-010 INFO, SEC-001 CRITICAL`;

test('BEYOND-14 TEAM-20 every family has a switch, by its name or by the beginning of its ids', () => {
  expect(chosen({})).toBe(usual);
  expect(chosen({ families: { MOCK: false } })).toBe('FRONT-010 INFO, SEC-001 CRITICAL');
  expect(chosen({ families: { secret: false, front: true } })).toBe(
    `MOCK-001 ${mock001.severity}, FRONT-010 INFO`,
  );
  for (const { family } of allRules)
    expect(
      chooseRules(allRules, { ...nothing, families: { [family]: false } }).rules.filter(
        (rule) => rule.family === family,
      ),
    ).toEqual([]);
});

test('BEYOND-14 severity is set by rule, and off silences it', () => {
  expect(chosen({ severity: { 'SEC-001': 'LOW', 'MOCK-001': 'off' } })).toBe('FRONT-010 INFO, SEC-001 LOW');
});

test('a rule that is off unless asked for is asked by a severity or by name', () => {
  expect(chosen({ severity: { 'FRONT-999': 'LOW' } })).toContain('FRONT-999 LOW');
  expect(chosen({ onlyRules: ['front-999'] })).toBe('FRONT-999 INFO');
  expect(chosen({ onlyFamilies: ['front'] })).toBe('FRONT-010 INFO');
});

test('who names rules or families gets these alone', () => {
  expect(chosen({ onlyRules: ['SEC-001'], onlyFamilies: ['MOCK'] })).toBe(
    `MOCK-001 ${mock001.severity}, SEC-001 CRITICAL`,
  );
  expect(chosen({ onlyRules: ['SEC-001'], severity: { 'SEC-001': 'off' } })).toBe('SEC-001 CRITICAL');
});

test('a name that nothing has is said, not ignored', () => {
  const { unknown } = chooseRules(all, {
    families: { mocks: false },
    severity: { 'SEC-1': 'LOW' },
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
