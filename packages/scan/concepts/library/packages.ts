import { readJson, type Tree, treeOf } from '../../syntax/json/read-json.ts';
import type { Installed } from './installed.ts';

/** A library as it is installed, seen from one folder of the project. */
export type InstalledPackage = { readonly version: string; readonly folder: string };

/** The package of `@scope/name/part` or `name/part`; undefined for files of the project and parts of the runtime. */
export function packageOf(specifier: string): string | undefined {
  if (!/^(?:@[\w.~-]+\/)?[a-z0-9][\w.~-]*(?:\/|$)/i.test(specifier)) return undefined;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** The package a file of `node_modules` belongs to; that of `@types/x` is `x`, because it declares it. */
export function packageAt(path: string): string | undefined {
  const at = path.lastIndexOf('/node_modules/');
  const name = at < 0 ? undefined : packageOf(path.slice(at + '/node_modules/'.length));
  return name === undefined ? undefined : declaredBy(name);
}

/** `@types/node` declares the runtime, which is no library. */
function declaredBy(name: string): string {
  if (!name.startsWith('@types/') || name === '@types/node') return name;
  const own = name.slice('@types/'.length);
  return own.includes('__') ? `@${own.replace('__', '/')}` : own;
}

/** The name of the package that declares another one. */
export function typesPackage(name: string): string {
  if (name.startsWith('@types/')) return name;
  return `@types/${name.startsWith('@') ? name.slice(1).replace('/', '__') : name}`;
}

/** A package as Node would find it from a folder. */
export function installedFrom(
  installed: Installed,
  folder: string,
  name: string,
): InstalledPackage | undefined {
  for (let at = folder; ; at = at.slice(0, at.lastIndexOf('/'))) {
    const inner = `${at === '/' ? '' : at}/node_modules/${name}`;
    const manifest = manifestIn(installed, inner);
    const { version } = manifest ?? {};
    if (manifest !== undefined) return { version: typeof version === 'string' ? version : '', folder: inner };
    if (at === '' || at === '/') return undefined;
  }
}

export function manifestIn(installed: Installed, folder: string): Tree | undefined {
  const read = readJson(installed.read(`${folder === '/' ? '' : folder}/package.json`));
  return typeof read === 'object' && read !== null ? treeOf(read) : undefined;
}

/** The packages a manifest names, with the versions it asks for. */
export function asksFor(manifest: Tree): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const field of ['peerDependencies', 'devDependencies', 'optionalDependencies', 'dependencies']) {
    for (const [name, range] of Object.entries(treeOf(manifest[field])))
      if (typeof range === 'string') found.set(name, range);
  }
  return found;
}

/** The newest major version a range names; undefined for tags, addresses and ranges that are open above. */
export function newestMajor(range: string): number | undefined {
  const majors = range
    .replace(/^npm:.*@/, '')
    .split('||')
    .map((each) => /^(?:.*[\s<])?(?!>)[\^~=v<]*(\d+)(?:\.[\w.+-]*)?$/.exec(each.trim())?.[1]);
  return majors.includes(undefined) ? undefined : Math.max(...majors.map(Number));
}

export function majorOf(version: string): number | undefined {
  const major = /^\d+/.exec(version)?.[0];
  return major === undefined ? undefined : Number(major);
}
