import { expect, test } from 'vitest';
import { direct } from '../../test/support/director.ts';
import type { Director } from '../../test/support/director.ts';
import { chronicleOf } from './chronicle.ts';
import { costOf, costText } from './cost.ts';
import type { CostGroup, CostValue } from './cost.ts';

const meter = { usd: 'said', tokens: 'said', tokensIn: 8, tokensOut: 2, model: 'm-1' } as const;

/** A developer that was metered, a critic that was estimated, and an auditor at work. */
function aRun(): Director {
  const stage = direct({ tickets: ['A'] });
  stage.answer('A', 'developer_ready_for_review', { used: { usd: 1.5, tokens: 10 }, meter });
  stage.pass('A');
  const silent = { ...meter, usd: 'estimated', tokens: 'unknown', tokensIn: null, tokensOut: null } as const;
  stage.answer('A', 'critic_pass', { used: { usd: 0.3, tokens: 0 }, meter: { ...silent, model: null } });
  return stage;
}

function costBy(stage: Director, by: CostGroup, usd: number | null = 5): CostValue {
  const { spent, reserved } = stage.state();
  return costOf(chronicleOf(stage.journal), by, { spent, reserved, budget: { usd, tokens: null } });
}

test('TEAM-16 what was used is told by role, ticket, attempt, stage and model, the dearest first', () => {
  const stage = aRun();
  const names = (by: CostGroup) => costBy(stage, by).rows.map(({ name, usd }) => [name, usd]);
  expect(names('role')).toEqual([
    ['developer', 1.5],
    ['critic', 0.3],
  ]);
  expect(names('ticket')).toEqual([['A', 1.8]]);
  expect(names('attempt')).toEqual([['A 1', 1.8]]);
  expect(names('stage')).toEqual([
    ['develop', 1.5],
    ['review', 0.3],
  ]);
  expect(names('model')).toEqual([
    ['m-1', 1.5],
    ['unknown', 0.3],
  ]);
});

test('TEAM-16 metered and estimated are told apart, and what is reserved is not left', () => {
  const stage = aRun();
  const value = costBy(stage, 'role');
  expect(value.total).toMatchObject({ runs: 2, tokensIn: 8, tokensOut: 2, estimatedUsd: 0.3, silent: 0 });
  expect(value).toMatchObject({ running: 1, budget: { usd: 5 } });
  expect(value.left.usd).toBeCloseTo(5 - 1.8 - stage.state().reserved.usd);
  expect(costText(value, 'list prices')).toBe(
    [
      'role       runs  tokens in  tokens out  tokens  dollars  estimated',
      'developer     1          8           2      10    $1.50',
      'critic        1          -           -       0    $0.30      $0.30',
      'total         2          8           2      10    $1.80      $0.30',
      'estimated: an estimate was charged, because the agent did not report its usage',
      'budget $5.00: $2.90 left, plus $0.30 reserved for running agents',
      '1 run still running',
      '',
    ].join('\n'),
  );
});

test('TEAM-16 a budget that was passed by the last calls says by how much, and unknown is not zero', () => {
  const stage = aRun();
  expect(costText(costBy(stage, 'role', 1), '')).toContain('budget $1.00: -$1.10 left');
  const unknown = direct({ tickets: ['A'] });
  unknown.answer('A', 'developer_ready_for_review', { meter: { ...meter, usd: 'unknown' } });
  const text = costText(costBy(unknown, 'role', null), '');
  expect(text).toMatch(/^developer +1 +8 +2 +0 +-$/m);
  expect(text).toContain('1 run of unknown cost');
  expect(costText(costBy(direct({ tickets: ['A'] }), 'role'), '')).toBe(
    'No agent has finished a run yet. 1 run still running\n',
  );
});

test('TEAM-16 names of models come from agents and cannot write to the terminal', () => {
  const stage = direct({ tickets: ['A'] });
  const hostile = { ...meter, model: 'x\u001b[31m\nbudget $0' };
  stage.answer('A', 'developer_ready_for_review', { used: { usd: 1, tokens: 10 }, meter: hostile });
  expect(costText(costBy(stage, 'model', null), '').split('\n')).toHaveLength(4);
  expect(costText(costBy(stage, 'model', null), '')).not.toContain('\u001b');
});
