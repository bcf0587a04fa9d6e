import {
  compare,
  type Comparison,
  isOnRemote,
  nearestRemoteBranch,
  remoteBase,
  type Repository,
} from '../../git/index.ts';
import { GauntletError, hasCode } from '../../model/error.ts';
import type { ComparisonRequest } from '../../ports/compared.ts';
import type { ReviewCall } from './review-call.ts';
import { git } from '../../project/committed-file.ts';
import { CONFIG } from '../../project/settings/judging-config.ts';
import { writeRoundDocument } from './document.ts';
import { firstRound, reviewWithoutAgents } from './no-agents.ts';
import { prepareReview } from './prepare.ts';
import type { ReviewResult } from './result.ts';
import { type ReviewRequest, reviewRequestOf } from './review-request.ts';
import type { PushedRef } from './pushed-refs.ts';

/** A hook looks without a model: it runs at every push and at every stop of an agent. */
export function hookWish(call: ReviewCall, asked: ComparisonRequest): ReviewRequest {
  return { ...reviewRequestOf({ ...call, operands: [] }), asked, agents: false };
}

export async function lookAtAsked(
  call: ReviewCall,
  repository: Repository,
  asked: ComparisonRequest,
): Promise<ReviewResult> {
  const comparison = await compare(repository.top, asked);
  return lookAtComparison(call, repository, comparison, asked);
}

/** What a push would bring: against what the remote has of the ref, or else against the base. */
export async function lookAtPushed(
  call: ReviewCall,
  repository: Repository,
  pushed: PushedRef,
): Promise<ReviewResult> {
  const [, remote = 'origin'] = call.operands;
  const { asked, comparison } = await comparisonOf(repository, pushed, remote);
  const isFirst = asked.whole === true && asked.target === undefined;
  if (isFirst && call.options.config === undefined) await refuseRemovedConfig(repository, pushed);
  return lookAtComparison(call, repository, comparison, asked);
}

async function lookAtComparison(
  call: ReviewCall,
  repository: Repository,
  comparison: Comparison,
  asked: ComparisonRequest,
): Promise<ReviewResult> {
  try {
    const about = await prepareReview(call, repository, comparison, hookWish(call, asked));
    const looked = await reviewWithoutAgents(repository, comparison, about);
    const { config, origin: configuration } = about.settings;
    const document = writeRoundDocument(repository.top, comparison.compared, looked, config.review.path);
    return { ...firstRound(looked, document), configuration };
  } finally {
    comparison.close();
  }
}

type Chosen = { readonly asked: ComparisonRequest; readonly comparison: Comparison };

/** Only a remote without any branch gets a first push: elsewhere a branch of it judges what is new. */
async function comparisonOf({ top }: Repository, pushed: PushedRef, remote: string): Promise<Chosen> {
  const head = await headOf(top, pushed);
  const usual = await remoteBase(top, remote);
  const known =
    pushed.remoteId === null
      ? undefined
      : await attempt(top, { head, base: pushed.remoteId, isEarlier: true, target: usual });
  // What the remote has is not always here: somebody else may have pushed, and this push may be forced.
  const target = usual ?? (await nearestRemoteBranch(top, pushed.localId));
  const chosen = known ?? (await attempt(top, { head, base: target?.replace(/^origin\//, '') ?? null }));
  const isBased =
    chosen !== undefined && (chosen === known || (await isOnRemote(top, chosen.comparison.compared.from)));
  if (isBased) return chosen;
  if (target === undefined) await refuseUnfetched(top, remote);
  // A base that only this clone has says nothing about what the remote gets: then everything is news.
  const asked: ComparisonRequest = { head, base: null, part: 'commits', whole: true, target };
  return { asked, comparison: await compare(top, asked) };
}

async function attempt(
  top: string,
  about: Pick<ComparisonRequest, 'head' | 'base' | 'isEarlier' | 'target'>,
): Promise<Chosen | undefined> {
  const asked: ComparisonRequest = { ...about, part: 'commits' };
  try {
    return { asked, comparison: await compare(top, asked) };
  } catch (error) {
    if (hasCode(error, 'USAGE_INVALID')) return undefined;
    throw error;
  }
}

/** A remote whose branches were never fetched has a judge, and it is not here. */
async function refuseUnfetched(top: string, remote: string): Promise<void> {
  const heads = (await git(top, ['ls-remote', '--heads', '--', remote])) ?? '';
  if (heads === '') return;
  throw new GauntletError('USAGE_INVALID', `${remote} has branches that this clone does not know`, {
    hint: `Fetch them, so that one can judge this push: git fetch ${remote}`,
  });
}

/** Nothing judges a first push but its own checks: commits that took them away again are not a project without checks. */
async function refuseRemovedConfig({ top }: Repository, { localId }: PushedRef): Promise<void> {
  if ((await git(top, ['ls-tree', '--name-only', localId, '--', CONFIG])) !== '') return;
  const removed = (await git(top, ['log', '-1', '--format=%H', localId, '--', CONFIG]))?.trim() ?? '';
  if (removed === '') return;
  throw new GauntletError(
    'CONFIG_INVALID',
    `no checks are configured: ${removed.slice(0, 7)} removed ${CONFIG}, and the remote has no branch that could judge it`,
    {
      hint: `Bring it back: git checkout ${removed.slice(0, 7)}^ -- ${CONFIG} && git commit -m "Restore ${CONFIG}"`,
    },
  );
}

/** The name of the branch where it is one, so that what is shown and remembered goes by it. */
async function headOf(top: string, { localRef, localId }: PushedRef): Promise<string> {
  const name = localRef.startsWith('refs/heads/') ? localRef.slice('refs/heads/'.length) : null;
  if (name === null) return localId;
  const named = await attempt(top, { head: name, base: localId });
  named?.comparison.close();
  return named?.comparison.compared.head === localId ? name : localId;
}
