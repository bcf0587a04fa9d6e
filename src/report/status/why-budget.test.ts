import { expect, test } from 'vitest';

import { direct } from '../../../test/support/director.ts';
import { headline } from '../../model/outcome.ts';
import { runOutcome } from '../outcome.ts';
import { whyWords } from './status-text.ts';
import { whyOf } from './why.ts';

test('BEYOND-10 a run that stopped at its budget says so: in its headline, beside the ticket, and as the reason why', () => {
  const stage = direct({ tickets: ['A'] }, { maxParallel: 0 });
  stage.record({ type: 'run_ended', v: 1, status: 'limit', because: '' });
  const state = stage.state();
  const budget = 'the remaining budget is too small for the waiting work';
  expect(headline(runOutcome(state, 'limit'))).toContain(budget);
  expect(whyWords(state, stage.job('A'), 0)).toBe('waiting for a larger budget');
  const places = { developers: 1, judges: 1, checks: 1, lander: 1 };
  const reasons = whyOf(state, stage.job('A'), {
    now: 0,
    held: false,
    places,
    budget: { usd: 1, tokens: null },
  });
  expect(reasons[0]).toEqual({ kind: 'budget', text: budget, next: 'gauntlet resume told --budget USD' });
});
