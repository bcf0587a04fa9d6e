/** Where a run on record stands, by its own events. */
export type RunStand = {
  /** Whether it has not ended: it is at work, was interrupted, or waits for somebody. */
  readonly isOpen: boolean;
  /** When the last event of its journal happened. */
  readonly at: number;
};

/**
 * The runs that a command may mean, the most likely one first: one that `fits` before others, one that has not ended before
 * one that has, then the one with the latest event.
 */
export function likelyFirst<R extends RunStand>(
  runs: readonly R[],
  fits: (run: R) => boolean = () => true,
): readonly R[] {
  return runs
    .map((run) => ({ run, rank: Number(fits(run)) * 2 + Number(run.isOpen) }))
    .toSorted((a, b) => b.rank - a.rank || b.run.at - a.run.at)
    .map(({ run }) => run);
}
