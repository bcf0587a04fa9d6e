import { changedInCheckout, type Comparison, type Repository } from '../../git/index.ts';
import { readFindingMemory } from '../../journal/index.ts';
import { gatingOf } from '../../plan/index.ts';
import { count } from '../../report/index.ts';
import { NO_CHECKS } from '../../model/outcome.ts';
import { refuseUnknownRed } from '../../project/settings/allow-red.ts';
import type { ReviewCall } from './review-call.ts';
import type { ReviewScope } from './review-inputs.ts';
import { depthFor, depthNote } from './depth.ts';
import { excusesFor } from '../../project/settings/excuses.ts';
import { settingsFor } from '../../project/settings/settings.ts';
import type { ReviewRequest } from './review-request.ts';

/** What a review of a comparison goes by: the settings of the base, the depth its risk asks for, what may be left alone. */
export async function prepareReview(
  call: ReviewCall,
  repository: Repository,
  comparison: Comparison,
  wish: ReviewRequest,
): Promise<ReviewScope> {
  const settings = await settingsFor(call, repository, comparison);
  const { config } = settings;
  refuseUnknownRed(wish.allowRed, config.verify);
  const { chosen, lines } = await depthFor(
    comparison,
    wish.depth,
    config,
    readFindingMemory(repository.state),
  );
  const reviewers = wish.agents ? gatingOf(chosen.depth, config).critics : 0;
  const note = depthNote(chosen, wish.depth, reviewers);
  const isOff = !wish.checks || !config.review.verify;
  const off = wish.checks ? 'review.verify is false' : '--no-checks';
  const isCheckout = wish.asked.part === 'commits' && wish.asked.head === null;
  const unsaved = isCheckout ? await changedInCheckout(repository.top) : 0;
  const unjudged =
    unsaved === 0
      ? []
      : [`${count(unsaved, 'uncommitted path')} not judged; to judge them: gauntlet review --uncommitted`];
  const untested =
    config.verify.length === 0 ? [NO_CHECKS] : isOff ? [`no check was run (${off}): nothing was tested`] : [];
  return {
    wish,
    settings: {
      ...settings,
      notes: [...settings.notes, ...unjudged, ...untested, ...(note === undefined ? [] : [note])],
    },
    depth: { ...chosen, reviewers },
    lines,
    excuses: await excusesFor(repository, config, settings.commit),
  };
}
