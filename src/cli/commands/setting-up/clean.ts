import { join } from 'node:path';

import { openRepository, type Repository } from '../../../git/index.ts';
import { GauntletError } from '../../../model/error.ts';
import { bytes, count, isUnfinished, runWord } from '../../../report/index.ts';
import { cliCommand } from '../../command.ts';
import { isHeld } from '../../../project/lease-holder.ts';
import { runOf } from '../../../project/kept/read-run.ts';
import { keptOutcome, keptReviews } from '../../../project/kept/kept-reviews.ts';
import { reviewsFolder } from '../../../inspect/review/review-storage.ts';
import { chooseRun, isReview } from '../../../project/kept/choose-run.ts';
import {
  type EpicPlace,
  epicsAt,
  repositoryAt,
  type RepositoryPlace,
} from '../../../project/state-folder.ts';
import { answer } from '../../../project/answer.ts';

type Removed = { readonly epic: string | null; readonly paths: readonly string[]; readonly bytes: number };

/** Frees the disk of what ended runs left behind. Journals and commits stay: what landed and why can always be asked. */
export const clean = cliCommand({
  name: 'clean',
  summary: 'remove workspaces, exports and caches of runs that have ended',
  operands: [['[epic]', 'the epic, or a branch that was reviewed (default: the latest run that has ended)']],
  options: [
    ['--all', 'clean every finished epic and review, and the shared caches'],
    ['--dry-run', 'show what would be removed; remove nothing'],
  ],
  async run(call) {
    const { io, options } = call;
    const all = options.all === true;
    const dryRun = options.dryRun === true;
    const place = repositoryAt(io.cwd);
    if (all && call.operands[0] !== undefined)
      throw new GauntletError('USAGE_INVALID', 'name an epic, or use --all');
    const chosen = all
      ? [...epicsAt(place), ...keptReviews(place)]
      : [chooseRun(call.operands[0], io, (run) => !run.isOpen)];
    const reviews = chosen.filter(isReview);
    const epics = chosen.filter((each) => !isReview(each));
    for (const epic of epics) refuseIfHeld(epic);
    const kept: string[] = [];
    const removed: Removed[] = [];
    using repository = await openRepository(io.cwd);
    for (const epic of epics) {
      const because = unfinished(epic);
      if (because !== undefined) kept.push(`${epic.id}: ${because}`);
      else removed.push({ epic: epic.id, ...(await repository.cleanUp({ epic: epic.id }, dryRun)) });
    }
    for (const review of reviews) {
      if (review.state.ended === null)
        kept.push(`review of ${review.branch}: ${(await keptOutcome(review)).word}, can be resumed`);
      else removed.push({ epic: review.id, ...(await repository.cleanUp({ epic: review.id }, dryRun)) });
    }
    const known = new Set([...epics, ...reviews].map(({ id }) => id));
    for (const id of all ? await unrecorded(repository, place, known) : [])
      removed.push({ epic: id, ...(await repository.cleanUp({ epic: id }, dryRun)) });
    // An interrupted run needs what is prepared for it.
    if (all && kept.length === 0)
      removed.push({ epic: null, ...(await repository.cleanUp('shared', dryRun)) });
    const freed = removed.reduce((sum, each) => sum + each.bytes, 0);
    return answer({ dryRun, removed, kept, bytes: freed }, linesOf(removed, kept, { dryRun, freed }));
  },
});

/** Workspaces without a journal: reviews without agents, and trials of checks. */
async function unrecorded(
  repository: Pick<Repository, 'stray'>,
  place: RepositoryPlace,
  known: ReadonlySet<string>,
): Promise<readonly string[]> {
  const names = new Set((await repository.stray()).flatMap(({ epic }) => epic ?? []));
  const isFree = (id: string): boolean => !isHeld({ folder: join(reviewsFolder(place), id) });
  return [...names].filter((id) => !known.has(id) && isFree(id));
}

function refuseIfHeld(epic: EpicPlace): void {
  if (!isHeld(epic)) return;
  throw new GauntletError('STATE_CONFLICT', `a run of ${epic.id} is running`, {
    hint: 'Wait until it has ended: gauntlet status --watch',
  });
}

/** A run that can go on needs its workspaces: somebody may have work in them. */
function unfinished(epic: EpicPlace): string | undefined {
  const { state } = runOf(epic);
  return isUnfinished(state) ? `${runWord(state, false)}, can be resumed` : undefined;
}

function linesOf(
  removed: readonly Removed[],
  kept: readonly string[],
  how: { dryRun: boolean; freed: number },
): readonly string[] {
  const paths = removed.flatMap((each) => each.paths);
  const verb = how.dryRun ? 'would be removed' : 'removed';
  return [
    ...paths.map((path) => `${verb}: ${path}`),
    ...kept.map((each) => `kept: ${each}`),
    `${count(paths.length, 'folder')} ${verb}, ${bytes(how.freed)}`,
  ];
}
