import { expect, test } from 'vitest';

import { wholeRule } from '../../../../test/support/whole-rule.ts';
import { rule as check } from '../../rules/SEC-001/rule.ts';
import { earnedSeverity, lowerBound, measuredText, tierOf } from './tier.ts';

const date = '2026-11-17';
const { measured: _, ...bare } = { measured: undefined, ...wholeRule('SEC-001', check) };
const read = (all: number, useful: number, wrong = 0) => ({
  ...bare,
  measured: { read: all, useful, false: wrong, date },
});

test('SCAN-01 HIGH and CRITICAL are for rules whose findings readers found useful, often enough to be sure', () => {
  expect(earnedSeverity(bare)).toBe('LOW');
  expect(earnedSeverity(read(14, 14))).toBe('MEDIUM');
  expect(earnedSeverity(read(15, 15))).toBe('CRITICAL');
  expect(earnedSeverity(read(15, 13))).toBe('MEDIUM');
  expect(earnedSeverity(read(100, 83))).toBe('CRITICAL');
  expect(earnedSeverity({ ...bare, severity: 'LOW' })).toBe('LOW');
  expect(earnedSeverity(read(10, 1))).toBe('LOW');
  expect(earnedSeverity({ ...read(10, 1), severity: 'INFO' })).toBe('INFO');
});

test('SCAN-01 the default profile has a rule once eight findings were read, seven of ten useful and at most one of ten false', () => {
  expect(tierOf({})).toBe('hint');
  expect(tierOf(read(7, 7))).toBe('hint');
  expect(tierOf(read(8, 8))).toBe('usual');
  expect(tierOf(read(20, 13))).toBe('hint');
  expect(tierOf(read(20, 14))).toBe('usual');
  expect(tierOf(read(20, 18, 2))).toBe('usual');
  expect(tierOf(read(20, 17, 3))).toBe('hint');
  expect(tierOf(read(100, 88, 12))).toBe('hint');
});

test('SCAN-01 the bound is that of Wilson, and the words say how many were read and when', () => {
  expect(lowerBound(32, 34)).toBeCloseTo(0.837, 2);
  expect(lowerBound(0, 5)).toBeCloseTo(0, 5);
  expect(measuredText(read(20, 8, 2))).toBe('8 of 20 useful, 2 false (2026-11-17)');
  expect(measuredText({})).toBe('no findings reviewed by a person yet');
});
