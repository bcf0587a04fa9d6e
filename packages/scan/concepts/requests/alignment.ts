import { agreement } from '../routes/model/paths.ts';
import type { Route } from '../routes/model/route.ts';

/** The path of a request, cut up. */
export type Called = { readonly segments: readonly string[]; readonly isOpen: boolean };

/**
 * How a request fits a route: as it stands (`''`), with what a server or proxy puts before it (`+api/v1`), or without
 * what a proxy takes off (`-api`).
 */
export type Fit = { readonly shift: string; readonly route: Route };

/** All the ways in which a request may be for one of the routes. */
export function fitsOf(called: Called, routes: readonly Route[]): readonly Fit[] {
  const found: Fit[] = [];
  for (const route of routes) {
    const more = route.segments.length - called.segments.length;
    if (route.isTail || called.isOpen) addOpen(called, route, found);
    if (more >= 0) addLonger(called, route, more, found);
    else addShorter(called, route, -more, found);
  }
  return found;
}

/** The route has as much, or something before it. */
function addLonger(called: Called, route: Route, more: number, found: Fit[]): void {
  const how = compare(called.segments, 0, route, more);
  if (how === 'no') return;
  const isExact = more === 0 && route.isKnown;
  if (!isExact && how !== 'same') return;
  const before = route.segments.slice(0, more).join('/');
  found.push({ shift: isExact ? '' : `+${route.isKnown ? '' : '?'}${before}`, route });
}

/** The request has something before it that the route has not. */
function addShorter(called: Called, route: Route, more: number, found: Fit[]): void {
  if (!route.segments.some((each) => !each.includes('\0'))) return;
  if (more > 3 || compare(called.segments, more, route, 0) !== 'same') return;
  found.push({ shift: `-${called.segments.slice(0, more).join('/')}`, route });
}

/** Everything below a route, or everything that begins like the request. */
function addOpen(called: Called, route: Route, found: Fit[]): void {
  const length = Math.min(called.segments.length, route.segments.length);
  if (route.isTail && length < route.segments.length) return;
  if (!route.isTail && (length < called.segments.length || route.segments.length === length)) return;
  const served = { ...route, segments: route.segments.slice(0, length) };
  const how = compare(called.segments.slice(0, length), 0, served, 0);
  if (how === 'same') found.push({ shift: '', route });
}

/** Whether segments agree from these places on; `same` where at least one does letter by letter. */
function compare(
  called: readonly string[],
  from: number,
  { segments, numbers }: Pick<Route, 'segments' | 'numbers'>,
  to: number,
): 'no' | 'open' | 'same' {
  let how: 'open' | 'same' = 'open';
  for (let at = called.length - 1; at >= from; at -= 1) {
    const place = at - from + to;
    const each = agreement(called[at] ?? '', segments[place] ?? '');
    if (numbers?.includes(place) === true && /^[a-z][a-z_-]*$/i.test(called[at] ?? '')) return 'no';
    if (each === 'no') return 'no';
    if (each === 'same') how = 'same';
  }
  return how;
}

/** A word of the route where the request has a value, and a value where the request has a word. */
export function isCrossed(called: readonly string[], served: readonly string[]): boolean {
  if (called.length !== served.length) return false;
  const isValue = (text: string | undefined): boolean => text === '\0';
  return (
    called.some((each, at) => isValue(each) && !isValue(served[at])) &&
    called.some((each, at) => !isValue(each) && isValue(served[at]))
  );
}
