/** Where a remote is, as far as its address says so. */
export type RemotePlace = { readonly host: string; readonly slug: string };

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
export function slugIn(text: string | undefined): string | undefined {
  if (text === undefined || !SLUG.test(text)) return undefined;
  return text.split('/').some((part) => /^\.+$/.test(part)) ? undefined : text;
}
