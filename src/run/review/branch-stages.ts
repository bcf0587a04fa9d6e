import { GauntletError } from '../../model/error.ts';
import type { AssignmentEvent } from '../../model/events.ts';
import type { ResultDraft } from '../../ports/records.ts';
import { ownCommits } from '../../state/index.ts';
import type { Review } from '../../state/index.ts';
import { head, jobOf } from '../stage-context.ts';
import type { StageContext, StageWork } from '../stage-context.ts';
import { fixRound } from './fix-round.ts';
import { reviewRound } from './review-round.ts';
import type { BranchRun, ReviewContext } from './review-context.ts';
import type { RoundFindings } from './round-answer.ts';
import { onRecord } from '../records/run-records.ts';

/** One reviewer judges the branch (LOOP-02). */
export const reviewBranch: StageWork = (stage, assignment, cancel) =>
  whileItStands(stage, assignment, async (context, at, { answers, heard }) => {
    const found = await findingsOf(context, answers);
    const before = heard === 0 ? found : await findingsOf(context, answers.slice(0, -1));
    return reviewRound(context, at, { soFar: heard === 0 ? null : found, before }, cancel);
  });

/** One fixer works on what the round found. */
export const fixBranch: StageWork = (stage, assignment, cancel) =>
  whileItStands(stage, assignment, async (context, at, { answers }) => {
    const found = await findingsOf(context, answers);
    return fixRound(context, at, found?.open ?? [], cancel);
  });

/** Moves the user's branch to a fix that passed. Asked again, it finds that it has moved. */
export const takeFix: StageWork = async (stage, assignment) => {
  const { context, at, review } = branchRun(stage, assignment);
  const stale = await staleness(context, at, review);
  if (stale !== undefined) return stale;
  const start = review.opened.head;
  const move = await context.review.branch?.take({ from: { start, ours: review.commits }, to: at.commit });
  if (move?.kind === 'taken') return { ...head(at), type: 'fix_taken', commit: at.commit, ref: move.ref };
  return { ...head(at), type: 'review_stale', was: start, is: move?.at ?? 'nothing' };
};

type Work = (context: ReviewContext, at: BranchRun, review: Review) => Promise<ResultDraft | undefined>;

/** The branch must stand where the review left it, before and after anybody works (P8). */
async function whileItStands(
  stage: StageContext,
  assignment: AssignmentEvent,
  work: Work,
): Promise<ResultDraft | undefined> {
  const { context, at, review } = branchRun(stage, assignment);
  const stale = await staleness(context, at, review);
  if (stale !== undefined) return stale;
  const draft = await work(context, at, review);
  if (draft === undefined) return undefined;
  const moved = await staleness(context, at, review);
  return moved === undefined ? draft : { ...moved, used: draft.used };
}

function branchRun(context: StageContext, assignment: AssignmentEvent) {
  const review = jobOf(context, assignment.ticket)?.review;
  const { commit } = assignment;
  if (context.review === undefined || review == null || commit === null)
    throw new GauntletError('BUG', `${assignment.ticket} is not a review of a branch`);
  return {
    context: { ...context, review: context.review },
    at: { ...assignment, commit, nth: review.heard },
    review,
  };
}

async function staleness(
  { review: { branch } }: ReviewContext,
  at: BranchRun,
  review: Review,
): Promise<ResultDraft | undefined> {
  if (branch === null) return undefined;
  const is = await branch.stand();
  if (is !== undefined && ownCommits(review).includes(is)) return undefined;
  return { ...head(at), type: 'review_stale', was: review.opened.head, is: is ?? 'nothing' };
}

/** What the last round that was answered found; nothing found is not the same as nothing known of what was found. */
export async function findingsOf(
  { records }: Pick<StageContext, 'records'>,
  answers: Review['answers'],
): Promise<RoundFindings | null> {
  const last = answers.at(-1);
  if (last === undefined) return null;
  const found = await records.get(last.run, 'roundFindings');
  return onRecord(found, `the list of findings of run ${last.run}`);
}
