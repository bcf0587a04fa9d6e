import { addTo } from '../../engine/add-to.ts';
import type { ProjectFacts } from '../../engine/facts.ts';
import type { AssetFact } from './facts.ts';
import { folderOf, joined } from '../../engine/files/paths.ts';
import { moduleFinder } from '../modules/find-module.ts';
import { ignoredPaths } from './ignored-paths.ts';

/** What became of an asset that a file names. */
export type AssetVerdict =
  | { readonly is: 'there' }
  | { readonly is: 'missing' }
  /** There under a name that differs in upper and lower case only: found on some disks, not on others. */
  | { readonly is: 'differs'; readonly path: string }
  | { readonly is: 'unknown'; readonly because: string };

const there = { is: 'there' } as const;
const unknown = (because: string): AssetVerdict => ({ is: 'unknown', because });

/** Folders that tools fill. */
const MADE =
  /(?:^|\/)(?:dist|build|out|vendor|node_modules|bower_components|generated|coverage|\.next|_next)\//;
/** Addresses that are answered by a program, or by what people put there while it runs. */
const ANSWERED = /(?:^|\/)(?:lib|pkg|uploads?|media|storage|avatars?|downloads?|files|api|cdn)\//;
const SERVED = /(?:^|\/)(?:public|static|wwwroot|www|assets|htdocs|webroot)\//;

/** Tools that serve a folder of assets, whether there is one or not. */
const SERVING = /(?:^|\/)(?:angular\.json|(?:vite|next|nuxt|svelte|astro)\.config\.[cm]?[jt]s)$/;

/** Every file by the last part of its path, to be found by the end of an address. */
class PathEnds {
  readonly #paths: ReadonlySet<string>;
  readonly #byName = new Map<string, string[]>();
  /** Whether any folder is one that servers serve. */
  readonly isServing: boolean;

  constructor(paths: ReadonlySet<string>) {
    this.#paths = paths;
    let isServing = false;
    for (const path of paths) {
      addTo(this.#byName, nameIn(path), path);
      isServing ||= SERVED.test(path) || SERVING.test(path) || isPageOfPackage(path, paths);
    }
    this.isServing = isServing;
  }

  exactly(path: string): AssetVerdict | undefined {
    if (this.#paths.has(path)) return there;
    const low = path.toLowerCase();
    return differing(this.#alike(path).find((each) => each.toLowerCase() === low));
  }

  /** Anywhere, at the end of a path: roots of servers and bundlers are many. */
  somewhere(tail: string): AssetVerdict | undefined {
    const candidates = this.#alike(tail);
    const isAt = (path: string): boolean => `/${path}`.endsWith(`/${tail}`);
    // Folders of this name are what a server serves: their own name is often not in the address.
    if (candidates.some((path) => isAt(path) || isAt(path.replaceAll(ROOTS, '')))) return there;
    const rest = tail.slice(tail.indexOf('/') + 1);
    // A server may put a name before the folder; what then remains must be more than a name, or lie at a root.
    const isBelow = (path: string): boolean =>
      path.endsWith(`/${rest}`) && (rest.includes('/') || AT_ROOT.test(path));
    if (tail.includes('/') && candidates.some(isBelow)) return there;
    const low = `/${tail.toLowerCase()}`;
    return differing(candidates.find((path) => `/${path.toLowerCase()}`.endsWith(low)));
  }

  #alike(path: string): readonly string[] {
    return this.#byName.get(nameIn(path)) ?? [];
  }
}

/** `web/index.html` beside `web/package.json`: what bundlers begin with. */
function isPageOfPackage(path: string, paths: ReadonlySet<string>): boolean {
  return /(?:^|\/)index\.html$/.test(path) && paths.has(path.replace(/index\.html$/, 'package.json'));
}

const ROOTS = /(?<=^|\/)(?:static|public|assets)\//g;
const AT_ROOT = /(?:^|\/)(?:public|static|wwwroot|www|assets)\/[^/]+$/;

function nameIn(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase();
}

function differing(path: string | undefined): AssetVerdict | undefined {
  return path === undefined ? undefined : { is: 'differs', path };
}

/** Looks an asset up the way bundlers, servers and browsers would, and never says it is missing when it may be served. */
export function assetFinder(project: ProjectFacts): (from: string, asset: AssetFact) => AssetVerdict {
  const ends = new PathEnds(project.paths);
  const findModule = moduleFinder(project);
  const isIgnored = ignoredPaths(project);
  return (from, { address, by }) => {
    const path = plain(address);
    const folder = folderOf(from);
    const isAliased = /^[@~$]/.test(path);
    const isRelative = /^\.{1,2}\//.test(path) || (by === 'url' && !isAliased && !path.startsWith('/'));
    if (by === 'import' && !isRelative) {
      if (findModule(from, path) !== undefined) return there;
      if (!/^[@~]\/|^\$lib\//.test(path)) return unknown('assets of a package');
    }
    if (/^~(?!\/|@\/)/.test(path)) return unknown('assets of a package');
    const tail = path.replace(/^~?(?:[@~]\/|\$lib\/)|^\//, '').replace(/^(?:\.{1,2}\/)+/, '');
    const beside = isAliased || path.startsWith('/') ? undefined : ends.exactly(joined(folder, path));
    // Bundlers look where they are told and nowhere else; SCSS and pages are read from other places than their own.
    const isStrict =
      isRelative && (by === 'import' || /\.(?:css|vue|svelte)$/.test(from)) && by !== 'attribute';
    const found = beside ?? (isStrict ? undefined : ends.somewhere(tail));
    if (found !== undefined) return found;
    if (MADE.test(isRelative ? joined(folder, path) : path) || (!isRelative && ANSWERED.test(path)))
      return unknown('assets generated or copied later');
    if (isIgnored(joined(folder, path)) || isIgnored(tail)) return unknown('assets that git ignores');
    if (!isRelative && !isAliased && !ends.isServing) return unknown('assets without a known asset folder');
    return { is: 'missing' };
  };
}

/** Without what a browser adds, and without escapes. */
function plain(address: string): string {
  const bare = address.replace(/[?#].*$/, '');
  try {
    return decodeURIComponent(bare);
  } catch {
    return bare;
  }
}
