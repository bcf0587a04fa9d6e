import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { auditHealths } from '../../model/audit.ts';
import { severities } from '../../model/severity.ts';
import { nextMove, type AuditRound, type OpenFinding } from './guards.ts';

const open = fc.record<OpenFinding>({
  fingerprint: fc.constantFrom('a', 'b', 'c', 'd'),
  file: fc.constantFrom('', 'a.ts', 'b.ts'),
  severity: fc.option(fc.constantFrom(...severities)),
});
const round = fc.record<AuditRound>({
  score: fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
  health: fc.constantFrom(...auditHealths),
  open: fc.array(open, { maxLength: 5 }),
  changedFiles: fc.subarray(['a.ts', 'b.ts']),
});
const policy = {
  maxRounds: 3,
  severityGate: 'MEDIUM',
  budget: { usd: 10, tokens: null },
  spent: { usd: 1, tokens: 0 },
  nextRound: { usd: 1, tokens: 0 },
} as const;

test('TEAM-09 every loop ends within its rounds, and what it keeps is never more than 0.01 below the best kept', () => {
  fc.assert(
    fc.property(fc.array(round, { minLength: 4, maxLength: 8 }), (rounds) => {
      let length = 1;
      let move = nextMove(rounds.slice(0, length), policy);
      while (move.move === 'continue') {
        length += 1;
        move = nextMove(rounds.slice(0, length), policy);
      }
      expect(length).toBeLessThanOrEqual(policy.maxRounds + 1);
      const kept = rounds.slice(0, move.keep + 1).map((kind) => kind.score);
      expect(kept.at(-1)).toBeGreaterThanOrEqual(Math.max(...kept) - 0.01 - 1e-9);
      expect(move.keep).toBe(move.reason === 'lower' ? length - 2 : length - 1);
    }),
  );
});

test('TEAM-09 a stop is called passed only where the health of the kept round is', () => {
  fc.assert(
    fc.property(fc.array(round, { minLength: 1, maxLength: 4 }), (rounds) => {
      const move = nextMove(rounds, policy);
      return move.move === 'continue' || move.reason !== 'passed' || rounds[move.keep]?.health === 'passed';
    }),
  );
});
