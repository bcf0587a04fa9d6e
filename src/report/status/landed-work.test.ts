import { expect, test } from 'vitest';

import { direct } from '../../../test/support/director.ts';
import { statusText, type StatusOptions } from './status-text.ts';

const options: StatusOptions = {
  titles: new Map(),
  word: 'completed',
  exitCode: 0,
  elapsed: null,
  epicBranch: 'epic/told',
  enforcement: 'enforced',
  notes: [],
  face: { width: 100, ascii: false, paint: (_, text) => text },
  now: 0,
  only: undefined,
};

test('REAL-04 status says where landed work is and the next command, until the base is there', () => {
  const stage = direct({ tickets: ['A'] });
  stage.drive('A', 'land');
  stage.pass('A');
  const state = stage.state();
  const text = statusText(state, options);
  expect(text).toContain(`\n  landed: 1 ticket on branch epic/told at ${state.tip.slice(0, 8)}\n`);
  expect(text).toMatch(/\nnext: .*gauntlet merge \S+\n$/);
  const merged = statusText(state, { ...options, mergedInto: 'main' });
  expect(merged).toContain(`at ${state.tip.slice(0, 8)}, merged into main\n`);
  expect(merged).not.toContain('next:');
  expect(statusText(direct({ tickets: ['A'] }).state(), { ...options, word: 'running' })).not.toContain(
    'landed:',
  );
});
