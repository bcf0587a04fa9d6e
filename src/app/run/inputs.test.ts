import { expect, test } from 'vitest';

import { silentCaller } from '../../../test/support/caller.ts';
import { budgetFlags } from './inputs.ts';

function callWith(options: Readonly<Record<string, string>>) {
  return { operands: [], options, json: false, io: silentCaller({ USER: 'ada' }, '/') };
}

test('a budget is digits: an empty word is no budget of 0, and every wrong one is named with its flag', () => {
  expect(budgetFlags(callWith({ budget: '2.50', budgetTokens: '1000' }))).toEqual({
    usd: 2.5,
    tokens: 1000,
    by: 'ada',
  });
  expect(budgetFlags(callWith({ budget: '0' }))).toMatchObject({ usd: 0, tokens: null });
  for (const [text, usd] of [
    ['.5', 0.5],
    ['5.', 5],
  ] as const)
    expect(budgetFlags(callWith({ budget: text }))).toMatchObject({ usd });
  expect(budgetFlags(callWith({}))).toBeUndefined();
  for (const wrong of ['', ' ', '.', '-1', '1e3', '0x10', 'Infinity', 'five'])
    expect(() => budgetFlags(callWith({ budget: wrong, budgetTokens: '1.5' }))).toThrow(
      `--budget is a number of at least 0, not "${wrong}"; --budget-tokens is a whole number of at least 0, not "1.5"`,
    );
});
