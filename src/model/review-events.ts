import {
  decimal,
  exactly,
  type Infer,
  listOf,
  mapOf,
  nullable,
  oneOf,
  optional,
  text,
  truth,
  variants,
  whole,
} from '../schema/shape.ts';
import { severities } from './severity.ts';

/** Facts of the reviews of one branch, in the past tense. They fold into where its review stands. */
const stamp = { v: exactly(1), seq: whole(1), at: whole() };
const commit = text({ pattern: /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/ });
const count = whole();
const words = text({ most: 4000 });
const used = mapOf({ usd: decimal(0), tokens: decimal(0) });
const assigned = { run: whole(1), round: whole(1), try: count, commit };
const ended = { run: whole(1), used };

const outcome = {
  critical: count,
  important: count,
  minor: count,
  /** Findings at or above the gate. */
  mustFix: count,
  setAside: count,
  /** Must-fix findings of the round before that are gone, and ones that came with its fix. */
  fixed: count,
  induced: count,
  document: nullable(text()),
};

export const reviewChoices = ['manual', 'accept', 'retry'] as const;

/** What a person may answer when the rounds are used up (LOOP-06). */
export type ReviewChoice = (typeof reviewChoices)[number];

export const ReviewEventSchema = variants('type', [
  mapOf({
    ...stamp,
    type: exactly('review_opened'),
    /** Hash of what judges it, as kept with the records. */
    inputs: text(),
    branch: text(),
    base: text(),
    from: commit,
    head: commit,
    rounds: whole(1, 5),
    fix: truth(),
    failOn: oneOf(severities),
  }),
  mapOf({
    ...stamp,
    type: exactly('reviewer_dispatched'),
    ...assigned,
    /** Which of several reviewers of the round it is, from 0, the one that is not said. */
    seat: optional(count),
  }),
  mapOf({
    ...stamp,
    /** What the round comes to with every reviewer heard so far. */
    type: exactly('reviewer_answered'),
    ...ended,
    verdict: oneOf(['clean', 'unclean']),
    ...outcome,
  }),
  mapOf({
    ...stamp,
    type: exactly('reviewer_failed'),
    ...ended,
    because: words,
    final: truth(),
  }),
  mapOf({ ...stamp, type: exactly('fixer_dispatched'), ...assigned }),
  mapOf({
    ...stamp,
    type: exactly('fixer_delivered'),
    ...ended,
    commit,
    commits: listOf(commit),
    /** Files that the fixer changed and that were put back, for they are protected. */
    putBack: optional(listOf(text({ most: 200 }), { most: 1000 })),
  }),
  mapOf({ ...stamp, type: exactly('fixer_failed'), ...ended, because: words, final: truth() }),
  mapOf({ ...stamp, type: exactly('fix_taken'), commit, ref: text() }),
  /** The branch is no longer where the review left it: nothing that was said is about it. */
  mapOf({ ...stamp, type: exactly('review_stale'), was: commit, is: text() }),
  mapOf({ ...stamp, type: exactly('review_escalated'), round: count, because: words }),
  mapOf({
    ...stamp,
    type: exactly('review_decided'),
    choice: oneOf(reviewChoices),
    by: text({ most: 200 }),
    why: words,
  }),
  mapOf({
    ...stamp,
    type: exactly('review_ended'),
    status: oneOf(['clean', 'unclean', 'blocked', 'accepted', 'unknown']),
    because: words,
    /** Because the money was gone, and not because of what was found. */
    limit: truth(),
  }),
]);

export type ReviewEvent = Infer<typeof ReviewEventSchema>;

type WithoutPlace<E> = E extends unknown ? Omit<E, 'seq' | 'at' | 'v'> : never;

/** An event before it has its number and time. */
export type ReviewDraft = WithoutPlace<ReviewEvent>;
