import { z } from 'zod';

import { severities } from './severity.ts';

/** Facts of the reviews of one branch, in the past tense. They fold into where its review stands. */
const stamp = { v: z.literal(1), seq: z.int().min(1), at: z.int().min(0) };
const commit = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);
const count = z.int().min(0);
const text = z.string().max(4000);
const used = z.strictObject({ usd: z.number().min(0), tokens: z.number().min(0) }).readonly();
const assigned = { run: z.int().min(1), round: z.int().min(1), try: count, commit };
const ended = { run: z.int().min(1), used };

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
  document: z.string().nullable(),
};

export const reviewChoices = ['manual', 'accept', 'retry'] as const;

/** What a person may answer when the rounds are used up (LOOP-06). */
export type ReviewChoice = (typeof reviewChoices)[number];

export const ReviewEventSchema = z.discriminatedUnion('type', [
  z.strictObject({
    ...stamp,
    type: z.literal('review_opened'),
    /** Hash of what judges it, as kept with the records. */
    inputs: z.string(),
    branch: z.string(),
    base: z.string(),
    from: commit,
    head: commit,
    rounds: z.int().min(1).max(5),
    fix: z.boolean(),
    failOn: z.enum(severities),
  }),
  z.strictObject({
    ...stamp,
    type: z.literal('reviewer_dispatched'),
    ...assigned,
    /** Which of several reviewers of the round it is, from 0, the one that is not said. */
    seat: count.optional(),
  }),
  z.strictObject({
    ...stamp,
    /** What the round comes to with every reviewer heard so far. */
    type: z.literal('reviewer_answered'),
    ...ended,
    verdict: z.enum(['clean', 'unclean']),
    ...outcome,
  }),
  z.strictObject({
    ...stamp,
    type: z.literal('reviewer_failed'),
    ...ended,
    because: text,
    final: z.boolean(),
  }),
  z.strictObject({ ...stamp, type: z.literal('fixer_dispatched'), ...assigned }),
  z.strictObject({
    ...stamp,
    type: z.literal('fixer_delivered'),
    ...ended,
    commit,
    commits: z.array(commit).readonly(),
    /** Files that the fixer changed and that were put back, for they are protected. */
    putBack: z.array(z.string().max(200)).max(1000).readonly().optional(),
  }),
  z.strictObject({ ...stamp, type: z.literal('fixer_failed'), ...ended, because: text, final: z.boolean() }),
  z.strictObject({ ...stamp, type: z.literal('fix_taken'), commit, ref: z.string() }),
  /** The branch is no longer where the review left it: nothing that was said is about it. */
  z.strictObject({ ...stamp, type: z.literal('review_stale'), was: commit, is: z.string() }),
  z.strictObject({ ...stamp, type: z.literal('review_escalated'), round: count, because: text }),
  z.strictObject({
    ...stamp,
    type: z.literal('review_decided'),
    choice: z.enum(reviewChoices),
    by: z.string().max(200),
    why: text,
  }),
  z.strictObject({
    ...stamp,
    type: z.literal('review_ended'),
    status: z.enum(['clean', 'unclean', 'blocked', 'accepted', 'unknown']),
    because: text,
    /** Because the money was gone, and not because of what was found. */
    limit: z.boolean(),
  }),
]);

export type ReviewEvent = z.infer<typeof ReviewEventSchema>;

type WithoutPlace<E> = E extends unknown ? Omit<E, 'seq' | 'at' | 'v'> : never;

/** An event before it has its number and time. */
export type ReviewDraft = WithoutPlace<ReviewEvent>;
