import type { ProjectFacts } from '../../engine/facts.ts';
import type { ProjectCheck } from '../../engine/rule.ts';

/** Lists of names that only hand something on: they call nothing. */
const HANDED_ON =
  /\b(?:import|export)(?:\s+type)?\s*\{[^}]*\}|\bexports\s*=\s*\{[^}]*\}|^\s*(?:from|import)\s.*$/gm;

export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    const checks = [...project.files.values()].flatMap(({ path, checks: all }) =>
      all.map((each) => ({ ...each, path })),
    );
    // Where nothing comes in there is nobody to keep out: the check is for programs that use this as a library.
    const isServer = [...project.files.values()].some(({ routes, isTest }) => routes.length > 0 && !isTest);
    if (checks.length === 0 || !isServer) return;
    const uses = mentionsOf(new Set(checks.map(({ name }) => name)), project);
    for (const { name, path, line } of checks)
      if (uses.get(name) === 1)
        report.find(path, { line }, `${name} is a security check, and nothing calls it`);
  },
};

/** How often each of these names stands in shipped files, its declaration included. */
function mentionsOf(names: ReadonlySet<string>, project: ProjectFacts): ReadonlyMap<string, number> {
  const pattern = new RegExp(`(?<![\\w$])(?:${[...names].join('|')})(?![\\w$])`, 'g');
  const counts = new Map<string, number>();
  for (const [path, { isTest }] of project.files) {
    if (isTest) continue;
    const text = (project.text(path) ?? '').replaceAll(HANDED_ON, '');
    for (const [name] of text.matchAll(pattern)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
