import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';

/** Why a path of the configuration may not be used below a folder; undefined when it may. */
export function whyOutside(path: string): string | undefined {
  const parts = path.split(/[/\\]/);
  if (path === '' || isAbsolute(path) || path.includes('\0'))
    return `${JSON.stringify(path)} is not a relative path`;
  if (parts.includes('..')) return `${path} leads out of the repository`;
  if (parts.some((part) => part.toLowerCase() === '.git')) return `${path} belongs to git`;
  return undefined;
}

/**
 * The place `path` names below `root` without passing a link on the way, or undefined: whoever worked in there may have
 * put a link to somewhere else where a folder was.
 */
export function contained(root: string, path: string): string | undefined {
  if (whyOutside(path) !== undefined) return undefined;
  const place = join(root, path);
  for (let at = dirname(place); isWithin(at, root); at = dirname(at)) {
    const real = realOf(at);
    if (real !== undefined) return real === at ? place : undefined;
  }
  return undefined;
}

export function isWithin(path: string, root: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

export function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
