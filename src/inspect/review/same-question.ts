import { isDeepStrictEqual } from 'node:util';

import type { ReviewInputs } from '../../run/index.ts';
import type { ReviewState } from '../../state/index.ts';

/**
 * Returns `inputs` with everything that makes it no other question than `known`. The commit decides its files and depth by
 * itself. A pass leaves nothing to fix, so it also holds for somebody who asks without a fixer, or for less.
 */
export function askedLike(known: ReviewInputs, inputs: ReviewInputs, before: ReviewState): ReviewInputs {
  const { head, files, depth, depthBecause, reviewers } = known;
  const alike = { ...inputs, head, files, depth, depthBecause, reviewers };
  if (!isPass(before) || inputs.fix) return alike;
  const { hooks: _, ...rest } = alike;
  const { fix, fixer, rounds, hooks, programs, surroundings } = known;
  const judged = inputs.purpose === null ? purposeParts(known) : {};
  const isPinned = inputs.programs.every((one) => programs.some((each) => isDeepStrictEqual(each, one)));
  const isThere = Object.entries(inputs.surroundings).every(([name, hash]) => surroundings[name] === hash);
  return {
    ...rest,
    ...judged,
    fix,
    fixer,
    rounds,
    ...(hooks === undefined ? {} : { hooks }),
    programs: isPinned ? programs : inputs.programs,
    surroundings: isThere ? surroundings : inputs.surroundings,
  };
}

/** What it is judged by as well where a purpose is given: more than somebody asks for who names none. */
function purposeParts({ purpose, id, title, dimensions, scoresNeeded }: ReviewInputs): Partial<ReviewInputs> {
  return { purpose, id, title, dimensions, scoresNeeded };
}

/** A person's acceptance counts from the moment it is recorded, before the review has ended with it. */
function isPass({ ended, choice }: ReviewState): boolean {
  return ended === null ? choice?.choice === 'accept' : ['clean', 'accepted'].includes(ended.status);
}
