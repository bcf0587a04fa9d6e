import { addedLines } from '../../detect/index.ts';
import { openForge, repositoryOnForge } from '../../github/index.ts';
import { loadChanges } from '../../gates/index.ts';
import { changedAt, type Comparison, type Repository } from '../../git/index.ts';
import { GauntletError } from '../../model/error.ts';
import { outcomeOf } from '../../model/outcome.ts';
import { lineComments, reviewComment } from '../../report/index.ts';
import { statusOf } from '../../review/index.ts';
import type { Call } from '../../project/call.ts';
import { exitCodeOf, worstOf } from '../../model/exit-codes.ts';
import type { ReviewResult } from '../review/result.ts';
import type { ReviewRequest } from '../review/review-request.ts';
import { previewComment, postComment, type CommentRequest, type PostedReview } from './post-comment.ts';

/** The result with what its pull request was told, or would be; without `--pr` as it is. */
export async function withPullRequest(
  call: Call,
  repository: Repository,
  comparison: Comparison,
  { result, wish }: { readonly result: ReviewResult; readonly wish: ReviewRequest },
): Promise<ReviewResult> {
  if (wish.pr === null) return result;
  const around = { env: call.io.env, remote: await repository.originUrl(), cwd: repository.top };
  const { slug } = repositoryOnForge(around);
  const telling = await tellingOf(comparison, result, wish, wish.pr.number);
  if (wish.pr.post === false)
    return { ...result, pullRequest: { repository: slug, ...previewComment(slug, telling) } };
  try {
    const told = await postComment(openForge(around), telling);
    return { ...result, pullRequest: { repository: slug, ...told } };
  } catch (error) {
    if (!(error instanceof GauntletError)) throw error;
    const note = `no comment on the pull request: ${error.message}${error.hint === undefined ? '' : ` (${error.hint})`}`;
    const none: PostedReview = { number: wish.pr.number, url: null, posted: false, requests: [] };
    const pullRequest = { repository: slug, ...none };
    if (wish.pr.post === 'try') return { ...result, notes: [...result.notes, note], pullRequest };
    // What was found is said in any case; that nobody on the forge was told is no pass.
    const isPassed = result.outcome.verdict === 'passed';
    const outcome = isPassed ? outcomeOf({ notComputed: [note] }) : result.outcome;
    return {
      ...result,
      outcome,
      status: isPassed ? statusOf(outcome) : result.status,
      notComputed: [...result.notComputed, note],
      exitCode: worstOf([result.exitCode, exitCodeOf(error.code)]),
      pullRequest,
    };
  }
}

async function tellingOf(
  { compared, place }: Comparison,
  result: ReviewResult,
  { failOn }: ReviewRequest,
  number: number | null,
): Promise<CommentRequest> {
  const changes = await loadChanges(changedAt(compared, place), compared.from, compared.head);
  const lines = new Map(
    changes.map((change) => [change.path, new Set(addedLines(change).map(({ line }) => line))]),
  );
  const isChanged = (path: string, line: number): boolean => lines.get(path)?.has(line) === true;
  return {
    number,
    branch: compared.part === 'commits' ? compared.branch : null,
    base: compared.base.name,
    title: compared.name,
    head: result.compared.head,
    comment: reviewComment(result, failOn),
    lines: lineComments(result, failOn, isChanged),
    isQuiet: result.status === 'clean' && result.findings.length + result.redAtBase.length === 0,
  };
}

/** What is said of it to people. */
export function pullRequestLines({ pullRequest }: ReviewResult): readonly string[] {
  if (pullRequest === undefined) return [];
  const { number, url, posted, requests, repository } = pullRequest;
  const where = url ?? `${repository}#${number ?? '(the open pull request of the branch)'}`;
  if (requests.length === 0) return posted ? [`pull request ${where}: nothing new to post`] : [];
  return requests.map(({ method, path }) =>
    posted
      ? `posted to ${where}: ${method} ${path}`
      : `[DRY-RUN] would post to ${where}: ${method} ${path} (add --post to do it)`,
  );
}
