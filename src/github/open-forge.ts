import { GauntletError } from '../model/error.ts';
import type { Forge } from '../ports/forge.ts';
import { programFile } from '../process/index.ts';
import { ghForge } from './gh-forge.ts';
import { httpForge } from './http-forge.ts';

export type ForgeOptions = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The address of `origin`; null where there is none. */
  readonly remote: string | null;
  readonly cwd: string;
};

/** Which repository it would be, found out without asking anybody. */
export function repositoryOnForge({ env, remote }: Pick<ForgeOptions, 'env' | 'remote'>): RemotePlace {
  const place = remote === null ? undefined : placeOfRemote(remote);
  const slug = slugIn(env['GITHUB_REPOSITORY']) ?? place?.slug;
  if (slug !== undefined) return { slug, host: place?.host ?? 'github.com' };
  throw new GauntletError('USAGE_INVALID', 'it is not clear which repository has the pull request', {
    hint: 'Set GITHUB_REPOSITORY=owner/name, or set the origin remote to a repository on GitHub.',
  });
}

/**
 * A token in the environment, else `gh`. A token goes to the address that stands beside it in the environment or to
 * github.com: an address out of a clone's settings never gets it.
 */
export function openForge(around: ForgeOptions): Forge {
  const { env } = around;
  const { slug, host } = repositoryOnForge(around);
  const token = env['GITHUB_TOKEN'] ?? env['GH_TOKEN'] ?? '';
  const named = env['GITHUB_API_URL'] ?? (host === 'github.com' ? 'https://api.github.com' : undefined);
  if (token !== '' && named !== undefined) return httpForge({ api: safeAddress(named), slug, token });
  const program = programFile('gh', env['PATH'] ?? '', around.cwd);
  if (program !== undefined) return ghForge({ program, slug, host, cwd: around.cwd, env });
  throw new GauntletError('ENVIRONMENT_UNFIT', 'there is neither a token nor gh to reach the pull request', {
    hint: 'Set GITHUB_TOKEN, or install gh and log in: gh auth login',
  });
}

function safeAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isNear = url !== undefined && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isNear)) return url;
  throw new GauntletError('USAGE_INVALID', `GITHUB_API_URL is not an https address: ${text}`);
}

/** Where a remote is, as far as its address says so. */
type RemotePlace = { readonly host: string; readonly slug: string };

const SLUG = /^[A-Za-z0-9_.-]+\/[A-Za-z0-9_.-]+$/;

/** Understands what people have as `origin`: https, ssh and git addresses, and `git@host:owner/name`. */
export function placeOfRemote(url: string): RemotePlace | undefined {
  const [, host, path] =
    /^(?:https?|ssh|git):\/\/(?:[^@/]*@)?([^/:]+)(?::\d+)?\/(.+)$/.exec(url.trim()) ??
    /^(?:[^@/:]+@)?([^@/:]{2,}):(?!\/)(.+)$/.exec(url.trim()) ??
    [];
  const slug = slugIn(path?.replace(/\.git\/?$|\/$/, ''));
  return host === undefined || slug === undefined ? undefined : { host: host.toLowerCase(), slug };
}

/** `owner/name`, and nothing that a path would take for more. */
function slugIn(text: string | undefined): string | undefined {
  if (text === undefined || !SLUG.test(text)) return undefined;
  return text.split('/').some((part) => /^\.+$/.test(part)) ? undefined : text;
}
