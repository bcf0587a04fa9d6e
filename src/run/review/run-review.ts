import type { Draft } from '../../model/events.ts';
import { nextReview, reviewIn } from '../../state/index.ts';
import type { ReviewState, State } from '../../state/index.ts';
import { append, driveRun } from '../loop/drive-run.ts';
import type { DriveOptions } from '../loop/drive-run.ts';
import { CurrentPlan } from '../loop/current-plan.ts';
import { snapshotKeeper } from '../loop/keep-snapshots.ts';
import { openStageContext } from '../loop/open-context.ts';
import type { PolicyInputs } from '../loop/policy-of.ts';
import type { FoldedJournal } from '../loop/fold-journal.ts';
import { runInputsOf } from './review-work.ts';
import type { ReviewInputs, ReviewWork } from './review-work.ts';

export type ReviewRun = DriveOptions & {
  readonly work: ReviewWork;
  /** Hash of what judges a review that begins now; null: the newest one goes on. */
  readonly opening: string | null;
  readonly recalled: FoldedJournal;
  readonly surroundings: PolicyInputs;
};

/** Carries a review on until it has ended, a person has to decide, or it is called off. Whatever it did is recorded. */
export async function runReview(run: ReviewRun): Promise<State> {
  const { recalled, work, ports } = run;
  const { memory } = recalled;
  const drafts = beginning(recalled.state, work.inputs, run.opening);
  if (drafts.length === 0) return recalled.state;
  const snapshots = snapshotKeeper(ports.journal, memory);
  const state = await append(run, snapshots, recalled.state, drafts);
  const judging = new CurrentPlan(runInputsOf(work.inputs), ports.records);
  const { context, policy } = openStageContext({ ...ports, review: work }, judging, memory, run.surroundings);
  const open = run.opening === null ? recalled.open : [];
  // What an earlier coordinator left running would go on writing where the next one starts.
  await ports.processes.reap(recalled.open.map((left) => ports.records.folder(left.run)));
  const looped = await driveRun({ run, context, policy, judging, memory, snapshots, state, open });
  return looped.state;
}

/** What is recorded before anything is done; empty where the review is over. */
function beginning(state: State, inputs: ReviewInputs, opening: string | null): readonly Draft[] {
  const before = reviewIn(state);
  if (opening === null) return isOpen(before) ? [{ type: 'run_resumed', v: 1 }] : [];
  const { branch, base, from, head, rounds, fix, failOn, reviewers } = inputs;
  const opened = { inputs: opening, branch, base: base.found, from, head, rounds, fix, failOn, reviewers };
  const because = 'a new review of the branch was started';
  const left = { type: 'review_ended', v: 1, status: 'unknown', because, limit: false } as const;
  return [
    ...(isOpen(before) ? [{ ...left, ticket: before.job }] : []),
    { type: 'review_opened', v: 1, ticket: nextReview(state), ...opened },
  ];
}

function isOpen(review: ReviewState | undefined): review is ReviewState {
  return review !== undefined && review.ended === null;
}
