import type { PlantedBug } from './bugs.ts';

/** Mistakes in how the review of a branch is decided and folded. */
export const reviewBugs: readonly PlantedBug[] = [
  {
    name: 'take the reviewers of the last round for those of this one',
    file: 'src/state/fold/fold-review.ts',
    find: 'round === job.review.round ? job.review.heard : 0',
    replace: 'job.review.heard',
  },
  {
    name: 'wait for a run of the review before this one',
    file: 'src/state/fold/fold-review.ts',
    find: '    next.running -= 1;\n',
    replace: '',
  },
  {
    name: 'send a reviewer although the money is gone',
    file: 'src/decide/review.ts',
    find: 'if (!isReached(state.spent, policy.budget)) return',
    replace: 'if (!isReached(nothingSpent, policy.budget)) return',
  },
  {
    name: 'take the commit that was reviewed for the fix',
    file: 'src/decide/review.ts',
    find: "commit: to.stage === 'land' ? review.delivered : review.head",
    replace: 'commit: review.head',
  },
  {
    name: 'call a branch clean that nobody could judge',
    file: 'src/decide/review.ts',
    find: "  if (isUnclean) return afterAnswer({ ...deciding, review: { ...review, tries: 0 } });\n  return ended(job, 'unknown', job.reason);",
    replace:
      "  if (isUnclean) return afterAnswer({ ...deciding, review: { ...review, tries: 0 } });\n  return ended(job, 'clean', job.reason);",
  },
  {
    name: 'take whoever works by hand for somebody who accepts',
    file: 'src/decide/review.ts',
    find: "if (choice === 'accept') return ended(",
    replace: "if (choice !== 'retry') return ended(",
  },
  {
    name: 'fix what nobody asked to fix',
    file: 'src/decide/review.ts',
    find: 'if (!fix) return ended(',
    replace: 'if (!fix && review.round > 9) return ended(',
  },
];
