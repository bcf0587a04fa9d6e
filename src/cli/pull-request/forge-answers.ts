import { z } from 'zod';

import { GauntletError } from '../../model/error.ts';
import type { Forge, ForgeRequest } from '../../ports/forge.ts';

/** Of what a forge answers, what is used here. */
export const Pull = z.object({
  number: z.int().positive(),
  html_url: z.string(),
  head: z.object({ sha: z.string() }),
});
export type Pull = z.infer<typeof Pull>;

export const Comment = z.object({
  id: z.int().positive(),
  body: z.string().nullish(),
  user: z.object({ login: z.string() }).nullish(),
});
export type Comment = z.infer<typeof Comment>;

const Refusal = z.object({ message: z.string() });

/** Sends one request and reads its answer; a refusal is said as the forge says it. */
export async function answered<Answer>(
  forge: Forge,
  request: ForgeRequest,
  shape: z.ZodType<Answer>,
): Promise<Answer> {
  const { status, body } = await forge.send(request);
  const what = `${request.method} ${request.path}`;
  if (status < 200 || status > 299) {
    const said = Refusal.safeParse(body);
    const because = said.success ? `: ${said.data.message}` : '';
    throw new GauntletError('ENVIRONMENT_UNFIT', `${forge.how} refused ${what} (${status})${because}`, {
      hint: 'The token needs to read the repository and to write pull requests and issues.',
    });
  }
  const read = shape.safeParse(body);
  if (read.success) return read.data;
  throw new GauntletError('ENVIRONMENT_UNFIT', `${forge.how} answered ${what} with something else`);
}

const PAGE = 100;
const MOST_PAGES = 30;

/** All pages of a list. */
export async function allOf<Answer>(
  forge: Forge,
  path: string,
  shape: z.ZodType<Answer>,
): Promise<readonly Answer[]> {
  const all: Answer[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const mark = path.includes('?') ? '&' : '?';
    const asked = { method: 'GET', path: `${path}${mark}per_page=${PAGE}&page=${page}` } as const;
    const found = await answered(forge, asked, z.array(shape));
    all.push(...found);
    if (found.length < PAGE) break;
  }
  return all;
}

/** Who we are there: comments of others are never changed, whatever stands in them. */
export async function viewer(forge: Forge): Promise<string> {
  const { status, body } = await forge.send({ method: 'GET', path: '/user' });
  const read = z.object({ login: z.string() }).safeParse(body);
  // The token of a workflow is nobody's; what it writes is written by this one.
  return status === 200 && read.success ? read.data.login : 'github-actions[bot]';
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
