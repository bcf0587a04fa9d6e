import { GauntletError } from '../../model/error.ts';
import type { Hub } from '../../ports/git.ts';
import { isSettled } from '../../state/index.ts';
import type { Target } from './incoming-branch.ts';
import { entriesIn, type Entry, landedEntries, type QueueRun } from './queue.ts';

/** Where a new run begins, and what landed in earlier runs that is neither there nor on the target. */
export type QueueBase = {
  readonly commit: string;
  /** The run whose result it continues from; undefined where it begins at the target. */
  readonly from: QueueRun | undefined;
  readonly leftBehind: readonly { readonly run: QueueRun; readonly entry: Entry }[];
};

type History = Pick<Hub, 'isAncestor'>;

/** Continues from what the last run landed, while that contains the target and nothing that nobody brought. */
export async function queueBaseOf(
  hub: History,
  target: Target,
  runs: readonly QueueRun[],
  mayContinue: (run: QueueRun) => boolean,
): Promise<QueueBase> {
  let from: QueueRun | undefined;
  for (const run of runs) {
    if (!mayContinue(run) || landedEntries(run.state).length === 0) continue;
    if (run.state.tip === target.commit) continue;
    if (!(await hub.isAncestor(target.commit, run.state.tip))) continue;
    if (await isBrought(hub, target, runs, run)) {
      from = run;
      break;
    }
  }
  const commit = from?.state.tip ?? target.commit;
  const leftBehind: { run: QueueRun; entry: Entry }[] = [];
  for (const last of lastDecided(runs))
    if (last.entry.job.status === 'completed' && !(await hub.isAncestor(last.entry.adopts.commit, commit)))
      leftBehind.push(last);
  return { commit, from, leftBehind };
}

/** Each commit as the last run that decided on it did: what landed once and came back later is not there any more. */
function lastDecided(runs: readonly QueueRun[]): readonly { run: QueueRun; entry: Entry }[] {
  const decided = new Map<string, { run: QueueRun; entry: Entry }>();
  for (const run of runs)
    for (const entry of entriesIn(run.state).toReversed()) {
      const { job, adopts } = entry;
      if (isSettled(job) && job.stop === null && !decided.has(adopts.commit))
        decided.set(adopts.commit, { run, entry });
    }
  return [...decided.values()];
}

/** Whether a run began at a commit of the target, or where a run did that began so: all else in it was brought. */
export async function isBrought(
  hub: History,
  target: Target,
  runs: readonly QueueRun[],
  { state }: QueueRun,
): Promise<boolean> {
  if (await hub.isAncestor(state.base, target.commit)) return true;
  const before = runs.find((run) => run.state !== state && run.state.tip === state.base);
  return before !== undefined && (await isBrought(hub, target, runs, before));
}

/** What a call wants of a run that has not ended must be what that run does. */
export function refuseOtherWay({ place, push, state }: QueueRun, wanted: { readonly push: boolean }): void {
  if (push === wanted.push) return;
  throw new GauntletError(
    'STATE_CONFLICT',
    `${place.id} is not finished and lands ${push ? 'with' : 'without'} --push`,
    {
      hint: push
        ? `Add --push, or wait until it has ended: gauntlet status ${place.id}`
        : `Finish it without --push, then push its result: gauntlet land --push --onto ${state.plan.queue?.onto}`,
    },
  );
}
