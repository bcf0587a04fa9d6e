import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { type AssignmentEvent, type Draft, type Event, isAssignment } from '../model/events.ts';
import { evolve, initialState, reviewIn } from '../state/index.ts';
import type { ReviewState, State } from '../state/index.ts';
import { decide } from './decide.ts';
import { defaultPolicy } from './policy.ts';

const policy = { ...defaultPolicy, agentTries: 2, waitForPeople: true };
const used = { usd: 0, tokens: 0 };
const commits = Array.from({ length: 12 }, (_, nth) => nth.toString(16).repeat(40));
const open = (fix: boolean, reviewers = 1): Draft => ({
  type: 'review_opened',
  v: 1,
  ticket: 'review:1',
  inputs: 'x',
  branch: 'b',
  base: 'main',
  from: commits[0] ?? '',
  head: commits[1] ?? '',
  rounds: 3,
  reviewers,
  fix,
  failOn: 'HIGH',
});

type Act = 'clean' | 'unclean' | 'worse' | 'failed' | 'final' | 'nothing' | 'retry' | 'accept' | 'manual';

const after = (state: State, draft: Draft): State => evolve(state, { ...draft, seq: state.seq + 1, at: 0 });

function standing(state: State): ReviewState {
  const review = reviewIn(state);
  if (review === undefined) throw new Error('there is no review');
  return review;
}

/** Plays a review: each act answers whatever is asked next. Answers where it stands and what was recorded. */
function play(
  acts: readonly Act[],
  fix = true,
  reviewers = 1,
): { readonly state: ReviewState; readonly told: readonly string[] } {
  let state = initialState;
  let awaited: AssignmentEvent | null = null;
  const told: string[] = [];
  const append = (draft: Draft): void => {
    state = after(state, draft);
    told.push(draft.type);
    const event = { ...draft, seq: state.seq, at: 0 } as Event;
    awaited = isAssignment(event) ? event : null;
  };
  append(open(fix, reviewers));
  let taken = 1;
  for (let turn = 0; standing(state).ended === null;) {
    if (told.length > 400) throw new Error('it does not end');
    const [draft] = decide(state, policy);
    const at = awaited as AssignmentEvent | null;
    if (draft !== undefined) append(draft);
    else if (at?.stage === 'land')
      append({ ...ended(at), type: 'fix_taken', commit: at.commit ?? '', ref: 'refs/heads/b' });
    else {
      const act = acts[turn++];
      if (act === undefined) break;
      const answer = answerTo(standing(state), at, act, commits[taken + 1] ?? '');
      if (answer.type === 'fixer_delivered' && answer.commit !== standing(state).head) taken += 1;
      append(answer);
    }
  }
  return { state: standing(state), told };
}

const ended = ({ ticket, run }: AssignmentEvent) => ({ v: 1, ticket, run, used }) as const;

function answerTo(state: ReviewState, at: AssignmentEvent | null, act: Act, fresh: string): Draft {
  if (at === null) {
    const choice = act === 'retry' || act === 'accept' ? act : 'manual';
    const { job: ticket, question } = state;
    return { type: 'decision_answered', v: 1, ticket, question: question ?? 0, choice, by: 'ada', why: 'so' };
  }
  const isTrouble = act === 'failed' || act === 'final';
  const trouble = { ...ended(at), because: 'it crashed', final: act === 'final' };
  if (at.type === 'fixer_dispatched') {
    if (isTrouble) return { type: 'fixer_failed', ...trouble };
    const commit = act === 'nothing' ? state.head : fresh;
    return { type: 'fixer_delivered', ...ended(at), commit, commits: [commit] };
  }
  if (isTrouble) return { type: 'reviewer_failed', ...trouble };
  const mustFix = act === 'clean' ? 0 : 2;
  return {
    type: 'reviewer_answered',
    ...ended(at),
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
  expect([state.round, state.question !== null, state.options]).toEqual([5, true, ['manual', 'accept']]);
  // What is not offered is not an answer: it still asks.
  expect(endOf([...acts, 'retry'])).toEqual([null, 5, 4]);
  expect(endOf([...acts, 'retry', 'manual'])).toEqual(['blocked', 5, 4]);
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
  const begun = after(initialState, open(true));
  const sent = decide(begun, policy)[0] as Draft & AssignmentEvent;
  const asked = after(begun, sent);
  const answer = answerTo(standing(asked), sent, 'unclean', '');
  const once = after(asked, answer);
  expect(standing(after(once, answer))).toEqual(standing(once));
  expect(standing(after(asked, { ...answer, run: 99 } as Draft))).toEqual(standing(asked));
  const poor = { ...policy, budget: { usd: 0, tokens: null } };
  expect(decide(begun, poor)).toMatchObject([{ type: 'review_ended', status: 'unknown', limit: true }]);
});

test('the next review of the branch has its own money, and nothing of the one before it is waited for', () => {
  const begun = after(initialState, open(true));
  const sent = decide(begun, policy)[0] as Draft & AssignmentEvent;
  const asked = after(begun, sent);
  const over = { status: 'unknown', because: 'another one was asked for', limit: false } as const;
  const again = after(after(asked, { type: 'review_ended', v: 1, ticket: 'review:1', ...over }), {
    ...open(true),
    ticket: 'review:2',
  } as Draft);
  const late = after(again, {
    ...answerTo(standing(asked), sent, 'clean', ''),
    used: { usd: 9, tokens: 9 },
  } as Draft);
  expect([late.spent, late.reserved, late.running, late.ignored]).toEqual([used, used, 0, 1]);
  expect(decide(late, policy)).toMatchObject([{ type: 'reviewer_dispatched', ticket: 'review:2', run: 2 }]);
});
