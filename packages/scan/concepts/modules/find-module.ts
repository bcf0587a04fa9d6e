import { folderOf, joined } from '../../engine/files/paths.ts';
import * as ts from '../../syntax/typescript/view.ts';

import { readJson, treeOf } from '../../syntax/json/read-json.ts';
import type { ProjectFacts } from '../../engine/facts.ts';
import { memoPerProject } from '../../engine/incremental/memo.ts';

/** Which file of the project a module is, seen from another file; undefined for a package from outside. */
export type FindModule = (from: string, specifier: string) => string | undefined;

const ENDINGS = ['', '.ts', '.tsx', '.js', '.jsx', '.mts', '.mjs', '.cjs', '.cts', '.vue', '.svelte'];

/** Follows relative paths, the aliases of the nearest tsconfig and package.json, packages of the same workspace. */
export const moduleFinder = memoPerProject(newFinder);

function newFinder(project: ProjectFacts): FindModule {
  const { paths } = project;
  const known = new Map<string | readonly Aliases[], Map<string, string | undefined>>();
  const aliasesAt = aliasFinder(project);
  const places = placesOf(aliasesAt, workspacePackages(project));
  const find = (folder: string, specifier: string): string | undefined => {
    if (specifier.startsWith('py:')) return pythonModule(folder, specifier.slice(3), paths);
    if (specifier.startsWith('.')) return fileAt(joined(folder, specifier), paths);
    return firstFile(places(folder, specifier), paths);
  };
  const answersIn = (scope: string | readonly Aliases[]): Map<string, string | undefined> => {
    const before = known.get(scope);
    if (before !== undefined) return before;
    const answers = new Map<string, string | undefined>();
    known.set(scope, answers);
    return answers;
  };
  let asked = '';
  let folder = '';
  return (from, specifier) => {
    // Asked for all imports of a file, one after the other.
    if (from !== asked) [asked, folder] = [from, folderOf(from)];
    // The name of a package means the same wherever the same settings hold; the rest depends on the folder.
    const answers = answersIn(isOfFolder(specifier) ? folder : aliasesAt(folder));
    const answer = answers.get(specifier);
    if (answer !== undefined || answers.has(specifier)) return answer;
    const found = find(folder, specifier);
    answers.set(specifier, found);
    return found;
  };
}

type Places = (folder: string, specifier: string) => readonly string[];

/** Where a name may mean to be, seen from a folder: by aliases, by custom, by packages of the workspace. */
export const placesMeant = memoPerProject((project) =>
  placesOf(aliasFinder(project), workspacePackages(project)),
);

function placesOf(
  aliasesAt: (folder: string) => readonly Aliases[],
  packages: (specifier: string) => readonly string[],
): Places {
  return (folder, specifier) => [
    ...aliasesAt(folder).flatMap((aliases) => aliased(aliases, specifier)),
    ...customary(folder, specifier),
    ...packages(specifier),
  ];
}

function isOfFolder(specifier: string): boolean {
  return specifier.startsWith('.') || specifier.startsWith('py:') || CUSTOMARY.test(specifier);
}

function firstFile(candidates: readonly string[], paths: ReadonlySet<string>): string | undefined {
  for (const path of candidates) {
    const found = fileAt(path, paths);
    if (found !== undefined) return found;
  }
  return undefined;
}

function fileAt(path: string, paths: ReadonlySet<string>): string | undefined {
  for (const ending of ENDINGS) if (paths.has(path + ending)) return path + ending;
  const bare = path.replace(/\.[cm]?jsx?$/, '');
  if (bare !== path)
    for (const ending of ENDINGS) if (ending !== '' && paths.has(bare + ending)) return bare + ending;
  for (const ending of ENDINGS) {
    const index = path === '' ? `index${ending}` : `${path}/index${ending}`;
    if (ending !== '' && paths.has(index)) return index;
  }
  return undefined;
}

