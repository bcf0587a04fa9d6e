import { expect, test } from 'vitest';

import { exitCodes } from '../../model/exit-codes.ts';
import type { Interrupts } from '../../project/interrupts.ts';
import { innerOf } from './between-changes.ts';
import type { LabelledFile } from './material.ts';
import { reviewAll } from './review-all.ts';
import { canPay, lesserOf, type LabelledReview, notMeasured, usedUp } from './review-labelled.ts';

const labelled = (id: string): LabelledFile => ({
  folder: '',
  change: {
    id,
    title: id,
    purpose: null,
    source: null,
    comments: [],
    change: { kind: 'texts', base: {}, head: {} },
  },
});

const changes = ['a', 'b', 'c', 'd'].map(labelled);

/** Asks for 0.25 each where that is left; `known` are on record. */
function reviewer(known: readonly string[] = []) {
  const lefts: (number | null)[] = [];
  return {
    lefts,
    review: async ({ change }: LabelledFile, left: number | null): Promise<LabelledReview> => {
      lefts.push(left);
      const isRecorded = known.includes(change.id);
      if (!isRecorded && !canPay(left, 0.25)) return Promise.resolve(notMeasured(change, usedUp));
      const reviewed = { change, findings: [], because: null, spent: { usd: 0.25, tokens: 0 } };
      return Promise.resolve({ reviewed, judge: null, stopped: null, isRecorded });
    },
  };
}

const ways = { begin: () => undefined, stop: () => null };

test('each review may spend what is left of the budget, and the budget is not overrun by what is known to cost more', async () => {
  const { review, lefts } = reviewer();
  const all = await reviewAll(changes, { ...ways, budget: 0.6, review });
  expect(lefts.map((left) => left?.toFixed(2))).toEqual(['0.60', '0.35', '0.10', '0.10']);
  expect(all).toMatchObject({ paid: 0.5, recorded: 0, stopped: exitCodes.limit });
  expect(all.measured.map(({ reviewed }) => reviewed.because)).toEqual([null, null, usedUp, usedUp]);
  const whole = await reviewAll(changes, { ...ways, budget: 1, review: reviewer().review });
  expect(whole).toMatchObject({ paid: 1, stopped: null });
});

test('what is on record costs nothing: it is there also when the budget is used up or nothing', async () => {
  const late = await reviewAll(changes, { ...ways, budget: 0.25, review: reviewer(['c', 'd']).review });
  expect(late).toMatchObject({ paid: 0.25, recorded: 2, stopped: exitCodes.limit });
  const known = reviewer(['a', 'b', 'c', 'd']);
  const free = await reviewAll(changes, { ...ways, budget: 0, review: known.review });
  expect(free).toMatchObject({ paid: 0, recorded: 4, stopped: null });
});

test('a change that was asked about and not answered because the money was gone ends with the limit', async () => {
  const review = async ({ change }: LabelledFile): Promise<LabelledReview> => {
    const { reviewed, ...rest } = notMeasured(change, 'cut off');
    return Promise.resolve({ ...rest, reviewed: { ...reviewed, spent: { usd: 0.3, tokens: 0 } } });
  };
  expect(await reviewAll([labelled('a')], { ...ways, budget: 0.3, review })).toMatchObject({
    paid: 0.3,
    stopped: exitCodes.limit,
  });
});

test('the smaller bound binds, and none is none', () => {
  expect([lesserOf(5, 0.2), lesserOf(0.1, 0.2), lesserOf(null, 0.2), lesserOf(5, null)]).toEqual([
    0.2, 0.1, 0.2, 5,
  ]);
  expect([lesserOf(null, null), lesserOf(undefined, 0)]).toEqual([null, 0]);
  expect([canPay(null, 9), canPay(0, null), canPay(0.1, null), canPay(0.1, 0.2), canPay(0.2, 0.2)]).toEqual([
    true,
    false,
    true,
    false,
    true,
  ]);
});

test('the first interrupt lets the change in hand be finished and ends it there; the second reaches its review', async () => {
  const [drain, kill] = [new AbortController(), new AbortController()];
  const outer: Interrupts = {
    drain: drain.signal,
    kill: kill.signal,
    signal: () => 'SIGINT',
    close: () => undefined,
  };
  const inner = innerOf(outer);
  const { review } = reviewer();
  const all = await reviewAll(changes, {
    ...ways,
    budget: null,
    stop: () => (drain.signal.aborted ? exitCodes.interrupted : null),
    async review(each, left) {
      if (each.change.id === 'b') drain.abort();
      return await review(each, left);
    },
  });
  expect([inner.drain.aborted, inner.kill.aborted, inner.signal()]).toEqual([false, false, undefined]);
  expect(all).toMatchObject({ paid: 0.5, stopped: exitCodes.interrupted });
  expect(all.measured.map(({ reviewed }) => reviewed.because)).toEqual([
    null,
    null,
    'interrupted',
    'interrupted',
  ]);
  kill.abort();
  expect([inner.drain.aborted, inner.kill.aborted, inner.signal()]).toEqual([true, true, 'SIGINT']);
});
