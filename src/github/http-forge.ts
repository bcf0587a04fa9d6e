import { GauntletError } from '../model/error.ts';
import type { Forge, ForgeRequest } from '../ports/forge.ts';

export type HttpPlace = { readonly api: URL; readonly slug: string; readonly token: string };

const LONGEST_MS = 30_000;

/** The forge's own interface over HTTP. */
export function httpForge({ api, slug, token }: HttpPlace): Forge {
  return {
    slug,
    how: api.host,
    async send({ method, path, body }: ForgeRequest) {
      const address = `${api.href.replace(/\/$/, '')}${path}`;
      try {
        const reply = await fetch(address, {
          method,
          headers: {
            accept: 'application/vnd.github+json',
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'user-agent': 'gauntlet',
            'x-github-api-version': '2022-11-28',
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          // A key is sent to the place it is for, and nowhere else.
          redirect: 'error',
          signal: AbortSignal.timeout(LONGEST_MS),
        });
        return { status: reply.status, body: jsonIn(await reply.text()) };
      } catch (cause) {
        const because = cause instanceof Error ? cause.message : 'no answer';
        throw new GauntletError(
          'ENVIRONMENT_UNFIT',
          `${api.host} did not answer ${method} ${path}: ${because}`,
        );
      }
    },
  };
}

/** What is no JSON is kept as text: a refusal may come from something in between. */
export function jsonIn(text: string): unknown {
  try {
    return text === '' ? null : (JSON.parse(text) as unknown);
  } catch {
    return text;
  }
}
