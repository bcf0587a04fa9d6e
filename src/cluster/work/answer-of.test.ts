import { expect, test } from 'vitest';

import type { AssignmentEvent } from '../../model/events.ts';
import { lost, neverBegun } from './answer-of.ts';

const assignment = {
  ticket: 'A',
  run: 3,
  reserved: { usd: 1, tokens: 1000 },
  extra: { usd: 4, tokens: 0 },
} as AssignmentEvent;
const said = (tokensIn: number, usd: number | null): string =>
  JSON.stringify({ tokensIn, tokensOut: 0, usd });

test('BEYOND-08 TEAM-16 a run whose machine is lost is charged what it had said, its estimate at least, and nothing it was only allowed', () => {
  expect(lost(assignment, null)).toMatchObject({ trouble: 'stall', used: { usd: 1, tokens: 1000 } });
  expect(lost(assignment, said(20, 0.1)).used).toEqual({ usd: 1, tokens: 1000 });
  expect(lost(assignment, said(3000, 2.5)).used).toEqual({ usd: 2.5, tokens: 3000 });
  // Dollars that nobody has said are as dear as in the estimate.
  expect(lost(assignment, said(3000, null)).used).toEqual({ usd: 3, tokens: 3000 });
  expect(lost(assignment, said(3000, 2.5))).toMatchObject({
    meter: { usd: 'estimated', tokens: 'estimated' },
  });
});

test('what was said and is no usage counts for nothing', () => {
  for (const odd of ['{', '7', '"much"', '[]', '{"tokensIn":-1,"tokensOut":0,"usd":null}'])
    expect(lost(assignment, odd).used).toEqual({ usd: 1, tokens: 1000 });
});

test('BEYOND-10 what is called off before any machine had it costs nothing', () => {
  expect(neverBegun(assignment)).toMatchObject({ trouble: 'stall', used: { usd: 0, tokens: 0 } });
});
