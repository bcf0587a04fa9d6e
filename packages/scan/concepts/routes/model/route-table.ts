import type { RouteTable } from './route.ts';
import type { Route } from './route.ts';
import { nameless } from '../router-refs.ts';
import type { ProjectFacts } from '../../../engine/facts.ts';
import { controllerRoutes } from './controllers.ts';
import { fileRoutes } from './file-routes.ts';
import type { FindName } from '../../modules/find-name.ts';
import { graphRoutes } from './router-graph.ts';

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
