import { expect, test } from 'vitest';

import { outcomeExitCode } from '../model/exit-codes.ts';
import type { AuditHealth } from '../model/audit.ts';
import { type AuditFacts, auditOutcome } from './outcome.ts';

const facts: AuditFacts = {
  scored: { health: 'passed', score: 1 },
  failing: 0,
  failOn: 'HIGH',
  isUnreviewed: false,
  isAccepted: false,
  redAtBase: [],
  status: 'completed',
};

const scored = (health: AuditHealth) => ({ scored: { health, score: 0.6 } });

test.each([
  ['passed', 0, false, 0],
  ['passed', 1, false, 1],
  ['passed', 0, true, 5],
  ['needs-fixes', 0, false, 1],
  ['critical', 2, true, 1],
  ['unknown', 0, false, 5],
  ['unknown', 1, false, 1],
] as const)(
  'TEAM-06 health %s with %i failing findings, open: %s, exits %i',
  (health, failing, isOpen, code) => {
    const status = isOpen ? 'partial' : 'completed';
    expect(outcomeExitCode(auditOutcome({ ...facts, ...scored(health), failing, status }))).toBe(code);
  },
);

test('FOUND-01 002#28 where only the recovery review is missing, an audit that asks a person needs a decision', () => {
  const verdict = (more: Partial<AuditFacts>) =>
    auditOutcome({ ...facts, ...scored('unknown'), status: 'escalated', ...more }).verdict;
  expect(verdict({ isUnreviewed: true })).toBe('decision');
  expect(verdict({ isUnreviewed: true, failing: 1 })).toBe('failed');
  expect(verdict({})).toBe('unknown');
  expect(verdict({ scored: null })).toBe('decision');
});

test('004#10 an audit that a person accepted passes, and says so', () => {
  expect(auditOutcome({ ...facts, ...scored('critical'), isAccepted: true })).toMatchObject({
    verdict: 'passed',
    because: 'accepted by a person',
  });
});
