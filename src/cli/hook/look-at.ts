import { compare, type Comparison, isOnRemote, type Repository } from '../../git/index.ts';
import { hasCode } from '../../model/error.ts';
import type { ComparisonRequest } from '../../ports/compared.ts';
import type { ReviewCall } from '../review/options.ts';
import { writeRoundDocument } from '../review/document.ts';
import { firstRound, reviewWithoutAgents } from '../review/no-agents.ts';
import { prepareReview } from '../review/prepare.ts';
import type { ReviewResult } from '../review/result.ts';
import { type ReviewRequest, reviewRequestOf } from '../review/review-request.ts';
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
  const { asked, comparison } = await comparisonOf(repository, pushed);
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

async function comparisonOf({ top }: Repository, pushed: PushedRef): Promise<Chosen> {
  const head = await headOf(top, pushed);
  const known =
    pushed.remoteId === null
      ? undefined
      : await attempt(top, { head, base: pushed.remoteId, isEarlier: true });
  // What the remote has is not always here: somebody else may have pushed, and this push may be forced.
  const chosen = known ?? (await attempt(top, { head, base: null }));
  const isBased =
    chosen !== undefined && (chosen === known || (await isOnRemote(top, chosen.comparison.compared.from)));
  if (isBased) return chosen;
  // A base that only this clone has says nothing about what the remote gets: then everything is news.
  const asked: ComparisonRequest = { head, base: null, part: 'commits', whole: true };
  return { asked, comparison: await compare(top, asked) };
}

async function attempt(
  top: string,
  about: Pick<ComparisonRequest, 'head' | 'base' | 'isEarlier'>,
): Promise<Chosen | undefined> {
  const asked: ComparisonRequest = { ...about, part: 'commits' };
  try {
    return { asked, comparison: await compare(top, asked) };
  } catch (error) {
    if (hasCode(error, 'USAGE_INVALID')) return undefined;
    throw error;
  }
}

/** The name of the branch where it is one, so that what is shown and remembered goes by it. */
async function headOf(top: string, { localRef, localId }: PushedRef): Promise<string> {
  const name = localRef.startsWith('refs/heads/') ? localRef.slice('refs/heads/'.length) : null;
  if (name === null) return localId;
  const named = await attempt(top, { head: name, base: localId });
  named?.comparison.close();
  return named?.comparison.compared.head === localId ? name : localId;
}
