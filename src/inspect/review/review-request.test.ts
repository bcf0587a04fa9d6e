import { expect, test } from 'vitest';

import { silentCaller } from '../../../test/support/caller.ts';
import { reviewRequestOf } from './review-request.ts';

function wish(operands: readonly string[], options: Readonly<Record<string, unknown>> = {}) {
  return reviewRequestOf({ operands, options, json: false, io: silentCaller() });
}

test.each([
  [[], {}, { head: null, base: null, part: 'commits' }],
  [['feature'], {}, { head: 'feature', base: null, part: 'commits' }],
  [['feature'], { base: 'release' }, { head: 'feature', base: 'release', part: 'commits' }],
  [['v1..v2'], {}, { head: 'v2', base: 'v1', part: 'commits' }],
  [['v1...v2'], {}, { head: 'v2', base: 'v1', part: 'commits' }],
  [['HEAD~3..'], {}, { head: null, base: 'HEAD~3', part: 'commits' }],
  [['..feature'], {}, { head: 'feature', base: 'HEAD', part: 'commits' }],
  [[], { staged: true }, { head: null, base: null, part: 'staged' }],
  [[], { uncommitted: true, base: 'main' }, { head: null, base: 'main', part: 'uncommitted' }],
])('LOOP-01 what is reviewed may be any branch, range or work: %s %o', (operands, options, asked) => {
  expect(wish(operands, options).asked).toEqual(asked);
});

test.each([
  [['..'], {}],
  [['a..b'], { base: 'main' }],
  [[], { staged: true, uncommitted: true }],
  [[], { fix: true, agents: false }],
  [[], { fix: true, staged: true }],
  [[], { rounds: '6' }],
  [[], { post: true }],
  [[], { pr: '0' }],
])('LOOP-01 what contradicts itself is refused before anything is looked at: %s %o', (operands, options) => {
  expect(() => wish(operands, options)).toThrow(expect.objectContaining({ code: 'USAGE_INVALID' }) as Error);
});
