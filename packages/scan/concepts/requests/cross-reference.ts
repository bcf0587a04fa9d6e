import { addTo } from '../../engine/add-to.ts';
import type { ProjectFacts } from '../../engine/facts.ts';
import { type Address, addressOf } from '../routes/model/addresses.ts';
import { type Fit, fitsOf, isCrossed } from './alignment.ts';
import { FOREIGN, isBelow, whyUnclear } from './doubts.ts';
import { moduleFinder, packageOf } from '../modules/find-module.ts';
import { nameFinder } from '../modules/find-name.ts';
import { type Request, requestsOf } from './requests.ts';
import { type Route, type RouteTable, routeTable } from '../routes/model/route-table.ts';
import { oncePerProject } from '../../engine/incremental/memo.ts';

type Path = Extract<Address, { kind: 'path' }>;

/** One request to a server of ours, and what serves it. */
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
export const crossReference = oncePerProject((project): CrossReference => {
  const findModule = moduleFinder(project);
  const find = nameFinder(project, findModule);
  const table = routeTable(project, find);
  const groups = new Map<string, Asked[]>();
  const unknown: { file: string; line: number; because: string }[] = [];
  const servers = serverPackages(project, table.routes);
  const told = new Set<string>();
  let elsewhere = 0;
  for (const request of requestsOf(project, find)) {
    const addresses = request.base.flatMap((base) => request.url.map((url) => addressOf(base, url)));
    const unclear = addresses.every((each) => each.kind === 'unknown') ? addresses[0] : undefined;
    const paths = addresses.filter((each) => each.kind === 'path');
    const place = `${request.file}:${request.line}`;
    // A server that asks an address it is told at run time asks another one.
    const isOther = unclear?.kind !== 'unknown' || servers.has(packageOf(request.file, project));
    if (paths.length === 0 && isOther) elsewhere += 1;
    else if (paths.length === 0 && unclear?.kind === 'unknown' && !told.has(place))
      unknown.push({ file: request.file, line: request.line, because: unclear.because });
    told.add(place);
    for (const path of unique(paths)) {
      const group = `${packageOf(request.file, project)}\n${serverOf(path, request, project)}`;
      const asked = { request, path, fits: fitsOf(path, table.routes) };
      addTo(groups, group, asked);
    }
  }
  const all = oneWay([...groups.values()].flatMap((group) => judgeGroup(group, table)));
  // The same holds for one that asks a server nobody here is.
  const judged = all.filter(
    ({ file, because }) => because !== FOREIGN || !servers.has(packageOf(file, project)),
  );
  elsewhere += all.length - judged.length;
  return { judged, unknown, elsewhere, routes: table.routes, unresolvedRoutes: table.unresolved };
});

type Asked = { readonly request: Request; readonly path: Path; readonly fits: readonly Fit[] };

function unique(paths: readonly Path[]): readonly Path[] {
  return [...new Map(paths.map((path) => [`${path.base} ${path.segments.join('/')}`, path])).values()];
}

