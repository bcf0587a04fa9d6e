import type { Unmounted } from './unmounted-part.ts';
import type { ClassFact } from './classes.ts';
import type { ProjectFacts } from '../../engine/facts.ts';
import { moduleFinder } from '../modules/find-module.ts';
import { nameFinder } from '../modules/find-name.ts';
import { looseRouters } from '../routes/model/router-graph.ts';
import { lineAt } from '../../engine/files/scanned-file.ts';
import { unincluded } from './unincluded.ts';
import { unmapped } from './unmapped.ts';
import { unmountedGo } from './unmounted-go.ts';
import { unroutedViews } from './unrouted-views.ts';
import { Uses } from './uses.ts';

export type UnmountedResult = { readonly found: readonly Unmounted[]; readonly unclear: number };

/** Routers, controllers and modules that exist and that nothing on the way from the entry point names. */
export function unmounted(project: ProjectFacts): UnmountedResult {
  const findModule = moduleFinder(project);
  const uses = new Uses(project, findModule);
  const routers = unmountedRouters(project, uses, findModule);
  const classes = unmountedClasses(project, uses);
  const found = [
    ...routers.found,
    ...classes.found,
    ...unmapped(project),
    ...unmountedGo(project),
    ...unincluded(project),
    ...unroutedViews(project),
  ];
  return { found, unclear: routers.unclear + classes.unclear };
}

function unmountedRouters(
  project: ProjectFacts,
  uses: Uses,
  findModule: ReturnType<typeof moduleFinder>,
): UnmountedResult {
  const loose = looseRouters(project, nameFinder(project, findModule));
  const found: Unmounted[] = [];
  let unclear = 0;
  const loaders = loose.length === 0 ? [] : loadersOf(project);
  for (const { file, id, isFunction } of loose) {
    const side = sideOf(file);
    // Without a server nobody can say where a router belongs; with one that loads files by their place, neither.
    const isServed = [...project.files].some(
      ([path, { routers, mounts, isTest }]) =>
        !isTest && sideOf(path) === side && mounts.length > 0 && routers.some(({ kind }) => kind === 'app'),
    );
    const use =
      isServed && !loaders.includes(side)
        ? uses.of(file, id, side === 'python' ? isPythonRouterUse(id) : isRouterUse)
        : 'unclear';
    if (use === 'unclear' || use === 'used') unclear += 1;
    else {
      const line = lineOfRouter(project.text(file) ?? '', id);
      found.push({ file, line, name: id, kind: isFunction ? 'endpoints' : 'router' });
    }
  }
  return { found, unclear };
}

function sideOf(path: string): 'python' | 'csharp' | 'script' {
  if (path.endsWith('.py')) return 'python';
  return path.endsWith('.cs') ? 'csharp' : 'script';
}

/** A name that is more than declared, exported or given routes. */
function isRouterUse(text: string, local: string): boolean {
  const name = local.replaceAll('$', '\\$');
  const rest = text
    .replaceAll(new RegExp(`(?:const|let|var|function)\\s+${name}\\b`, 'g'), '')
    .replaceAll(new RegExp(`export\\s+default\\s+${name}\\b`, 'g'), '')
    .replaceAll(new RegExp(`(?:module\\.)?exports(?:\\.\\w+)?\\s*=\\s*${name}\\b\\s*(?:;|\\n|$)`, 'g'), '')
    .replaceAll(new RegExp(`module\\.exports\\s*=\\s*\\{[^}]*\\}`, 'g'), '')
    .replaceAll(
      new RegExp(
        `\\b${name}\\s*\\.\\s*(?:get|post|put|patch|delete|all|use|param|route|head|options)\\b`,
        'g',
      ),
      '',
    );
  return new RegExp(`(?<![\\w$.'"/-])${name}\\b(?!\\s*:)(?!['"/-])`).test(rest);
}