/** `app.api.users` from any folder around, `.users` from this one, `..users` from the one above. */
function pythonModule(folder: string, name: string, paths: ReadonlySet<string>): string | undefined {
  const at = (path: string): string | undefined =>
    [`${path}.py`, `${path}/__init__.py`]
      .find((each) => paths.has(each.replace(/^\//, '')))
      ?.replace(/^\//, '');
  const dots = /^\.*/.exec(name)?.[0].length ?? 0;
  const parts = name
    .slice(dots)
    .split('.')
    .filter((each) => each !== '');
  if (dots > 0) return at(joined(folder, `${'../'.repeat(dots - 1)}${parts.join('/')}`));
  for (let around = folder; ; around = folderOf(around)) {
    const found = at(joined(around, parts.join('/')));
    if (found !== undefined || around === '') return found;
  }
}

type Aliases = { readonly base: string | undefined; readonly paths: ReadonlyMap<string, readonly string[]> };

const NO_ALIASES: readonly Aliases[] = [];
const CONFIGS = ['tsconfig.json', 'jsconfig.json', 'tsconfig.base.json', 'tsconfig.app.json'];

/** The settings that hold in a folder, nearest first; one and the same list where they are the same. */
function aliasFinder(project: ProjectFacts): (folder: string) => readonly Aliases[] {
  const known = new Map<string, readonly Aliases[]>();
  const around = (folder: string): readonly Aliases[] => {
    const before = known.get(folder);
    if (before !== undefined) return before;
    const beside = CONFIGS.map((name) => joined(folder, name)).filter((path) => project.paths.has(path));
    const manifest = joined(folder, 'package.json');
    const { imports } = project.paths.has(manifest) ? treeOf(readJson(project.text(manifest))) : {};
    const own = beside.flatMap((path) => readAliases(project, path, 0));
    if (imports !== undefined) own.push(subpaths(imports, folder));
    const outer = folder === '' ? NO_ALIASES : around(folderOf(folder));
    const all = own.length === 0 ? outer : [...own, ...outer];
    known.set(folder, all);
    return all;
  };
  return around;
}

const CUSTOMARY = /^(?:[@~]\/|\$(?=lib\/))(.*)$/;

/** `@/x`, `~/x` and `$lib/x` mean the sources by custom, whatever tool says so. */
function customary(folder: string, specifier: string): readonly string[] {
  const rest = CUSTOMARY.exec(specifier)?.[1];
  if (rest === undefined) return [];
  const found: string[] = [];
  for (let at = folder; ; at = folderOf(at)) {
    found.push(joined(at, `src/${rest}`), joined(at, rest), joined(at, `app/${rest}`));
    if (at === '') return found;
  }
}

function aliased({ base, paths }: Aliases, specifier: string): readonly string[] {
  const found: string[] = [];
  for (const [pattern, targets] of paths) {
    const star = pattern.indexOf('*');
    if (star < 0 && pattern === specifier) found.push(...targets);
    if (star < 0) continue;
    const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)];
    if (!specifier.startsWith(before) || !specifier.endsWith(after)) continue;
    const rest = specifier.slice(before.length, specifier.length - after.length);
    found.push(...targets.map((target) => target.replace('*', () => rest)));
  }
  return base === undefined ? found : [...found, joined(base, specifier)];
}

function readAliases(project: ProjectFacts, path: string, steps: number): readonly Aliases[] {
  const text = project.paths.has(path) ? project.text(path) : undefined;
  if (text === undefined || steps > 4) return [];
  const read: unknown = ts.parseConfigFileTextToJson(path, text).config;
  const options = treeOf(read)['compilerOptions'];
  const folder = folderOf(path);
  const baseUrl = treeOf(options)['baseUrl'];
  const base = typeof baseUrl === 'string' ? joined(folder, baseUrl) : undefined;
  const paths = new Map<string, readonly string[]>();
  for (const [pattern, targets] of Object.entries(treeOf(treeOf(options)['paths']))) {
    const texts = Array.isArray(targets) ? targets.filter((each) => typeof each === 'string') : [];
    paths.set(
      pattern,
      texts.map((each) => joined(base ?? folder, each)),
    );
  }
  const parent = treeOf(read)['extends'];
  const more =
    typeof parent === 'string' && parent.startsWith('.')
      ? readAliases(project, joined(folder, parent.endsWith('.json') ? parent : `${parent}.json`), steps + 1)
      : [];
  return [{ base, paths }, ...more];
}

/** The `imports` or `exports` of a package.json: `"#parts/*": "./src/parts/*.tsx"`, under any condition. */
function subpaths(given: unknown, folder: string, nameOf = (key: string): string => key): Aliases {
  const targets = (each: unknown): readonly string[] =>
    typeof each === 'string' ? [joined(folder, each)] : Object.values(treeOf(each)).flatMap(targets);
  const paths = Object.entries(treeOf(given)).map(([key, each]) => [nameOf(key), targets(each)] as const);
  return { base: undefined, paths: new Map(paths) };
}

/** Packages of the workspace by name: where what they export is, or where their sources may be. */
function workspacePackages(project: ProjectFacts): (specifier: string) => readonly string[] {
  const packages = new Map<string, { readonly folder: string; readonly exported: Aliases }>();
  for (const path of project.paths) {
    if (!path.endsWith('package.json') || /(?:^|\/)node_modules\//.test(path)) continue;
    if (path !== 'package.json' && !path.endsWith('/package.json')) continue;
    const { name, exports } = treeOf(readJson(project.text(path)));
    if (typeof name !== 'string' || packages.has(name)) continue;
    const folder = folderOf(path);
    const exported = subpaths(exports, folder, (key) => name + key.replace(/^\.(?=\/|$)/, ''));
    packages.set(name, { folder, exported });
  }
  return (specifier) => {
    const parts = specifier.split('/');
    const length = specifier.startsWith('@') ? 2 : 1;
    const found = packages.get(parts.slice(0, length).join('/'));
    if (found === undefined) return [];
    const rest = parts.slice(length).join('/');
    const customs = rest === '' ? ['src/index', 'index', 'src/main'] : [rest, `src/${rest}`];
    return [...aliased(found.exported, specifier), ...customs.map((each) => joined(found.folder, each))];
  };
}

/** The folder of the nearest package.json. */
export function packageOf(file: string, project: ProjectFacts): string {
  for (let folder = folderOf(file); folder !== ''; folder = folderOf(folder))
    if (project.paths.has(`${folder}/package.json`)) return folder;
  return '';
}
