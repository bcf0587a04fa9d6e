import { nameless } from '../facts/router-refs.ts';
import type { ProjectFacts } from '../facts/facts.ts';
import { controllerRoutes } from './controllers.ts';
import { fileRoutes } from './file-routes.ts';
import type { FindName } from './names.ts';
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
  /** Addresses below which functions add routes that are not seen. */
  readonly fed: readonly (readonly string[])[];
  /** Folders of servers that may serve anything. */
  readonly open: readonly string[];
  /** Routes whose address is not written down. */
  readonly unresolved: number;
};

export function routeTable(project: ProjectFacts, find: FindName): RouteTable {
  const graph = graphRoutes(project, find);
  const controllers = controllerRoutes(project, find);
  const all = [...graph.routes, ...controllers.routes, ...fileRoutes(project)];
  return {
    routes: all.filter((route) => !isFallback(route, all)),
    opaque: [...graph.opaque, ...controllers.opaque],
    fed: graph.fed,
    open: openFolders(project),
    unresolved: graph.unresolved + controllers.unresolved,
  };
}

/** A loop of Go over a table that is not here may add any route, to the server of its own module. */
function openFolders({ files, paths }: ProjectFacts): readonly string[] {
  const open = [...files].filter(
    ([, { isTest, routers }]) =>
      !isTest && routers.some(({ id, isOpaque }) => id === nameless('open') && isOpaque === true),
  );
  const modules = [...paths]
    .filter((path) => /(?:^|\/)go\.mod$/.test(path))
    .map((path) => path.slice(0, -'go.mod'.length))
    .toSorted((a, b) => b.length - a.length);
  return open.map(([file]) => modules.find((folder) => file.startsWith(folder)) ?? '');
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
