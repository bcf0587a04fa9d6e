import { GauntletError } from '../../model/error.ts';
import type { Forge, ForgeRequest } from '../../ports/forge.ts';
import { type LineComment, reviewMark } from '../../report/index.ts';
import { fits } from '../../schema/fits.ts';
import { anything, openMapOf, text } from '../../schema/shape.ts';
import { allOf, answered, Comment, openPullOf, Pull, viewer } from './forge-answers.ts';

/** What a pull request is told about a review of it. */
export type CommentRequest = {
  /** null: the open pull request of the branch. */
  readonly number: number | null;
  /** null: it is no branch, so no pull request can be found or made for it. */
  readonly branch: string | null;
  readonly base: string;
  readonly title: string;
  /** The commit that was judged. */
  readonly head: string;
  readonly comment: string;
  readonly lines: readonly LineComment[];
  /** There is nothing to say to somebody who was told nothing before. */
  readonly isQuiet: boolean;
};

/** A request that was sent, or would be. */
export type SentRequest = Pick<ForgeRequest, 'method' | 'path' | 'body'>;

export type PostedReview = {
  readonly number: number | null;
  readonly url: string | null;
  readonly posted: boolean;
  readonly requests: readonly SentRequest[];
};

/** What would be sent to a pull request that nobody has told anything yet. Nobody is asked for it. */
export function previewComment(slug: string, telling: CommentRequest): PostedReview {
  const number = telling.number ?? '{number}';
  const requests: readonly SentRequest[] = telling.isQuiet
    ? []
    : [
        { method: 'POST', path: `/repos/${slug}/issues/${number}/comments`, body: { body: telling.comment } },
        ...(telling.lines.length === 0 ? [] : [reviewRequest(slug, number, telling, telling.lines)]),
      ];
  return { number: telling.number, url: null, posted: false, requests };
}

/**
 * Tells a pull request: one comment that is rewritten by every review, and each finding at its line once. It comments;
 * it neither approves nor refuses nor merges.
 */
export async function postComment(forge: Forge, telling: CommentRequest): Promise<PostedReview> {
  const pull = await pullFor(forge, telling);
  if (pull === undefined) return draftFor(forge, telling);
  refuseOther(pull, telling);
  const requests: SentRequest[] = [];
  const send = async (request: SentRequest): Promise<void> => {
    await answered(forge, request, anything());
    requests.push(request);
  };
  const { slug } = forge;
  const me = await viewer(forge);
  const isOurs = ({ user }: Comment): boolean => user?.login === me;
  const comments = await allOf(forge, `/repos/${slug}/issues/${pull.number}/comments`, Comment);
  const known = comments.find((each) => isOurs(each) && each.body?.startsWith(reviewMark) === true);
  const body = { body: telling.comment };
  if (known !== undefined && known.body?.trim() !== telling.comment.trim())
    await send({ method: 'PATCH', path: `/repos/${slug}/issues/comments/${known.id}`, body });
  if (known === undefined && !telling.isQuiet)
    await send({ method: 'POST', path: `/repos/${slug}/issues/${pull.number}/comments`, body });
  if (telling.lines.length > 0) {
    const said = await allOf(forge, `/repos/${slug}/pulls/${pull.number}/comments`, Comment);
    const ours = said.filter(isOurs);
    const fresh = telling.lines.filter(
      ({ mark }) => !ours.some((each) => each.body?.includes(mark) === true),
    );
    if (fresh.length > 0) await send(reviewRequest(slug, pull.number, telling, fresh));
  }
  return { number: pull.number, url: pull.html_url, posted: true, requests };
}

function reviewRequest(
  slug: string,
  number: number | string,
  { head }: CommentRequest,
  lines: readonly LineComment[],
): SentRequest {
  const comments = lines.map(({ path, line, body }) => ({ path, line, side: 'RIGHT', body }));
  const body = { commit_id: head, event: 'COMMENT', comments };
  return { method: 'POST', path: `/repos/${slug}/pulls/${number}/reviews`, body };
}

async function pullFor(forge: Forge, { number, branch }: CommentRequest): Promise<Pull | undefined> {
  if (number !== null)
    return answered(forge, { method: 'GET', path: `/repos/${forge.slug}/pulls/${number}` }, Pull);
  return branch === null ? undefined : openPullOf(forge, branch);
}

/** A verdict is about one commit: told of another it would be false (P8). */
function refuseOther({ number, head }: Pull, telling: CommentRequest): void {
  if (head.sha === telling.head) return;
  const [is, was] = [head.sha, telling.head].map((id) => id.slice(0, 12));
  throw new GauntletError(
    'STATE_CONFLICT',
    `pull request #${number} is at ${is}, but the review judged ${was}`,
    {
      hint: 'Push or fetch, and review again.',
    },
  );
}

const Branch = openMapOf({ commit: openMapOf({ sha: text() }) });

/** One draft, of a branch that the remote has already: nothing is pushed here (DISPATCH-10). */
async function draftFor(forge: Forge, telling: CommentRequest): Promise<PostedReview> {
  const { branch, base, title, head, comment } = telling;
  if (branch === null)
    throw new GauntletError('USAGE_INVALID', 'the review was not of a branch: name the pull request', {
      hint: 'gauntlet review … --pr <number>',
    });
  const there = await forge.send({
    method: 'GET',
    path: `/repos/${forge.slug}/branches/${encodeURIComponent(branch)}`,
  });
  if (there.status !== 200 || !fits(Branch, there.body) || there.body.commit.sha !== head)
    throw new GauntletError('STATE_CONFLICT', `${branch} on the remote is not at the reviewed commit`, {
      hint: 'Push it first: nothing is pushed for you.',
    });
  const body = { title, head: branch, base, body: comment, draft: true };
  const request = { method: 'POST', path: `/repos/${forge.slug}/pulls`, body } as const;
  const made = await answered(forge, request, Pull);
  return { number: made.number, url: made.html_url, posted: true, requests: [request] };
}
