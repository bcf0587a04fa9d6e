import type { Value } from '../../constants/fact.ts';
import type { Pieces } from '../../../syntax/typescript/pieces.ts';
import { OPEN } from './addresses.ts';

/** `router.use(requireLogin, requireAdmin)`: two that stand before every handler, not a path and what serves it. */
export function isGuard(path: string, child: string): boolean {
  return path.replace(/^\//, '').startsWith(OPEN) && !/proxy|graphql|trpc|static|serve/i.test(child);
}

/** A word that tells more than that there is an interface, and in which version. */
export function isOwnWord(segment: string): boolean {
  return !segment.includes(OPEN) && !/^(?:api|rest|v\d+)$/.test(segment);
}

/** Names of what answers below its path by itself. */
export const HANDLES =
  /^\?$|proxy|handler|graphql|trpc|static|serve|swagger|socket|webhook|resource|admin|board|queue|upload/i;

/** By its name it hangs something on a router that answers nobody. */
export const ADDS_NO_ROUTES = /(?:middlewares?|hooks?|decorators?|parsers?|shutdown)#\d+$/i;

/** A member of an entry of a list, as it is written. */
export function memberText(entry: Value, name: string): Pieces | undefined {
  if (!('members' in entry) || !Object.hasOwn(entry.members, name)) return undefined;
  const value = entry.members[name];
  return value !== undefined && 'text' in value ? value.text : undefined;
}
