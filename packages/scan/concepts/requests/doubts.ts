import type { Address } from '../routes/model/addresses.ts';
import { agreement } from '../routes/model/paths.ts';
import type { Route } from '../routes/model/route-table.ts';

type Path = Extract<Address, { kind: 'path' }>;

/** Whether a path stands below one of these. */
export function isBelow({ segments }: Path, starts: readonly (readonly string[])[]): boolean {
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

/** `/api/v1/orders`, where `/api/v2/orders` is served: the same but for the version. */
function isOtherVersion(route: Route, { segments }: Path): boolean {
  if (!route.isKnown || route.segments.length !== segments.length) return false;
  const at = segments.findIndex((each) => /^v\d+$/.test(each));
  const served = route.segments[at] ?? '';
  if (at < 0 || !/^v\d+$/.test(served) || served === segments[at]) return false;
  return segments.every(
    (each, index) => index === at || agreement(each, route.segments[index] ?? '') !== 'no',
  );
}

export const INCOMPLETE = 'requests in a project whose routes are not all understood';
export const FOREIGN = 'requests to a server that is not in this project, or is not understood';

type Doubt = {
  readonly path: Path;
  readonly method: string | undefined;
  readonly served: number;
  readonly size: number;
  readonly isOurs: boolean;
  readonly opaque: readonly (readonly string[])[];
  readonly routes: readonly Route[];
  readonly isComplete: boolean;
};

/** Why a request that no route fits may be served all the same; undefined when it is not. */
export function whyUnclear({
  path,
  method,
  served,
  size,
  isOurs,
  opaque,
  routes,
  isComplete,
}: Doubt): string | undefined {
  if (routes.length === 0) return 'requests in a project without known routes';
  const [first] = path.segments;
  if (first === undefined) return 'requests to the root';
  // `/v1/…` beside a server whose routes all begin with `/api`.
  if (/^v\d+$/.test(first) && routes.every(({ segments, isKnown }) => isKnown && segments[0] !== first))
    return FOREIGN;
  if (isBelow(path, opaque)) return 'requests below a URL that an external server serves';
  if (path.segments.some((each) => each.includes('\0\0')))
    return 'requests with a part that may match several path segments';
  const isAnswering = (route: Route): boolean =>
    method === undefined || route.method === 'ANY' || route.method === method;
  if (routes.some((route) => !route.isKnown && isAnswering(route) && isEndOf(route, path)))
    return 'requests matching the end of a route with an unknown prefix';
  if (!isComplete) return INCOMPLETE;
  const isHere = path.base === '' || path.base.startsWith('//');
  if (isOurs || (isHere && routes.some((route) => isOtherVersion(route, path)))) return undefined;
  const isNear = path.base === '' && routes.some(({ segments, isKnown }) => isKnown && segments[0] === first);
  if (served === 0 && size <= 3 && isNear) return undefined;
  return FOREIGN;
}
