import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { ReviewDraft, ReviewEvent } from '../model/review-events.ts';
import { evolveReview, noReview, type ReviewState } from './loop.ts';
import { nextStep } from './next-step.ts';
import { reviewOptions } from './rounds.ts';

const policy = { agentTries: 2, budget: { usd: null, tokens: null }, reviewers: 1 };
const used = { usd: 0, tokens: 0 };
const commits = Array.from({ length: 12 }, (_, nth) => nth.toString(16).repeat(40));
const open = (fix: boolean): ReviewDraft => ({
  type: 'review_opened',
  inputs: 'x',
  branch: 'b',
  base: 'main',
  from: commits[0] ?? '',
  head: commits[1] ?? '',
  rounds: 3,
  fix,
  failOn: 'HIGH',
});

type Act = 'clean' | 'unclean' | 'worse' | 'failed' | 'final' | 'nothing' | 'retry' | 'accept' | 'manual';

/** Plays a review: each act answers whatever is asked next. Answers the state and what was recorded. */
function play(
  acts: readonly Act[],
  fix = true,
  reviewers = 1,
): { readonly state: ReviewState; readonly told: readonly string[] } {
  let state = noReview;
  const rules = { ...policy, reviewers };
  const told: string[] = [];
  const append = (draft: ReviewDraft): void => {
    state = evolveReview(state, { ...draft, v: 1, seq: state.seq + 1, at: 0 });
    told.push(draft.type);
  };
  append(open(fix));
  let taken = 1;
  for (let step = nextStep(state, rules), turn = 0; step.kind !== 'over'; step = nextStep(state, rules)) {
    if (told.length > 400) throw new Error('it does not end');
    if (step.kind === 'record') append(step.draft);
    else if (step.kind === 'take') append({ type: 'fix_taken', commit: step.commit, ref: 'refs/heads/b' });
    else {
      const act = acts[turn++];
      if (act === undefined) break;
      const draft = answerTo(state, act, commits[taken + 1] ?? '');
      if (draft.type === 'fixer_delivered' && draft.commit !== state.head) taken += 1;
      append(draft);
    }
  }
  return { state, told };
}

function answerTo(state: ReviewState, act: Act, fresh: string): ReviewDraft {
  const run = state.at?.run ?? 0;
  if (state.at === null) {
    const choice = act === 'retry' || act === 'accept' ? act : 'manual';
    return { type: 'review_decided', choice, by: 'ada', why: 'so' };
  }
  const isTrouble = act === 'failed' || act === 'final';
  const trouble = { run, used, because: 'it crashed', final: act === 'final' };
  if (state.at.role === 'fixer') {
    if (isTrouble) return { type: 'fixer_failed', ...trouble };
    const commit = act === 'nothing' ? state.head : fresh;
    return { type: 'fixer_delivered', run, used, commit, commits: [commit] };
  }
  if (isTrouble) return { type: 'reviewer_failed', ...trouble };
  const mustFix = act === 'clean' ? 0 : 2;
  return {
    type: 'reviewer_answered',
    run,
    used,
    verdict: mustFix === 0 ? 'clean' : 'unclean',
    critical: 0,
    important: mustFix,
    minor: 1,
    mustFix,
    setAside: 0,
    fixed: 1,
    induced: act === 'worse' ? 2 : 0,
    document: null,
  };
}

const endOf = (acts: readonly Act[], fix = true) => {
  const { state, told } = play(acts, fix);
  const count = (type: string): number => told.filter((each) => each === type).length;
  return [state.ended?.status ?? null, count('reviewer_dispatched'), count('fixer_dispatched')];
};

test.each<[string, readonly Act[], readonly unknown[]]>([
  ['clean at round 1', ['clean'], ['clean', 1, 0]],
  ['clean at round 3', ['unclean', 'clean', 'unclean', 'clean', 'clean'], ['clean', 3, 2]],
  ['escalates at 3', ['unclean', 'clean', 'unclean', 'clean', 'unclean'], [null, 3, 2]],
  ['a', ['unclean', 'clean', 'unclean', 'clean', 'unclean', 'manual'], ['blocked', 3, 2]],
  ['b', ['unclean', 'clean', 'unclean', 'clean', 'unclean', 'accept'], ['accepted', 3, 2]],
  ['c', ['unclean', 'clean', 'unclean', 'clean', 'unclean', 'retry', 'clean', 'clean'], ['clean', 4, 3]],
  ['trouble twice, then an answer', ['failed', 'failed', 'clean'], ['clean', 3, 0]],
  ['trouble three times', ['failed', 'failed', 'failed'], ['unknown', 3, 0]],
  ['an agent that is not there', ['final'], ['unknown', 1, 0]],
  ['fixing makes it worse', ['unclean', 'clean', 'worse'], [null, 2, 1]],
  ['a fixer that changes nothing', ['unclean', 'nothing'], [null, 1, 1]],
  ['a fixer that fails three times', ['unclean', 'failed', 'failed', 'failed'], [null, 1, 3]],
])('LOOP-04 LOOP-06 %s', (_, acts, end) => {
  expect(endOf(acts)).toEqual(end);
});

