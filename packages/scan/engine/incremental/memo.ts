import type { ProjectFacts } from '../facts.ts';
import { recordReadsFor, Dependencies } from './dependencies.ts';

/**
 * Memoises a value per project. A rule that asks for it inherits its dependencies. The value may be a function that reads
 * more when it is called; any other value must be complete when it is returned.
 */
export function memoPerProject<T extends object | string>(
  make: (project: ProjectFacts) => T,
): (project: ProjectFacts) => T {
  const known = new WeakMap<ProjectFacts, { readonly dependencies: Dependencies; readonly made: T }>();
  return (project) => {
    const before = known.get(project);
    if (before !== undefined) return recordReadsFor(before.dependencies, () => before.made);
    const dependencies = new Dependencies();
    const made = watched(
      dependencies,
      recordReadsFor(dependencies, () => make(project)),
    );
    known.set(project, { dependencies, made });
    return made;
  };
}

function watched<T>(dependencies: Dependencies, made: T): T {
  if (typeof made !== 'function') return made;
  const ask = made as unknown as (...asked: readonly unknown[]) => unknown;
  return ((...asked: readonly unknown[]) =>
    recordReadsFor(dependencies, () => ask(...asked))) as unknown as T;
}