/** What stands before a path; a plain word may mean another server in every file. */
function serverOf({ base }: Path, { file }: Request, project: ProjectFacts): string {
  if (/^#\d+$/.test(base)) {
    // `class Orders extends Api { constructor() { super(API_URL); } }`: all that hand the same on ask the same server.
    const given = new Set(
      [...(project.text(file) ?? '').matchAll(/\bsuper\(\s*([\w.]+)/g)].map(([, each]) => each),
    );
    if (given.size === 1) return `super ${[...given].join('')}`;
  }
  return /^(?:[a-z]\w*|\?|#\d+)$/.test(base) && base !== 'relative' ? `${base} ${file}` : base;
}

/** Packages that only serve: routes made by code, and no pages beside them. */
function serverPackages(project: ProjectFacts, routes: readonly Route[]): ReadonlySet<string> {
  const found = new Set(routes.filter(({ isFile }) => !isFile).map(({ file }) => packageOf(file, project)));
  for (const [path, { language, isTest }] of project.files)
    if (!isTest && /^(?:tsx|jsx|vue|svelte)$/.test(language)) found.delete(packageOf(path, project));
  return found;
}

type Verdict = { readonly request: Request; readonly judged: JudgedRequest };

/** Of a request that may have several addresses one is enough: who calls decides which are used. */
function oneWay(verdicts: readonly Verdict[]): readonly JudgedRequest[] {
  const served = new Map(
    verdicts
      .filter(({ judged }) => judged.verdict === 'served')
      .map(({ request, judged }) => [request, judged]),
  );
  return verdicts
    .filter(({ judged, request }) => {
      const other = served.get(request);
      return judged.verdict === 'served' || other === undefined || isChoice(judged, other, request);
    })
    .map(({ judged }) => judged);
}

/**
 * `fetch(isLike ? `/likes/${id}` : `/comments/${id}`)`: two of the same shape are both asked, and one that is there for other
 * methods only is missed. Of different length, one is most often the other with something left out.
 */
function isChoice({ verdict, path }: JudgedRequest, other: JudgedRequest, { base, url }: Request): boolean {
  const lengthOf = (each: string): number => each.split('/').length;
  return (
    verdict === 'another method' &&
    base.length === 1 &&
    url.length === 2 &&
    lengthOf(path) === lengthOf(other.path)
  );
}

/** Requests with the same beginning go to the same server: how most of them fit tells how the rest must. */
function judgeGroup(group: readonly Asked[], { opaque, routes, unresolved }: RouteTable): readonly Verdict[] {
  // That nothing serves an address is known only where everything that serves is.
  const isComplete = unresolved === 0;
  const shifts = usualShifts(group);
  const fitting = group.map(({ fits }) => fits.filter(({ shift }) => shifts.has(shift)));
  const base = group[0]?.path.base ?? '';
  const isNamed = base === '';
  const isPlace = isNamed || base.startsWith('//');
  const served = group.filter(({ request, path }, at) => {
    const { verdict } = judgeMethod(request, path, fitting[at] ?? []);
    return verdict === 'served' || (isPlace && verdict === 'another method');
  }).length;
  // Of a server that nobody named more is asked, before all it is asked for should be here.
  const isOurs = isNamed
    ? served > 0 && (served * 5 >= group.length * 2 || (served * 3 >= group.length && isAsWritten(fitting)))
    : (served * 3 >= group.length * 2 && served >= (isPlace ? 1 : 2)) ||
      (served * 5 >= group.length * 2 && served >= 3 && isAsWritten(fitting));
  return group.map(({ request, path }, index) => {
    const fits = fitting[index] ?? [];
    const shown = `/${path.segments.join('/').replaceAll('\0', '{…}')}`;
    const { file, line, method } = request;
    const found = { file, line, method, path: shown, routes: fits.map(({ route }) => route) };
    const first = judgeMethod(request, path, fits);
    const isOpaque = isBelow(path, opaque) && fits.length > 0;
    const because =
      first.verdict === 'served' || isOpaque
        ? undefined
        : whyUnclear({
            path,
            method,
            served,
            size: group.length,
            isOurs: isOurs || (group.length <= 3 && isBeside(group, fitting, index)),
            opaque,
            routes,
            isComplete,
          });
    if (isOpaque) return { request, judged: { ...found, verdict: 'served', because: '' } };
    if (because !== undefined) return { request, judged: { ...found, verdict: 'unclear', because } };
    return { request, judged: { ...found, ...first } };
  });
}

/** Nothing had to be left out or put before for them to fit: whoever is asked, it is by our addresses. */
function isAsWritten(fitting: readonly (readonly Fit[])[]): boolean {
  return fitting.every(
    (fits) =>
      fits.length === 0 || fits.some(({ shift, route }) => shift === '' && route.isKnown && !route.isTail),
  );
}

/** Another request of the same file, below the same word of its own, is served just as it is written. */
function isBeside(group: readonly Asked[], fitting: readonly (readonly Fit[])[], index: number): boolean {
  const [word = ''] = group[index]?.path.segments ?? [];
  if (!/^(?!(?:api|rest|v\d+)$)[\w-]+$/.test(word)) return false;
  return group.some(
    ({ request, path }, at) =>
      at !== index &&
      request.file === group[index]?.request.file &&
      path.segments[0] === word &&
      judgeMethod(request, path, fitting[at] ?? []).verdict === 'served' &&
      isAsWritten([fitting[at] ?? []]),
  );
}

/** As it stands, and the shifts that explain a good part of the group. */
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
): { readonly verdict: JudgedRequest['verdict']; readonly because: string } {
  const served = { verdict: 'served', because: '' } as const;
  if (fits.length === 0) return { verdict: 'not served', because: '' };
  if (method === undefined || path.isOpen || method === 'OPTIONS') return served;
  const isMet = fits.some(
    ({ route }) =>
      route.method === 'ANY' || route.method === method || (method === 'HEAD' && route.method === 'GET'),
  );
  if (isMet) return served;
  // `/stays/${id}/check-in` is not what `/stays/page/:page` serves, whatever the method.
  if (fits.every(({ route }) => isCrossed(path.segments, route.segments)))
    return { verdict: 'not served', because: '' };
  const methods = [...new Set(fits.map(({ route }) => route.method))].toSorted();
  return { verdict: 'another method', because: methods.join(', ') };
}
