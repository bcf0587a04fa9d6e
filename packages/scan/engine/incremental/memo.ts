import type { ProjectFacts } from '../facts.ts';
import { readingFor, Reads } from './dependencies.ts';

/**
 * Works something out once for all rules that ask. Whoever asks has looked at all that was looked at for it, then or later:
 * what is worked out may be a function that goes on looking; anything else must be whole when it is handed out.
 */
export function oncePerProject<T extends object | string>(
  make: (project: ProjectFacts) => T,
): (project: ProjectFacts) => T {
  const known = new WeakMap<ProjectFacts, { readonly reads: Reads; readonly made: T }>();
  return (project) => {
    const before = known.get(project);
    if (before !== undefined) return readingFor(before.reads, () => before.made);
    const reads = new Reads();
    const made = watched(
      reads,
      readingFor(reads, () => make(project)),
    );
    known.set(project, { reads, made });
    return made;
  };
}

function watched<T>(reads: Reads, made: T): T {
  if (typeof made !== 'function') return made;
  const ask = made as unknown as (...asked: readonly unknown[]) => unknown;
  return ((...asked: readonly unknown[]) => readingFor(reads, () => ask(...asked))) as unknown as T;
}
