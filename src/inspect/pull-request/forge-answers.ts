import { GauntletError } from '../../model/error.ts';
import type { Forge, ForgeRequest } from '../../ports/forge.ts';
import { fits } from '../../schema/fits.ts';
import {
  type Infer,
  listOf,
  nullable,
  openMapOf,
  optional,
  type Shape,
  text,
  whole,
} from '../../schema/shape.ts';

/** Of what a forge answers, what is used here. */
export const Pull = openMapOf({
  number: whole(1),
  html_url: text(),
  head: openMapOf({ sha: text() }),
});
export type Pull = Infer<typeof Pull>;

export const Comment = openMapOf({
  id: whole(1),
  body: optional(nullable(text())),
  user: optional(nullable(openMapOf({ login: text() }))),
});
export type Comment = Infer<typeof Comment>;

const Refusal = openMapOf({ message: text() });

/** Sends one request and reads its answer; a refusal is said as the forge says it. */
export async function answered<Answer>(
  forge: Forge,
  request: ForgeRequest,
  shape: Shape<unknown, Answer>,
): Promise<Answer> {
  const { status, body } = await forge.send(request);
  const what = `${request.method} ${request.path}`;
  if (status < 200 || status > 299) {
    const because = fits(Refusal, body) ? `: ${body.message}` : '';
    throw new GauntletError('ENVIRONMENT_UNFIT', `${forge.how} refused ${what} (${status})${because}`, {
      hint: 'The token needs to read the repository and to write pull requests and issues.',
    });
  }
  if (fits(shape, body)) return body;
  throw new GauntletError('ENVIRONMENT_UNFIT', `${forge.how} answered ${what} with unexpected content`);
}

const PAGE = 100;
const MOST_PAGES = 30;

/** All pages of a list. */
export async function allOf<Answer>(
  forge: Forge,
  path: string,
  shape: Shape<unknown, Answer>,
): Promise<readonly Answer[]> {
  const all: Answer[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const mark = path.includes('?') ? '&' : '?';
    const asked = { method: 'GET', path: `${path}${mark}per_page=${PAGE}&page=${page}` } as const;
    const found = await answered(forge, asked, listOf(shape) as Shape<unknown, readonly Answer[]>);
    all.push(...found);
    if (found.length < PAGE) break;
  }
  return all;
}

const Viewer = openMapOf({ login: text() });

/** Who we are there: comments of others are never changed, whatever stands in them. */
export async function viewer(forge: Forge): Promise<string> {
  const { status, body } = await forge.send({ method: 'GET', path: '/user' });
  // The token of a workflow is nobody's; what it writes is written by this one.
  return status === 200 && fits(Viewer, body) ? body.login : 'github-actions[bot]';
}

/** The one open pull request of a branch of this repository; undefined: there is none. */
export async function openPullOf(forge: Forge, branch: string): Promise<Pull | undefined> {
  const [owner = ''] = forge.slug.split('/');
  const head = encodeURIComponent(`${owner}:${branch}`);
  const found = await allOf(forge, `/repos/${forge.slug}/pulls?state=open&head=${head}`, Pull);
  if (found.length <= 1) return found[0];
  const numbers = found.map(({ number }) => `#${number}`).join(', ');
  throw new GauntletError('USAGE_INVALID', `${branch} has several open pull requests: ${numbers}`, {
    hint: 'Say which: --pr <number>',
  });
}
