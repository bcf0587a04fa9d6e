import { addTo } from '../../engine/add-to.ts';
import type { ProjectFacts } from '../../engine/facts.ts';
import { memoPerProject } from '../../engine/incremental/memo.ts';
import { moduleFinder, packageOf } from '../modules/find-module.ts';
import { nameFinder } from '../modules/find-name.ts';
import { type Address, addressOf } from '../routes/model/addresses.ts';
import { agreement } from '../routes/model/paths.ts';
import type { Route, RouteTable } from '../routes/model/route.ts';
import { routeTable } from '../routes/model/route-table.ts';
import { type Fit, fitsOf, isCrossed } from './alignment.ts';
import { type Request, requestsOf } from './requests.ts';

type Path = Extract<Address, { kind: 'path' }>;

/** One request, and what serves it. */
export type JudgedRequest = {
  readonly file: string;
  readonly line: number;
  readonly method: string | undefined;
  readonly path: string;
  readonly routes: readonly Route[];
  readonly verdict: 'served' | 'not served' | 'another method' | 'unclear';
  /** Why it is unclear, or the methods that are there. */
  readonly because: string;
};

export type CrossReference = {
  readonly judged: readonly JudgedRequest[];
  /** Requests whose address is not written down. */
  readonly unknown: readonly { readonly file: string; readonly line: number; readonly because: string }[];
  readonly elsewhere: number;
  readonly routes: readonly Route[];
  readonly unresolvedRoutes: number;
};

/** Every request of the project held against every route; done once for all rules that ask. */
export const crossReference = memoPerProject((project): CrossReference => {
  const find = nameFinder(project, moduleFinder(project));
  const table = routeTable(project, find);
  const groups = new Map<string, Asked[]>();
  const unknown = new Map<string, CrossReference['unknown'][number]>();
  let elsewhere = 0;
  for (const request of requestsOf(project, find)) {
    const { file, line } = request;
    const addresses = request.base.flatMap((base) => request.url.map((url) => addressOf(base, url)));
    const paths = addresses.filter((each) => each.kind === 'path');
    const open = addresses.find((each) => each.kind === 'unknown');
    if (paths.length > 0)
      for (const path of unique(paths))
        addTo(groups, groupOf(path, request, project), { request, path, fits: fitsOf(path, table.routes) });
    else if (open === undefined) elsewhere += 1;
    else unknown.set(`${file}:${line}`, { file, line, because: open.because });
  }
  const all = [...groups.values()].flatMap((group) => judgeGroup(group, table));
  // Of a request that may have several addresses one is enough: who calls decides which are used.
  const served = new Set(
    all.filter(({ judged }) => judged.verdict === 'served').map(({ request }) => request),
  );
  const judged = all
    .filter(({ request, judged: { verdict } }) => verdict === 'served' || !served.has(request))
    .map((each) => each.judged);
  const { routes, unresolved } = table;
  return { judged, unknown: [...unknown.values()], elsewhere, routes, unresolvedRoutes: unresolved };
});

type Asked = { readonly request: Request; readonly path: Path; readonly fits: readonly Fit[] };

function unique(paths: readonly Path[]): readonly Path[] {
  return [...new Map(paths.map((path) => [`${path.base} ${path.segments.join('/')}`, path])).values()];
}

