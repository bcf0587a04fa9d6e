import type { Comparison, Repository } from '../../git/index.ts';
import { changedAt } from '../../git/index.ts';
import { type ChosenDepth, withheldBy } from '../../run/index.ts';
import type { Config } from '../../model/config.ts';
import { count } from '../../report/index.ts';
import type { ReviewCall } from './review-call.ts';
import { hooksFor } from '../../project/hooks-for.ts';
import { GauntletError } from '../../model/error.ts';
import { dimensionsWith } from '../../model/dimensions.ts';
import type { Excuses } from '../../review/index.ts';
import { refuseBroughtJudges } from '../../project/settings/brought-judges.ts';
import { slugOf } from './document.ts';
import { judgedBy } from '../../project/judged-by.ts';
import { type Players, playersFor, surroundingsOf } from '../../project/settings/role-agents.ts';
import { reviewId } from './review-storage.ts';
import type { ChangedLines } from './depth.ts';
import type { Settings } from '../../project/settings/settings.ts';
import { purposeOf } from './purpose.ts';
import type { AgentReviewInputs } from './with-agents.ts';
import type { ReviewRequest } from './review-request.ts';

/** What a review is about, and how it is to be done. */
export type ReviewScope = {
  readonly wish: ReviewRequest;
  readonly settings: Settings;
  readonly depth: ChosenDepth & { readonly reviewers: number };
  /** What the change adds and removes. */
  readonly lines: ChangedLines;
  readonly excuses: Excuses;
};

export type ReviewSetup = AgentReviewInputs & { readonly players: Players };

/** Everything a review with agents goes by, settled before anything is started. */
export async function settleReviewInputs(
  call: ReviewCall,
  repository: Repository,
  { compared, place }: Comparison,
  { wish, settings, depth, excuses }: ReviewScope,
): Promise<ReviewSetup> {
  refuseWhatAgentsCannot(compared, wish);
  const { from, base } = compared;
  const players = await playersFor(call, settings, {
    peek: repository.peek,
    from: settings.commit,
    fix: wish.fix,
  });
  const { id, title, purpose, dimensions, coordination } = await purposeOf(call, repository.top);
  const { config, folder } = settings;
  const { changed } = changedAt(compared, place);
  const { top, peek } = repository;
  await refuseBroughtJudges(players, { top, folder, peek, from, changed });
  const hooks = wish.fix ? await hooksFor(repository, from, config) : { judging: {}, notes: [] };
  const custom = [...config.review.dimensions, ...dimensions];
  const isBranch = compared.part === 'commits' && compared.branch !== null;
  return {
    place: reviewId(compared.name),
    players,
    notes: [...settings.notes, ...hooks.notes, ...withheldNotes(changed, config)],
    fresh: wish.fresh,
    inputs: {
      id: id ?? slugOf(compared.name),
      title: title === '' ? compared.name : title,
      branch: compared.name,
      isBranch,
      base,
      from,
      head: compared.head,
      files: changed.length,
      purpose,
      config,
      configFolder: folder,
      ...players,
      ...hooks.judging,
      rounds: wish.rounds ?? config.review.rounds,
      fix: wish.fix,
      checks: wish.checks && config.review.verify && compared.part === 'commits',
      depth: depth.depth,
      depthBecause: depth.because,
      reviewers: depth.reviewers,
      dimensions: dimensionsWith(custom, coordination),
      scoresNeeded: custom.length > 0,
      tool: await judgedBy(),
      surroundings: surroundingsOf(call.io.env, players),
      askedDepth: wish.depth,
      excuses,
      failOn: wish.failOn,
      allowRed: wish.allowRed,
    },
  };
}

function refuseWhatAgentsCannot(compared: Comparison['compared'], wish: ReviewRequest): void {
  if (compared.commit === null)
    throw new GauntletError('USAGE_INVALID', 'agents need a commit to compare with', {
      hint: 'Make a first commit, or review without a model: gauntlet review --no-agents',
    });
  if (wish.fix && compared.branch === null)
    throw new GauntletError(
      'USAGE_INVALID',
      `--fix needs a branch to commit to, ${compared.name} is not a branch`,
      {
        hint: 'Make one: git switch -c <name>',
      },
    );
}

/** What no agent may see, no reviewer has judged: said, and where that is all there is, nobody is asked. */
function withheldNotes(
  changed: readonly { readonly path: string }[],
  { privacy }: Config,
): readonly string[] {
  const withheld = withheldBy(privacy.deny);
  const kept = changed.filter(({ path }) => withheld?.has(path) === true).map(({ path }) => path);
  if (kept.length === 0) return [];
  if (kept.length === changed.length)
    throw new GauntletError('USAGE_INVALID', 'privacy.deny withholds every changed file from agents', {
      hint: 'Review without a model: gauntlet review --no-agents',
    });
  const some = `${kept.slice(0, 3).join(', ')}${kept.length > 3 ? ', …' : ''}`;
  return [
    `${count(kept.length, 'changed file')} withheld from agents by privacy.deny, so no reviewer saw: ${some}`,
  ];
}