function isPythonRouterUse(id: string): (text: string, local: string) => boolean {
  return (text, local) => {
    const rest = text
      .replaceAll(new RegExp(`^\\s*${local}\\s*(?::[^=\\n]*)?=\\s*\\w+(?:\\.\\w+)*\\(`, 'gm'), '')
      .replaceAll(new RegExp(`@${local}\\.\\w+`, 'g'), '');
    return (
      new RegExp(`\\b${local}\\.${id}\\b`).test(rest) ||
      new RegExp(`(?<![\\w."'/])${local}\\b(?!["'/.=])`).test(rest)
    );
  };
}

const LOADING =
  /readdirSync|readdir\(|import\.meta\.glob|require\.context|(?:glob|fg|globby)(?:Sync|\.sync)?\(|autoload|require-all|requireAll|require\((?!['"])|import\((?!\s*['"/])|importlib|pkgutil|find_modules|walk_packages|iter_modules|import_string/i;

/** Sides whose server finds files by their place. */
function loadersOf(project: ProjectFacts): readonly string[] {
  const found = new Set<string>();
  for (const [path, { isTest, isSide, mounts, routers }] of project.files) {
    if (isTest || isSide || found.has(sideOf(path))) continue;
    const isNear =
      mounts.length > 0 ||
      routers.length > 0 ||
      /(?:route|loader|index|app|server|main|__init__)/i.test(path);
    if (isNear && /\.(?:[cm]?[jt]s|py)$/.test(path) && LOADING.test(project.text(path) ?? ''))
      found.add(sideOf(path));
  }
  return [...found];
}

function lineOfRouter(text: string, id: string): number {
  const name = id.replaceAll('$', '\\$');
  const at = text.search(new RegExp(`(?<![\\w$.])${id === 'default' ? 'export\\s+default' : name}\\b`));
  const made = text.search(new RegExp(`(?<![\\w$.])${name}\\b[^=\\n;]*=(?!=)`));
  return lineAt(text, Math.max(0, made >= 0 ? made : at));
}

function unmountedClasses(project: ProjectFacts, uses: Uses): UnmountedResult {
  const all = [...project.files].flatMap(([file, { classes }]) => classes.map((fact) => ({ file, fact })));
  const named = new Set(all.flatMap(({ fact }) => fact.lists));
  const found: Unmounted[] = [];
  let unclear = 0;
  // Without a module that names controllers they are made in another way.
  const isNest = all.some(({ fact }) => fact.role === 'controller' && named.has(fact.name));
  if (!isNest) return { found, unclear };
  for (const { file, fact } of all) {
    const isBranch = fact.role === 'module' && !ROOT.test(fact.name) && hasControllers(fact.lists, all);
    const isOne = fact.role === 'controller' || isBranch;
    if (!isOne || named.has(fact.name)) continue;
    const use = uses.of(file, fact.name, isClassUse);
    if (use === 'unused')
      found.push({
        file,
        line: fact.line,
        name: fact.name,
        kind: fact.role === 'module' ? 'module' : 'controller',
      });
    else if (fact.role === 'controller') unclear += 1;
  }
  return { found, unclear };
}

/** The module an application is made from is imported by none. */
const ROOT = /^(?:App|Root|Main|Application|Server|Api|Worker)\w*Module$/;

type Placed = { readonly file: string; readonly fact: ClassFact };

function hasControllers(lists: readonly string[], all: readonly Placed[]): boolean {
  return all.some(({ fact }) => fact.role === 'controller' && lists.includes(fact.name));
}

/** A name that stands for the class itself, not for its type, its declaration or what is handed out. */
export function isClassUse(text: string, local: string): boolean {
  for (const { index } of text.matchAll(new RegExp(`(?<![\\w$.])${local.replaceAll('$', '\\$')}\\b`, 'g'))) {
    const before = text.slice(Math.max(0, index - 60), index).trimEnd();
    const isValue = /(?:provide|use(?:Class|Existing|Value|Factory)|component|module|type)\s*:$/.test(before);
    const isType = /:$|[<|&]$|\b(?:class|extends|implements|as|interface|inject\(|keyof|is)$/.test(before);
    if (isValue || !isType) return true;
  }
  return false;
}
