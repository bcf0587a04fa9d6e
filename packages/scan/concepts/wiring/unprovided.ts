import type { ProjectFacts } from '../../engine/facts.ts';
import { moduleFinder } from '../modules/find-module.ts';
import { nameFinder } from '../modules/find-name.ts';
import { isClassUse } from './unmounted.ts';
import { Uses } from './uses.ts';

export type Unprovided = {
  readonly file: string;
  readonly line: number;
  readonly type: string;
};

/** Classes that are asked for, are declared here for being handed out, and that nobody provides. */
export function unprovided(project: ProjectFacts): readonly Unprovided[] {
  const all = [...project.files].flatMap(([file, { classes }]) => classes.map((fact) => ({ file, fact })));
  const named = new Set(all.flatMap(({ fact }) => fact.lists));
  const injectables = new Map(
    all
      .filter(({ fact }) => fact.role === 'injectable' && !fact.isEverywhere && !named.has(fact.name))
      .map(({ file, fact }) => [`${file}#${fact.name}`, fact.name]),
  );
  // Somewhere something must be provided in the way that is understood.
  const isUsual = all.some(
    ({ fact }) => fact.role === 'injectable' && (fact.isEverywhere || named.has(fact.name)),
  );
  if (injectables.size === 0) return [];
  const isBooted = [...project.files.values()].some(({ imports }) =>
    imports.some((each) => each.names.includes('bootstrapApplication')),
  );
  const findModule = moduleFinder(project);
  const find = nameFinder(project, findModule);
  const uses = new Uses(project, findModule);
  const found: Unprovided[] = [];
  for (const { file, fact } of all) {
    // It is made for certain: a module names it, or it is a part of an Angular application that starts here.
    if (!isUsual && !named.has(fact.name) && !(isBooted && fact.role === 'other')) continue;
    for (const { type, line } of fact.needs) {
      const own = project.files.get(file)?.classes.some(({ name }) => name === type) === true;
      const target = own ? undefined : find(file, type);
      const at = own ? file : target?.kind === 'here' ? target.file : undefined;
      if (at === undefined || !injectables.has(`${at}#${type}`)) continue;
      if (uses.of(at, type, isClassUse) === 'unused') found.push({ file, line, type });
    }
  }
  return found;
}
