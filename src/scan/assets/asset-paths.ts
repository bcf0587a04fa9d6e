import type { ProjectFacts } from '../facts/facts.ts';
import type { AssetFact } from '../facts/assets.ts';
import { folderOf, joined, moduleFinder } from '../xref/modules.ts';
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

/** Looks an asset up the way bundlers, servers and browsers would, and never says it is missing when it may be served. */
export function assetFinder(project: ProjectFacts): (from: string, asset: AssetFact) => AssetVerdict {
  const { paths } = project;
  const byName = new Map<string, string[]>();
  let isServing = false;
  for (const path of paths) {
    const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
    const known = byName.get(name);
    if (known === undefined) byName.set(name, [path]);
    else known.push(path);
    isServing ||= SERVED.test(path);
  }
  const findModule = moduleFinder(project);
  const isIgnored = ignoredPaths(project);

  const alike = (tail: string): readonly string[] =>
    byName.get(tail.slice(tail.lastIndexOf('/') + 1).toLowerCase()) ?? [];
  const exactly = (path: string): AssetVerdict | undefined => {
    if (paths.has(path)) return there;
    const low = path.toLowerCase();
    const other = alike(path).find((each) => each.toLowerCase() === low);
    return other === undefined ? undefined : { is: 'differs', path: other };
  };
  /** Anywhere, at the end of a path: roots of servers and bundlers are many. */
  const somewhere = (tail: string): AssetVerdict | undefined => {
    const candidates = alike(tail);
    const isAt = (path: string): boolean => path === tail || path.endsWith(`/${tail}`);
    // Folders of this name are what a server serves: their own name is often not in the address.
    if (
      candidates.some(
        (path) => isAt(path) || isAt(path.replaceAll(/(?<=^|\/)(?:static|public|assets)\//g, '')),
      )
    )
      return there;
    const rest = tail.slice(tail.indexOf('/') + 1);
    // A server may put a name before the folder; what then remains must be more than a name, or lie at a root.
    const isRoot = (path: string): boolean =>
      /(?:^|\/)(?:public|static|wwwroot|www|assets)\/[^/]+$/.test(path);
    if (
      tail.includes('/') &&
      candidates.some((path) => path.endsWith(`/${rest}`) && (rest.includes('/') || isRoot(path)))
    )
      return there;
    const low = tail.toLowerCase();
    const other = candidates.find(
      (path) => path.toLowerCase() === low || path.toLowerCase().endsWith(`/${low}`),
    );
    return other === undefined ? undefined : { is: 'differs', path: other };
  };

  return (from, { address, by }) => {
    const path = plain(address);
    const folder = folderOf(from);
    const isRelative = /^\.{1,2}\//.test(path) || (by === 'url' && !/^[/@~$]/.test(path));
    if (by === 'import' && !isRelative) {
      if (findModule(from, path) !== undefined) return there;
      if (!/^[@~]\/|^\$lib\//.test(path)) return unknown('an asset of a package');
    }
    if (/^~(?!\/|@\/)/.test(path)) return unknown('an asset of a package');
    const tail = path.replace(/^~?(?:[@~]\/|\$lib\/)|^\//, '').replace(/^(?:\.{1,2}\/)+/, '');
    const isAliased = /^[@~$]/.test(path);
    if (!isAliased && !path.startsWith('/')) {
      const found = exactly(joined(folder, path));
      if (found !== undefined) return found;
    }
    const isStrict =
      by === 'import' ? isRelative : by === 'url' && isRelative && /\.(?:css|vue|svelte)$/.test(from);
    const found = isStrict ? undefined : somewhere(tail);
    if (found !== undefined) return found;
    if (MADE.test(isRelative ? joined(folder, path) : path) || (!isRelative && ANSWERED.test(path)))
      return unknown('an asset that is made or put there later');
    if (isIgnored(joined(folder, path)) || isIgnored(tail)) return unknown('an asset that git leaves out');
    if (!isRelative && !isAliased && !isServing) return unknown('no folder of assets is known');
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
