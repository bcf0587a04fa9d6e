import { openForge, repositoryOnForge } from '../../github/index.ts';
import type { Repository } from '../../git/index.ts';
import { capped } from '../../report/index.ts';
import type { Caller } from '../../project/call.ts';
import { answered, openPullOf, Pull } from './forge-answers.ts';

/** The branch that a run ended with, and the words for the people who review it. */
export type Landed = {
  readonly branch: string;
  /** The branch it is meant for. */
  readonly base: string;
  readonly title: string;
  readonly summary: string;
};

export type Draft = {
  readonly repository: string;
  readonly number: number;
  readonly url: string;
  /** Whether this call opened it; otherwise it got the new summary. */
  readonly isNew: boolean;
};

/** Pushes the branch and opens one draft pull request, or updates the open one (DISPATCH-10). */
export async function openDraft(
  { env }: Pick<Caller, 'env'>,
  repository: Repository,
  landed: Landed,
): Promise<Draft> {
  const around = { env, remote: await repository.originUrl(), cwd: repository.top };
  const { slug } = repositoryOnForge(around);
  const forge = openForge(around);
  await repository.pushToOrigin(landed.branch);
  const body = capped(landed.summary);
  const known = await openPullOf(forge, landed.branch);
  const path = `/repos/${slug}/pulls${known === undefined ? '' : `/${known.number}`}`;
  const { title, branch: head, base } = landed;
  const request =
    known === undefined
      ? ({ method: 'POST', path, body: { title, head, base, body, draft: true } } as const)
      : ({ method: 'PATCH', path, body: { body } } as const);
  const pull = await answered(forge, request, Pull);
  return { repository: slug, number: pull.number, url: pull.html_url, isNew: known === undefined };
}
