import type { MergeCommit } from '../../ports/git.ts';
import { each, isHeld } from '../../state/index.ts';
import type { Job } from '../../state/index.ts';
import type { StageContext } from '../stage-context.ts';

/** Files that jobs changed as they landed, by the commit of the landing: that never changes. */
const known = new WeakMap<StageContext, Map<string, readonly string[]>>();

export type LandedFiles = {
  readonly files: ReadonlySet<string>;
  /** The merges by which they changed them. */
  readonly landings: readonly MergeCommit[];
  /** Those that are over and of which this history does not say what they changed; they may have landed after it. */
  readonly untold: readonly Job[];
};

/**
 * What these jobs have changed in the history of a commit, each by its own landing: what landed beside it is not its
 * doing. The history of that commit says it, not the tip of now: all who look at the same commit are told the same. A fix that
 * waits for a score counts where it was merged into the commit.
 */
export async function landedFiles(
  context: StageContext,
  commit: string,
  isMeant: (job: Job) => boolean,
): Promise<LandedFiles> {
  const { base, jobs } = context.state();
  const meant = [...each(jobs)].filter((job) => (job.status === 'completed' || isHeld(job)) && isMeant(job));
  const merges = meant.length === 0 ? [] : await context.hub.merges(base, commit);
  const files = new Set<string>();
  const landings: MergeCommit[] = [];
  const untold: Job[] = [];
  for (const job of meant) {
    const landing = merges.find((merge) => isLandingOf(job, merge));
    if (landing === undefined) {
      if (!isHeld(job)) untold.push(job);
      continue;
    }
    landings.push(landing);
    for (const path of await filesOf(context, landing)) files.add(path);
  }
  return { files, landings, untold };
}

/** Files that landed repairs changed, up to a commit. */
export async function repairedFiles(context: StageContext, commit: string): Promise<ReadonlySet<string>> {
  return (await landedFiles(context, commit, ({ kind }) => kind === 'remediation')).files;
}

/** Whether the work of one of them is in the history of a commit. */
export async function isAnyIn(context: StageContext, commit: string, jobs: readonly Job[]): Promise<boolean> {
  if (jobs.length === 0) return false;
  const behind = new Set((await context.hub.log(context.state().base, commit)).map(({ commit: id }) => id));
  return jobs.some((job) => [job.commit, job.mergedFrom].some((id) => id !== null && behind.has(id)));
}

/**
 * A merge that a critic looked at again stands in for the work itself, and may be the landing. Work that changed nothing is
 * the commit it began from, which may be the landing of another.
 */
function isLandingOf({ commit, mergedFrom }: Job, landing: MergeCommit): boolean {
  if (commit === null) return false;
  const isMerge = mergedFrom !== null;
  return (
    landing.merged === commit || (isMerge && (landing.merged === mergedFrom || landing.commit === commit))
  );
}

async function filesOf(context: StageContext, { commit, onto }: MergeCommit): Promise<readonly string[]> {
  const kept = known.get(context) ?? new Map<string, readonly string[]>();
  known.set(context, kept);
  const files = kept.get(commit) ?? (await context.hub.changes(onto, commit)).map(({ path }) => path);
  kept.set(commit, files);
  return files;
}
