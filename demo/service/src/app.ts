import { type App, type Reply, type Request, Refusal, refused } from './http.ts';
import type { Parts, Route } from './parts.ts';
import { routes } from './routes.ts';

/** The whole service without its server: guards first, then the one route that fits. */
export function createApp(parts: Parts): App {
  return async (request) => {
    try {
      return await answer(request, parts);
    } catch (error) {
      return refused(error);
    }
  };
}

async function answer(request: Request, parts: Parts): Promise<Reply> {
  for (const route of routes) {
    const params = match(route, request);
    if (params === undefined) continue;
    for (const guard of parts.guards) guard(request);
    return await route.handle({ ...request, params }, parts);
  }
  throw new Refusal(404, `there is no ${request.method} ${request.path}`);
}

/** The parameters in the path, or undefined if the route is for something else. */
function match(route: Route, request: Request): Record<string, string> | undefined {
  const wanted = route.path.split('/');
  const given = request.path.split('/');
  if (route.method !== request.method || wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = value;
    else if (part !== value) return undefined;
  }
  return params;
}
