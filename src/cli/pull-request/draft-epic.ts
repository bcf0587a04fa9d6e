import { openForge, repositoryOnForge } from '../../github/index.ts';
import type { Repository } from '../../git/index.ts';
import { GauntletError } from '../../model/error.ts';
import { capped } from '../../report/index.ts';
import type { RunningCall } from '../run/options.ts';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.ts';
import { answered, openPullOf, Pull } from './forge-answers.ts';

/** A branch that an epic ended with, and what people are to be told of it. */
export type Landed = {
  readonly branch: string;
  /** The branch it is meant for. */
  readonly base: string;
  readonly title: string;
  readonly summary: string;
  /** Nothing has landed on it: there is nothing to look at. */
  readonly isEmpty: boolean;
};

export type Draft = {
  readonly repository: string | null;
  readonly number: number | null;
  readonly url: string | null;
  readonly posted: boolean;
  /** What was done or would be, in one sentence. */
  readonly what: string;
  readonly exitCode: ExitCode;
};

/** With `--pr`: one draft pull request of what landed (DISPATCH-10); only `--post` pushes and opens it. */
export async function draftOfEpic(
  call: RunningCall,
  repository: Repository,
  landed: Landed,
): Promise<Draft | undefined> {
  if (call.options.pr !== true) return undefined;
  const nothing = { repository: null, number: null, url: null, posted: false, exitCode: exitCodes.passed };
  if (landed.isEmpty) return { ...nothing, what: 'nothing has landed: there is no pull request to open' };
  try {
    const around = { env: call.io.env, remote: await repository.originUrl(), cwd: repository.top };
    const { slug } = repositoryOnForge(around);
    if (call.options.post !== true) {
      const plan = `push ${landed.branch} to origin and open one draft pull request into ${landed.base} of ${slug}`;
      return { ...nothing, repository: slug, what: `[DRY-RUN] would ${plan} (--post does it)` };
    }
    const forge = openForge(around);
    await repository.pushToOrigin(landed.branch);
    const body = capped(landed.summary);
    const known = await openPullOf(forge, landed.branch);
    const path = `/repos/${slug}/pulls${known === undefined ? '' : `/${known.number}`}`;
    const { title, branch: head, base } = landed;
    const pull =
      known === undefined
        ? await answered(
            forge,
            { method: 'POST', path, body: { title, head, base, body, draft: true } },
            Pull,
          )
        : await answered(forge, { method: 'PATCH', path, body: { body } }, Pull);
    const what = `pushed ${landed.branch}; ${known === undefined ? 'draft pull request' : 'rewrote what stands in'} ${pull.html_url}`;
    return { ...nothing, repository: slug, number: pull.number, url: pull.html_url, posted: true, what };
  } catch (error) {
    if (!(error instanceof GauntletError)) throw error;
    const hint = error.hint === undefined ? '' : ` (${error.hint})`;
    const what = `no pull request was opened: ${error.message}${hint}`;
    return { ...nothing, what, exitCode: exitCodeOf(error.code) };
  }
}
