import type { AssignmentEvent } from '../../model/events.ts';
import type { StageContext } from '../stage-context.ts';
import type { ReviewWork } from './review-work.ts';

/** Where the stages of a review work. */
export type ReviewContext = StageContext & { readonly review: ReviewWork };

/** The run of a reviewer, a fixer or the coordinator that takes a fix: it is always about one commit. */
export type BranchRun = AssignmentEvent & {
  readonly commit: string;
  /** Which reviewer of the round it is, from 0. */
  readonly nth: number;
};