/** Who asks which server; a plain word before a path may mean another server in every file. */
function groupOf({ base }: Path, { file }: Request, project: ProjectFacts): string {
  const server = /^(?:[a-z]\w*|\?|#\d+)$/.test(base) && base !== 'relative' ? `${base} ${file}` : base;
  return `${packageOf(file, project)}\n${server}`;
}

type Verdict = { readonly request: Request; readonly judged: JudgedRequest };

/**
 * Requests with the same beginning go to the same server. It is one of this project where half of them are served here:
 * only then is an address that nobody serves a mistake.
 */
function judgeGroup(group: readonly Asked[], table: RouteTable): readonly Verdict[] {
  const shifts = usualShifts(group);
  const first = group.map(({ request, path, fits }) => {
    const usual = fits.filter(({ shift }) => shifts.has(shift));
    return { request, path, fits: usual, ...judgeMethod(request, path, usual) };
  });
  const served = first.filter(({ verdict }) => verdict === 'served' || verdict === 'another method').length;
  const isOurs = served > 0 && served * 2 >= group.length;
  return first.map(({ request, path, fits, verdict, because }) => {
    const { file, line, method } = request;
    const shown = `/${path.segments.join('/').replaceAll('\0', '{…}')}`;
    const found = { file, line, method, path: shown, routes: fits.map(({ route }) => route) };
    const isOpaque = isBelow(path, table.opaque) && fits.length > 0;
    if (verdict === 'served' || isOpaque)
      return { request, judged: { ...found, verdict: 'served', because: '' } };
    const doubt = isOurs ? whyUnclear(path, method, table) : FOREIGN;
    if (doubt !== undefined) return { request, judged: { ...found, verdict: 'unclear', because: doubt } };
    return { request, judged: { ...found, verdict, because } };
  });
}

/** As it stands, and what a proxy puts before or takes off a good part of the group. */
function usualShifts(group: readonly Asked[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { fits } of group)
    for (const shift of new Set(fits.map((fit) => fit.shift)))
      counts.set(shift, (counts.get(shift) ?? 0) + 1);
  const least = group.length <= 3 ? 1 : Math.max(2, group.length * 0.1);
  return new Set(['', ...[...counts].filter(([, count]) => count >= least).map(([shift]) => shift)]);
}

function judgeMethod(
  { method }: Request,
  path: Path,
  fits: readonly Fit[],
): Pick<JudgedRequest, 'verdict' | 'because'> {
  if (fits.length === 0) return { verdict: 'not served', because: '' };
  const isMet =
    method === undefined ||
    path.isOpen ||
    method === 'OPTIONS' ||
    fits.some(({ route }) => isAnswering(route, method) || (method === 'HEAD' && route.method === 'GET'));
  if (isMet) return { verdict: 'served', because: '' };
  // `/stays/${id}/check-in` is not what `/stays/page/:page` serves, whatever the method.
  if (fits.every(({ route }) => isCrossed(path.segments, route.segments)))
    return { verdict: 'not served', because: '' };
  const methods = [...new Set(fits.map(({ route }) => route.method))].toSorted();
  return { verdict: 'another method', because: methods.join(', ') };
}

function isAnswering(route: Route, method: string | undefined): boolean {
  return method === undefined || route.method === 'ANY' || route.method === method;
}

const FOREIGN = 'requests to a server that is not in this project, or is not understood';

/** Why nobody knows all that is served where a request goes; undefined where it is known. */
function whyUnclear(
  path: Path,
  method: string | undefined,
  { routes, opaque, unresolved }: RouteTable,
): string | undefined {
  if (path.segments.length === 0) return 'requests to the root';
  if (isBelow(path, opaque)) return 'requests below a URL that an external server serves';
  if (path.segments.some((each) => each.includes('\0\0')))
    return 'requests with a part that may match several path segments';
  if (routes.some((route) => !route.isKnown && isAnswering(route, method) && isEndOf(route, path)))
    return 'requests matching the end of a route with an unknown prefix';
  return unresolved > 0 ? 'requests in a project whose routes are not all understood' : undefined;
}

/** Whether a path stands below one of these. */
function isBelow({ segments }: Path, starts: readonly (readonly string[])[]): boolean {
  return starts.some((start) => start.every((each, at) => each === segments[at] || each === '\0'));
}

/** Whether a path ends as a route is written. */
function isEndOf(route: Route, { segments }: Path): boolean {
  const { length } = route.segments;
  return (
    length <= segments.length &&
    route.segments.some((each) => !each.includes('\0')) &&
    route.segments.every(
      (each, at) => agreement(each, segments[segments.length - length + at] ?? '') !== 'no',
    )
  );
}
