import { expect, test } from 'vitest';

import { errorCodes } from './error.ts';
import { exitCodeOf, exitCodesText } from './exit-codes.ts';

test('every error leaves with the code that users were promised', () => {
  expect(Object.fromEntries(errorCodes.map((code) => [code, exitCodeOf(code)]))).toEqual({
    USAGE_INVALID: 2,
    FILE_UNREADABLE: 2,
    FILE_TOO_LARGE: 2,
    PLAN_INVALID: 2,
    CONFIG_INVALID: 2,
    INPUT_INVALID: 2,
    TRANSITION_ILLEGAL: 70,
    STATE_CONFLICT: 6,
    JOURNAL_DAMAGED: 6,
    AGENT_UNAVAILABLE: 5,
    ENVIRONMENT_UNFIT: 5,
    LIMIT_REACHED: 4,
    BUG: 70,
  });
});

test('help shows every exit code with its meaning', () => {
  expect(exitCodesText().split('\n')).toEqual([
    'Exit codes:',
    '  0    passed',
    '  1    failed: problems were found, even if other results are unknown',
    '  2    usage or configuration',
    '  3    needs your decision',
    '  4    limit reached (budget, time)',
    '  5    environment (agent, git, provider, Node, a check red at base)',
    '  6    state conflict (another run is using it)',
    '  70   a bug in gauntlet',
    '  130  interrupted, resumable (143 when terminated)',
  ]);
});
