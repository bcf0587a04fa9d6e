import type { MergeCommit } from '../ports/git.ts';
import { each } from '../state/index.ts';
import type { Job } from '../state/index.ts';
import type { Site } from './site.ts';

/** Files that jobs changed as they landed, by the commit of the landing: that never changes. */
const known = new WeakMap<Site, Map<string, readonly string[]>>();

export type LandedFiles = {
  readonly files: ReadonlySet<string>;
  /** The history says of every one of them what it changed. */
  readonly isWhole: boolean;
};

/** What these jobs have changed on the epic branch, each by its own landing: what landed beside it is not its doing. */
export async function landedFiles(site: Site, isMeant: (job: Job) => boolean): Promise<LandedFiles> {
  const { base, tip, jobs } = site.state();
  const landed = [...each(jobs)].filter((job) => job.status === 'completed' && isMeant(job));
  if (landed.length === 0) return { files: new Set(), isWhole: true };
  const merges = await site.hub.merges(base, tip);
  const files = new Set<string>();
  let isWhole = true;
  for (const job of landed) {
    const landing = merges.find((merge) => isLandingOf(job, merge));
    if (landing === undefined) isWhole = false;
    else for (const path of await filesOf(site, landing)) files.add(path);
  }
  return { files, isWhole };
}

/** A merge that a critic looked at again stands in for the work itself. */
function isLandingOf({ commit, mergedFrom }: Job, landing: MergeCommit): boolean {
  return commit !== null && [landing.commit, landing.merged].some((id) => id === commit || id === mergedFrom);
}

async function filesOf(site: Site, { commit, onto }: MergeCommit): Promise<readonly string[]> {
  const kept = known.get(site) ?? new Map<string, readonly string[]>();
  known.set(site, kept);
  const files = kept.get(commit) ?? (await site.hub.changes(onto, commit)).map(({ path }) => path);
  kept.set(commit, files);
  return files;
}
