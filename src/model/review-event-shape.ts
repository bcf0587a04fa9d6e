import { listOf, nullable, oneOf, optional, text, truth, whole } from '../schema/shape.ts';
import { count, event, hash, name, names, result, words } from './event-parts.ts';
import { severities } from './severity.ts';

/** `final`: asking again would not help. */
const trouble = { ...result, because: words, final: truth() };

/** What happens in the reviews of one branch beside what happens in every run. A review is a run with one job, `review:<n>`. */
export const reviewEvents = [
  event('review_opened', {
    ticket: name,
    /** Hash of what judges it, as kept with the records. */
    inputs: text(),
    branch: text(),
    base: text(),
    from: hash,
    head: hash,
    rounds: whole(1, 5),
    /** How many review each round, and all of them have to answer before anything is clean (TEAM-28). */
    reviewers: whole(1),
    fix: truth(),
    failOn: oneOf(severities),
  }),
  /** What the round comes to with every reviewer heard so far. */
  event('reviewer_answered', {
    ...result,
    verdict: oneOf(['clean', 'unclean']),
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
  }),
  event('reviewer_failed', trouble),
  event('fixer_delivered', {
    ...result,
    commit: hash,
    commits: listOf(hash),
    /** Files that the fixer changed and that were put back, for they are protected. */
    putBack: optional(names),
  }),
  event('fixer_failed', trouble),
  event('fix_taken', { ...result, commit: hash, ref: text() }),
  /** The branch is no longer where the review left it: nothing that was said is about it. */
  event('review_stale', { ...result, was: hash, is: text() }),
  event('review_ended', {
    ticket: name,
    status: oneOf(['clean', 'unclean', 'blocked', 'accepted', 'unknown']),
    because: words,
    /** Because the money was gone, and not because of what was found. */
    limit: truth(),
  }),
] as const;
