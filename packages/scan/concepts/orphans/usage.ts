import type { FileFacts, ProjectFacts } from '../../engine/facts.ts';
import { isCode } from '../../engine/files/languages.ts';
import { moduleFinder } from '../modules/find-module.ts';
import { stemOf } from './mentions.ts';

/** Who imports a file, and what of it. */
export type Usage = {
  isImported(path: string): boolean;
  isUsed(path: string, name: string): boolean;
  /** Whether all of it is taken, as CommonJS may be: by somebody who names this very file. */
  isTakenWhole(path: string): boolean;
  importersOf(path: string): ReadonlySet<string>;
};

const NOBODY: ReadonlySet<string> = new Set();

/** Follows every import of the project, also through files that only hand on. */
export function usageOf(project: ProjectFacts, open: ReadonlySet<string>): Usage {
  const findModule = moduleFinder(project);
  const importers = new Map<string, Set<string>>();
  const used = new Map<string, Set<string>>();
  /** What is imported from where nobody knows: it may be anything of that name. */
  const loose = new Set<string>();
  const looseFiles = new Set<string>();
  const waiting: { readonly path: string; readonly name: string }[] = [];
  const use = (path: string, name: string): void => {
    const names = used.get(path) ?? new Set<string>();
    used.set(path, names);
    if (names.has(name) || names.has('*')) return;
    names.add(name);
    waiting.push({ path, name });
  };
  for (const [path, { imports }] of project.files)
    for (const { from, names, as } of imports) {
      const to = findModule(path, from);
      if (to === undefined) {
        if (!isPackage(from)) looseFiles.add(stemOf(from));
        for (const name of names) loose.add(name);
        continue;
      }
      if (to === path) continue;
      const all = importers.get(to) ?? new Set<string>();
      importers.set(to, all.add(path));
      if (as === undefined) for (const name of names) use(to, name);
      else if (names[0] === '*' && as[0] !== '*') use(to, '*');
    }
  for (const path of open) use(path, '*');
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const file = project.files.get(at.path);
    if (file !== undefined) handOn(file, at.name, findModule, use);
  }
  return {
    isImported: (path) => importers.has(path) || looseFiles.has(stemOf(path)),
    isUsed(path, name) {
      const names = used.get(path);
      return (
        names?.has(name) === true ||
        names?.has('*') === true ||
        loose.has(name) ||
        looseFiles.has(stemOf(path))
      );
    },
    isTakenWhole(path) {
      const names = used.get(path);
      return names?.has('default') === true || names?.has('*') === true || looseFiles.has(stemOf(path));
    },
    importersOf: (path) => importers.get(path) ?? NOBODY,
  };
}

type Use = (path: string, name: string) => void;

/** What is used of a file that hands on is used of where it comes from. */
function handOn(file: FileFacts, name: string, findModule: ReturnType<typeof moduleFinder>, use: Use): void {
  for (const { from, names, as } of file.imports) {
    if (as === undefined) continue;
    const to = findModule(file.path, from);
    if (to === undefined || to === file.path) continue;
    if (as[0] === '*') use(to, name);
    else
      for (const [index, each] of as.entries())
        if (each === name || name === '*') use(to, names[index] ?? '*');
  }
}

/** The name of something installed, as against an alias nobody has explained. */
function isPackage(from: string): boolean {
  return (
    /^(?:node:)?(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*(?:\/[\w.@-]+)*$/i.test(from) &&
    !/^(?:src|app|lib|components|utils)\//.test(from)
  );
}

/** Whether a file is one whose imports and exports are known. */
export function isModule({ language, isTest, isSide }: FileFacts): boolean {
  return isCode(language) && !isTest && !isSide;
}