test.each<[string, readonly Act[], readonly unknown[]]>([
  ['all three have to say so', ['clean', 'clean', 'clean'], ['clean', 3, 0]],
  ['two of three are not enough', ['clean', 'clean'], [null, 3, 0]],
  ['the last one decides against it', ['clean', 'clean', 'unclean'], ['unclean', 3, 0]],
  ['one that cannot be asked is no clean bill', ['clean', 'final'], ['unknown', 2, 0]],
  [
    'one that never answers is none either',
    ['clean', 'clean', 'failed', 'failed', 'failed'],
    ['unknown', 5, 0],
  ],
  ['what one wants fixed holds without the others', ['unclean', 'final'], ['unclean', 2, 0]],
])('TEAM-28 LOOP-04 of three reviewers %s', (_, acts, end) => {
  const { state, told } = play(acts, false, 3);
  const asked = told.filter((type) => type === 'reviewer_dispatched').length;
  expect([state.ended?.status ?? null, asked, state.answers.length - 1]).toEqual(end);
});

test('LOOP-04 without --fix the first unclean answer is the end', () => {
  expect(endOf(['unclean'], false)).toEqual(['unclean', 1, 0]);
});

test('LOOP-06 at the hard cap one more round is not offered and not given', () => {
  const more: readonly Act[] = ['unclean', 'clean'];
  const acts: readonly Act[] = [
    ...more,
    ...more,
    'unclean',
    'retry',
    'clean',
    'unclean',
    'retry',
    'clean',
    'unclean',
  ];
  const { state } = play(acts);
  expect([state.round, state.question !== null, reviewOptions(state)]).toEqual([
    5,
    true,
    ['manual', 'accept'],
  ]);
  expect(endOf([...acts, 'retry'])).toEqual(['blocked', 5, 4]);
});

test('LOOP-04 LOOP-06 whatever agents and people do it ends within five rounds, and clean only on a clean answer', () => {
  const act = fc.constantFrom<Act>(
    'clean',
    'unclean',
    'worse',
    'failed',
    'final',
    'nothing',
    'retry',
    'accept',
    'manual',
  );
  fc.assert(
    fc.property(
      fc.array(act, { maxLength: 60 }),
      fc.boolean(),
      fc.integer({ min: 1, max: 5 }),
      (acts, fix, reviewers) => {
        const tail = Array.from<Act>({ length: 60 }).fill('unclean');
        const { state, told } = play([...acts, ...tail], fix, reviewers);
        expect(state.round).toBeLessThanOrEqual(5);
        const asked = told.filter((type) => type === 'reviewer_dispatched').length;
        expect(asked).toBeLessThanOrEqual(15 * reviewers);
        const last = state.answers.at(-1);
        const isFalse =
          state.ended?.status === 'clean' &&
          (last?.mustFix !== 0 || last.commit !== state.head || state.heard < reviewers);
        expect(isFalse).toBe(false);
        expect(state.ended !== null || state.question !== null).toBe(true);
      },
    ),
  );
});

test('a late or doubled result changes nothing, and the budget ends it before another agent starts', () => {
  const { state } = play(['unclean'], false);
  const late = { ...answerTo({ ...state, at: null }, 'manual', ''), v: 1, seq: 99, at: 0 } as ReviewEvent;
  expect({ ...evolveReview(state, late), seq: 0 }).toEqual({ ...state, seq: 0 });
  const poor = { ...policy, budget: { usd: 0, tokens: null } };
  const begun = evolveReview(noReview, { ...open(true), v: 1, seq: 1, at: 0 });
  expect(nextStep(begun, poor)).toMatchObject({
    draft: { type: 'review_ended', status: 'unknown', limit: true },
  });
});
