import type { Installed } from './installed.ts';
import type { ProjectFacts } from '../../engine/facts.ts';
import type { Library } from './choose-libraries.ts';

/** `import a.b as c, d` and `from a.b import c`; a dot in front is a file of the project. */
const IMPORT = /^[ \t]*(?:from[ \t]+(\w+)[\w.]*[ \t]+import\b|import[ \t]+(\w[\w., \t]*))/gm;

/** The installed Python packages that the project imports, the most used first. */
export function choosePython(project: ProjectFacts, installed: Installed, most: number): readonly Library[] {
  const users = new Map<string, Set<string>>();
  for (const [path, { language, isTest, isSide }] of project.files) {
    if (language !== 'python' || isTest || isSide) continue;
    for (const [, from = '', names = ''] of (project.text(path) ?? '').matchAll(IMPORT))
      for (const [, module = ''] of `${from}${names}`.matchAll(/(?:^|,)[ \t]*(\w+)/g))
        users.set(module, (users.get(module) ?? new Set()).add(path));
  }
  if (users.size === 0) return [];
  const found = installed.python().flatMap((root) =>
    installed
      .foldersIn(root)
      .filter((name) => name.endsWith('.dist-info'))
      .flatMap((name) => distribution(installed, root, name, users) ?? []),
  );
  return found
    .toSorted((a, b) => b.usedIn.length - a.usedIn.length || (a.name < b.name ? -1 : 1))
    .slice(0, most);
}

/** A distribution by its metadata, with the modules of it that are imported; undefined where none is. */
function distribution(
  installed: Installed,
  root: string,
  info: string,
  users: ReadonlyMap<string, ReadonlySet<string>>,
): Library | undefined {
  const modules = modulesOf(installed, `${root}/${info}`);
  const usedIn = new Set(modules.flatMap((module) => [...(users.get(module) ?? [])]));
  if (usedIn.size === 0) return undefined;
  const [, name = info, version = ''] = /^(.+?)-([^-]+)\.dist-info$/.exec(info) ?? [];
  const parts = modules.flatMap((module) => [`${module}-stubs`, module, `${module}.pyi`, `${module}.py`]);
  const roots = [`${info}/METADATA`, ...parts].map((part) => `${root}/${part}`);
  return { name, version, roots, usedIn: [...usedIn], isNewer: false, hasSettings: false };
}

/** `yaml` of PyYAML: what it was installed as, by its own list of files. */
function modulesOf(installed: Installed, info: string): readonly string[] {
  const record = installed.read(`${info}/RECORD`) ?? '';
  const named = installed.read(`${info}/top_level.txt`)?.split(/\s+/) ?? [];
  const listed = [...record.matchAll(/^(\w+)(?:\/|\.pyi?,)/gm)].map(([, module = '']) => module);
  return [...new Set([...named, ...listed])].filter(
    (module) => /^\w+$/.test(module) && module !== '__pycache__',
  );
}
