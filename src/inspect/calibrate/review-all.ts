import { type ExitCode, exitCodes } from '../../model/exit-codes.ts';
import type { LabelledFile } from './material.ts';
import { type LabelledReview, notMeasured, usedUp } from './review-labelled.ts';

export type AllReviewed = {
  /** In the order they were handed in. */
  readonly measured: readonly LabelledReview[];
  /** Why not all of them were reviewed; null: they were. */
  readonly stopped: ExitCode | null;
  /** Answers that were on record. */
  readonly recorded: number;
  readonly paid: number;
};

export type AllWays = {
  /** Dollars for all of them together; null: whatever it takes. */
  readonly budget: number | null;
  /** Called before each. */
  readonly begin: (index: number) => void;
  /** Asked before each: whether somebody wants it to end here. */
  readonly stop: () => ExitCode | null;
  /** Reviews one for no more than is left; what is on record costs nothing, so it is asked for also when nothing is. */
  readonly review: (labelled: LabelledFile, left: number | null) => Promise<LabelledReview>;
};

/** One labelled change after the other, until all are reviewed or somebody stops it; who has no money left gets what is on record. */
export async function reviewAll(
  changes: readonly LabelledFile[],
  { budget, begin, stop, review }: AllWays,
): Promise<AllReviewed> {
  const measured: LabelledReview[] = [];
  let stopped: ExitCode | null = null;
  let [paid, recorded] = [0, 0];
  for (const [index, labelled] of changes.entries()) {
    stopped ??= stop();
    if (stopped !== null) {
      measured.push(notMeasured(labelled.change, 'interrupted'));
      continue;
    }
    begin(index);
    const each = await review(labelled, budget === null ? null : Math.max(0, budget - paid));
    measured.push(each);
    ({ stopped } = each);
    if (each.isRecorded) recorded += 1;
    else paid += each.reviewed.spent.usd;
  }
  const isShort = measured.some(({ reviewed: { findings, because } }) => {
    return findings === null && (because === usedUp || (budget !== null && paid >= budget));
  });
  return { measured, stopped: stopped ?? (isShort ? exitCodes.limit : null), recorded, paid };
}
