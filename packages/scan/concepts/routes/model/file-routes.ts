import type { FileFacts, ProjectFacts } from '../../../engine/facts.ts';
import type { Route } from './route.ts';
import { routePaths } from './paths.ts';
import { wordSet } from '../../../engine/words.ts';

const METHODS = wordSet('GET POST PUT PATCH DELETE HEAD OPTIONS');
const CODE = String.raw`\.(?:[cm]?[jt]s|tsx|jsx)$`;
const NEXT_APP = new RegExp(String.raw`(?:^|/)app/(?<path>(?:.*/)?)route${CODE}`);
const PAGES = new RegExp(String.raw`(?:^|/)pages/(?<path>api/.*?)${CODE}`);
const SVELTE = new RegExp(String.raw`(?:^|/)src/routes/(?<path>.*)\+server${CODE}`);
const NUXT = new RegExp(String.raw`^(?<root>.*?)server/(?<kind>api|routes)/(?<path>.*?)${CODE}`);

/** Routes that are there because a file is: Next.js, SvelteKit, Nuxt, Astro. */
export function fileRoutes(project: ProjectFacts): readonly Route[] {
  const found: Route[] = [];
  for (const [path, facts] of project.files) {
    if (facts.isTest) continue;
    const place = placeOf(path, facts, project);
    if (place === undefined) continue;
    for (const way of routePaths(place.path))
      for (const method of place.methods)
        found.push({ ...way, method, file: path, line: 1, isKnown: true, isFile: true });
  }
  return found;
}

type Place = { readonly path: string; readonly methods: readonly string[] };

/** Where a file lies says most: only where that makes it a route is it asked what it offers. */
function placeOf(path: string, facts: FileFacts, project: ProjectFacts): Place | undefined {
  const app = (NEXT_APP.exec(path) ?? SVELTE.exec(path))?.groups?.['path'];
  const page = app === undefined ? PAGES.exec(path)?.groups?.['path'] : undefined;
  if (app === undefined && page === undefined) return nuxtPlace(path, project);
  const names = facts.exports.map(({ name }) => name);
  const methods = names.filter((name) => METHODS.has(name));
  if (app !== undefined) {
    const all = methods.length > 0 ? methods : facts.constants.length > 0 || names.length > 0 ? ['ANY'] : [];
    return { path: withoutGroups(app), methods: all };
  }
  if (page === undefined) return undefined;
  if (methods.length > 0) return { path: withoutIndex(page), methods };
  const isPage = names.includes('default') || facts.constants.some(({ name }) => name === 'default');
  return isPage ? { path: withoutIndex(page), methods: ['ANY'] } : undefined;
}

function nuxtPlace(path: string, project: ProjectFacts): Place | undefined {
  const { root, kind, path: below } = NUXT.exec(path)?.groups ?? {};
  if (root === undefined || below === undefined) return undefined;
  const isNuxt = ['nuxt.config.ts', 'nuxt.config.js', 'nitro.config.ts'].some((name) =>
    project.paths.has(root + name),
  );
  if (!isNuxt) return undefined;
  const method = /\.(get|post|put|patch|delete|head|options)$/.exec(below)?.[1];
  const name = method === undefined ? below : below.slice(0, -method.length - 1);
  const full = kind === 'api' ? `api/${name}` : name;
  return { path: withoutIndex(full), methods: [method === undefined ? 'ANY' : method.toUpperCase()] };
}

function withoutIndex(path: string): string {
  return path.replace(/(?:^|\/)index$/, '');
}

/** `(group)` and `@slot` folders are not part of the address. */
function withoutGroups(path: string): string {
  return path
    .split('/')
    .filter((part) => !/^\(.*\)$|^@/.test(part))
    .join('/');
}
