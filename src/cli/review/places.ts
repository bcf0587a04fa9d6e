import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { redact } from '../../detect/index.ts';
import type { Repository } from '../../git/index.ts';
import { inOrder } from '../../model/in-order.ts';
import { acquireLease, measurements, records } from '../../journal/index.ts';
import type { Hub, Workspaces } from '../../ports/git.ts';
import type { Processes } from '../../ports/processes.ts';
import type { Measurements, Records } from '../../ports/records.ts';
import type { Setups } from '../../ports/setup.ts';
import { openProcesses, setups } from '../../process/index.ts';
import { discreetWorkspaces } from '../run/ports.ts';
import type { RunningPrograms } from '../running-programs.ts';

/** Everything a review works with once more than reading is needed. */
export type ReviewPlace = {
  readonly folder: string;
  readonly hub: Hub;
  readonly workspaces: Workspaces;
  readonly processes: Processes;
  readonly setups: Setups;
  readonly records: Records;
  readonly measurements: Measurements;
  close(): void;
};

/** What a review is called in paths: readable, and different for names that differ only in what a path cannot have. */
export function reviewId(name: string): string {
  const slug = name
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `review-${slug === '' ? 'branch' : slug}-${hash}`;
}

export function reviewsFolder({ state }: Pick<Repository, 'state'>): string {
  return join(state, 'reviews');
}

/**
 * Opens the place of a review and brings commits of the user's repository there. The lease comes first: two reviews of
 * one branch at a time would use the same workspaces.
 */
export async function openReviewPlace(
  repository: Repository,
  id: string,
  programs?: RunningPrograms,
  commits: readonly string[] = [],
): Promise<ReviewPlace> {
  const folder = join(reviewsFolder(repository), id);
  mkdirSync(folder, { recursive: true });
  const lease = acquireLease(join(folder, 'lease.db'));
  try {
    const hub = await repository.hub();
    const [bare] = await inOrder([
      openProcesses({
        stateFolder: repository.state,
        workFolder: repository.workFolder,
        discreet: redact,
        ...(programs === undefined ? {} : { overhear: programs.overhear }),
      }),
      Promise.all(commits.map((commit) => hub.adopt(commit))),
    ]);
    const processes = programs?.watched(bare) ?? bare;
    const workspaces = discreetWorkspaces(repository, id);
    const { visible, hidden } = workspaces;
    const own = join(repository.workFolder, 'w', id);
    const readied = setups({
      top: repository.top,
      stateFolder: repository.state,
      workFolder: repository.workFolder,
      processes,
      visible,
      hidden,
      own,
    });
    return {
      folder,
      hub,
      workspaces,
      processes,
      setups: readied,
      records: records(folder),
      measurements: measurements(repository.state),
      close() {
        readied.tidy();
        lease.release();
      },
    };
  } catch (error) {
    lease.release();
    throw error;
  }
}
