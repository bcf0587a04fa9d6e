import { expect, test } from 'vitest';

import { costWords } from './cost.ts';

const usd = (amount: number) => ({ usd: amount, tokens: 0 });

test.each([
  [0, 0, 'cost $0'],
  [2, 0, 'cost $2.00'],
  [1.3, 1.3, 'cost not reported by the agents ($1.30 charged to the budget by estimate)'],
  [2, 0.3, 'cost $1.70 reported, $0.30 charged to the budget by estimate'],
])('TEAM-16 of $%d spent, $%d estimated: %s', (spent, estimated, words) => {
  expect(costWords({ spent: usd(spent), estimated: usd(estimated) })).toBe(words);
});
