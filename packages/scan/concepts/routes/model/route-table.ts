import { nameless } from '../router-refs.ts';
import type { ProjectFacts } from '../../../engine/facts.ts';
import { controllerRoutes } from './controllers.ts';
import { fileRoutes } from './file-routes.ts';
import type { FindName } from '../../modules/find-name.ts';
import type { RoutePath } from './paths.ts';
import { graphRoutes } from './router-graph.ts';

/** One address that is served. */
export type Route = RoutePath & {
  /** Upper case; `ANY` for all. */
  readonly method: string;
  readonly file: string;
  readonly line: number;
  /** Whether all that stands before is known. */
  readonly isKnown: boolean;
  /** It is there because of where the file is. */
  readonly isFile: boolean;
};

export type RouteTable = {
  readonly routes: readonly Route[];
  /** Addresses below which something serves that is not understood. */
  readonly opaque: readonly (readonly string[])[];
  /** Routes whose address is not written down, and places where routes are added that nobody sees. */
  readonly unresolved: number;
};

export function routeTable(project: ProjectFacts, find: FindName): RouteTable {
  const graph = graphRoutes(project, find);
  const controllers = controllerRoutes(project, find);
  const all = [...graph.routes, ...controllers.routes, ...fileRoutes(project)];
  return {
    routes: all.filter((route) => !isFallback(route, all)),
    opaque: [...graph.opaque, ...controllers.opaque],
    unresolved: graph.unresolved + controllers.unresolved + openLoops(project),
  };
}

/** Loops of Go over a table that is not here: they may add any route. */
function openLoops({ files }: ProjectFacts): number {
  return [...files.values()].filter(
    ({ isTest, routers }) => !isTest && routers.some(({ id }) => id === nameless('open')),
  ).length;
}

/** `app.get('*')` gives the page or says "not found" for what nothing else serves. */
function isFallback(route: Route, all: readonly Route[]): boolean {
  if (!route.isTail) return false;
  const literal = route.segments.length;
  if (literal === 0) return true;
  if (literal > 1) return false;
  const [first] = route.segments;
  return all.some((other) => other !== route && !other.isTail && other.segments[0] === first);
}
