import { sha256 } from '../../model/sha256.ts';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import type { RunPorts } from '../../run/index.ts';
import type { Repository } from '../../git/index.ts';
import { inOrder } from '../../model/in-order.ts';
import { acquireLease, mailbox, openJournal } from '../../journal/index.ts';
import { journalFile } from '../../project/state-folder.ts';
import { openPorts } from '../../project/open-ports.ts';
import type { RunningPrograms } from '../../project/running-programs.ts';
import { recordsAt } from '../../project/kept/records-at.ts';

/** Everything a review works with once more than reading is needed. */
export type ReviewPlace = Omit<Awaited<ReturnType<typeof openPorts>>, 'tidy'> &
  Pick<RunPorts, 'records'> & { close(): void };

/** A review that is recorded. */
export type ReviewRunPlace = ReviewPlace & Pick<RunPorts, 'journal' | 'mailbox'>;

/** What a review is called in paths: readable, and different for names that differ only in what a path cannot have. */
export function reviewId(name: string): string {
  const slug = name
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
  const hash = sha256(name).slice(0, 8);
  return `review-${slug === '' ? 'branch' : slug}-${hash}`;
}

export function reviewsFolder({ state }: Pick<Repository, 'state'>): string {
  return join(state, 'reviews');
}

type Opening = {
  readonly programs?: RunningPrograms | undefined;
  /** Commits of the user's repository that are brought there. */
  readonly commits?: readonly string[];
};

/** Opens the place of a review without a record. The lease comes first: two reviews of one branch at a time would use the same workspaces. */
export async function openReviewPlace(
  repository: Repository,
  id: string,
  opening: Opening = {},
): Promise<ReviewPlace> {
  const folder = join(reviewsFolder(repository), id);
  mkdirSync(folder, { recursive: true });
  const lease = acquireLease(join(folder, 'lease.db'));
  return opened(repository, id, () => lease.release(), opening);
}

/** Opens the place of a review with its journal, which has the lease. */
export async function openReviewRun(
  repository: Repository,
  id: string,
  programs?: RunningPrograms,
): Promise<ReviewRunPlace> {
  const folder = join(reviewsFolder(repository), id);
  const journal = openJournal({ file: journalFile(folder) });
  const place = await opened(repository, id, () => journal.close(), { programs });
  return { ...place, journal, mailbox: mailbox(join(folder, 'inbox')) };
}

async function opened(
  repository: Repository,
  id: string,
  letGo: () => void,
  { programs, commits = [] }: Opening,
): Promise<ReviewPlace> {
  try {
    const hub = await repository.hub();
    const [{ tidy, ...placed }] = await inOrder([
      openPorts(repository, id, programs === undefined ? {} : { programs }),
      Promise.all(commits.map((commit) => hub.adopt(commit))),
    ]);
    const close = (): void => {
      tidy();
      letGo();
    };
    return { ...placed, records: recordsAt(join(reviewsFolder(repository), id)), close };
  } catch (error) {
    letGo();
    throw error;
  }
}
