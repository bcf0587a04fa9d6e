import type { Call } from '../command.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { LabelledFile } from './labelled-files.ts';
import { type Measured, type ReviewWays, reviewLabelled } from './review-labelled.ts';

export type AllReviewed = {
  /** In the order they were handed in. */
  readonly measured: readonly Measured[];
  /** Why not all of them were reviewed; null: they were. */
  readonly stopped: ExitCode | null;
  /** Answers that were on record. */
  readonly recorded: number;
  readonly paid: number;
};

export type AllWays = ReviewWays & {
  /** Called before each. */
  begin(index: number): void;
  /** Asked before each: whether somebody wants it to end here. */
  stop(): ExitCode | null;
};

/** One labelled change after the other, until all are reviewed, the money is gone or somebody stops it. */
export async function reviewAll(
  call: Call,
  changes: readonly LabelledFile[],
  ways: AllWays,
): Promise<AllReviewed> {
  const measured: Measured[] = [];
  let stopped: ExitCode | null = null;
  let [paid, recorded] = [0, 0];
  for (const [index, labelled] of changes.entries()) {
    if (stopped === null && ways.budget !== null && paid >= ways.budget) stopped = exitCodes.limit;
    stopped ??= ways.stop();
    if (stopped !== null) {
      measured.push(leftOut(labelled, stopped === exitCodes.limit ? 'the budget is used up' : 'interrupted'));
      continue;
    }
    ways.begin(index);
    const each = await reviewLabelled(call, labelled, ways);
    measured.push(each);
    ({ stopped } = each);
    if (each.isRecorded) recorded += 1;
    else paid += each.reviewed.spent.usd;
  }
  return { measured, stopped, recorded, paid };
}

function leftOut({ change }: LabelledFile, because: string): Measured {
  const reviewed = { change, findings: null, because, spent: { usd: 0, tokens: 0 }, ms: 0 };
  return { reviewed, judge: null, stopped: null, isRecorded: false };
}
