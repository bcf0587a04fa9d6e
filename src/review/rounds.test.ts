import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { grantRound, hardCapRounds, nextRound } from '../model/review.ts';
import { escalateReview, escalationText } from './rounds.ts';

const counts = { critical: 1, important: 2, minor: 3 };
const asked = { id: 'API-1', rounds: 3, counts, document: 'reviews/API-1/round-3.md' };

test.each([
  ['clean', 0, 1, 'clean'],
  ['clean', 0, 3, 'clean'],
  ['clean', 0, 9, 'clean'],
  ['unclean', 1, 1, 'fix'],
  ['unclean', 1, 2, 'fix'],
  ['unclean', 1, 3, 'escalate'],
  ['unclean', 1, 4, 'escalate'],
  ['clean', 1, 1, 'fix'],
  ['unclean', 0, 3, 'escalate'],
] as const)('LOOP-04 %s with %d to fix in round %d of 3: %s', (verdict, mustFix, round, action) => {
  expect(nextRound({ verdict, mustFix, round, maxRounds: 3 })).toBe(action);
});

test('LOOP-06 a person may grant rounds up to five and not one more', () => {
  expect([grantRound(3), grantRound(4), grantRound(5), grantRound(9)]).toEqual([4, 5, 5, 5]);
  const fourth = { verdict: 'unclean', mustFix: 1, round: 4 } as const;
  expect(nextRound({ ...fourth, maxRounds: 5 })).toBe('fix');
  expect(nextRound({ ...fourth, round: 5, maxRounds: 99 })).toBe('escalate');
  expect(hardCapRounds).toBe(5);
});

test('LOOP-04 LOOP-06 no answers of reviewers and people make the loop longer than five rounds', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }), (grants) => {
      let maxRounds = 3;
      let round = 1;
      for (const grant of grants) {
        const action = nextRound({ verdict: 'unclean', mustFix: 1, round, maxRounds });
        if (action === 'fix') round++;
        else if (grant) maxRounds = grantRound(maxRounds);
      }
      return round <= 5;
    }),
  );
});

test('LOOP-06 LOOP-08 three ways out are offered with what each means, two at the hard cap', () => {
  const escalation = escalateReview(asked);
  expect(escalation).toEqual({
    ...asked,
    options: [
      {
        key: 'manual',
        label: 'Review and fix by hand',
        consequence: 'marked blocked, everything is kept, nothing continues until you decide',
      },
      {
        key: 'accept',
        label: 'Accept the findings (not recommended)',
        consequence: 'marked done with the findings open; who accepted the risk and why is recorded',
      },
      {
        key: 'round',
        label: 'One more round',
        consequence: 'another fix and a fresh review, up to 5 rounds in all',
      },
    ],
  });
  const keys = (rounds: number) => escalateReview({ ...asked, rounds }).options.map(({ key }) => key);
  expect(keys(4)).toEqual(['manual', 'accept', 'round']);
  expect(keys(5)).toEqual(['manual', 'accept']);
});

test('LOOP-08 the text has id, rounds, counts, document and options, and nothing that moves the cursor', () => {
  expect(escalationText(escalateReview({ ...asked, id: 'API-1\u001b[2J' }))).toBe(`API-1: review blocked

After 3 review rounds findings remain:
- Critical: 1
- Important: 2
- Minor: 3

Findings document: reviews/API-1/round-3.md

Options:
a) Review and fix by hand: marked blocked, everything is kept, nothing continues until you decide
b) Accept the findings (not recommended): marked done with the findings open; who accepted the risk and why is recorded
c) One more round: another fix and a fresh review, up to 5 rounds in all
`);
  expect(escalationText(escalateReview({ ...asked, rounds: 1 }))).toContain('After 1 review round findings');
});
