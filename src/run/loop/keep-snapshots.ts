import type { Snapshots } from '../../ports/journal.ts';
import { foldVersion } from '../../state/index.ts';
import type { RunProjection } from './run-projection.ts';
import type { Step } from './settle-decisions.ts';

/** Fewer events than this are folded sooner than a snapshot of them is read. */
const FEWEST = 1000;

export type SnapshotKeeper = {
  /** Durable events, in order and each once. */
  learn(steps: readonly Step[]): void;
  /** The last one, once nothing is appended any more. */
  finish(): Promise<void>;
};

/**
 * Keeps what a run remembers beside its journal, now and then and at its end, so that going on does not begin with the
 * first event. How often follows the size of what is kept: the cost per event stays the same.
 */
export function snapshotKeeper(
  journal: Partial<Snapshots>,
  memory: RunProjection,
  fewest = FEWEST,
): SnapshotKeeper {
  let saved = memory.state.seq;
  let saving: Promise<void> | undefined;
  const save = (): void => {
    saved = memory.state.seq;
    saving = journal.saveSnapshot?.(saved, memory.kept(), foldVersion).finally(() => (saving = undefined));
  };
  const isDue = (): boolean => memory.state.seq - saved >= Math.max(fewest, memory.state.jobs.length);
  return {
    learn(steps) {
      for (const { event, after } of steps) memory.learn(event, after);
      if (saving === undefined && isDue()) save();
    },
    async finish() {
      await saving;
      if (memory.state.seq > saved && memory.state.seq >= fewest) save();
      await saving;
    },
  };
}
