import { expect, test } from 'vitest';

import type { ReviewInputs, RunRecords } from '../../run/index.ts';
import { evolve, initialState, reviewIn, type ReviewState } from '../../state/index.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import { resultOf } from './result.ts';

const [reviewed, fixed] = ['a', 'b'].map((letter) => letter.repeat(40)) as [string, string];
const inputs = {
  branch: 'feature',
  base: { name: 'main', found: 'main', commit: reviewed },
  dimensions: [],
  config: { review: { coverage: null } },
} as unknown as ReviewInputs;

const begun = reviewIn(
  evolve(initialState, {
    type: 'review_opened',
    v: 1,
    seq: 1,
    at: 0,
    ticket: 'review:1',
    inputs: '',
    branch: 'feature',
    base: 'main',
    from: reviewed,
    head: reviewed,
    rounds: 3,
    reviewers: 1,
    fix: true,
    failOn: 'HIGH',
  }),
) as ReviewState;

test.each([
  ['clean', fixed, 'clean', exitCodes.passed],
  ['accepted', fixed, 'accepted', exitCodes.passed],
  ['clean', reviewed, 'blocked', exitCodes.person],
  ['accepted', reviewed, 'blocked', exitCodes.person],
] as const)(
  'LOOP-02 %s holds only for a branch that has the fixes: at %s it is %s',
  async (ended, branchAt, status, exitCode) => {
    const state = {
      ...begun,
      head: fixed,
      commits: [fixed],
      ref: 'refs/gauntlet/review/feature',
      ended: {
        type: 'review_ended',
        v: 1,
        seq: 9,
        at: 0,
        ticket: 'review:1',
        status: ended,
        because: '',
        limit: false,
      },
    } satisfies ReviewState;
    const result = await resultOf(state, { get: async () => undefined } as unknown as RunRecords, {
      inputs,
      notes: [],
      branchAt,
    });
    expect([result.status, result.exitCode]).toEqual([status, exitCode]);
  },
);

test.each([
  [[fixed], null, ['the coverage of the fixes was not measured: review.coverage is not set']],
  [[fixed], { run: 'cover', floor: 80 }, []],
  [[], null, []],
] as const)(
  'LOOP-05 004#13 with commits %j and review.coverage %j the notes are %j',
  async (commits, coverage, notes) => {
    const config = { review: { coverage } } as unknown as ReviewInputs['config'];
    const records = { get: async () => undefined } as unknown as RunRecords;
    const told = { inputs: { ...inputs, config }, notes: [] };
    expect((await resultOf({ ...begun, commits }, records, told)).notes).toEqual(notes);
  },
);

test.each([null, { type: 'review_ended', status: 'blocked', because: 'mine', limit: false }])(
  'FOUND-01 004#9 a review that a person takes over is blocked before and after it ends: %j',
  async (ended) => {
    const choice = { choice: 'manual', by: 'ada', why: 'mine' };
    const records = { get: async () => undefined } as unknown as RunRecords;
    const state = { ...begun, ended, choice, question: null } as unknown as ReviewState;
    expect(await resultOf(state, records, { inputs, notes: [] })).toMatchObject({
      status: 'blocked',
      exitCode: 3,
      outcome: { verdict: 'blocked', word: 'BLOCKED', because: 'blocked for a manual fix by ada: mine' },
    });
  },
);
