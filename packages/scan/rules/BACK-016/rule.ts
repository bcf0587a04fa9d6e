import type { ProjectFacts } from '../../engine/facts.ts';
import type { ProjectCheck } from '../../engine/rule.ts';

export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    let isAtomic: boolean | undefined;
    for (const { path, language, flaws } of project.files.values())
      for (const { rule: id, line, message } of flaws) {
        if (id !== 'BACK-016') continue;
        if (language === 'python' && (isAtomic ??= isAtomicByDefault(project))) continue;
        report.find(path, { line }, message);
      }
  },
};

/** Django can put every request into a transaction. */
function isAtomicByDefault(project: ProjectFacts): boolean {
  return [...project.files.keys()].some(
    (path) => /settings.*\.py$/.test(path) && /ATOMIC_REQUESTS\W+True/.test(project.text(path) ?? ''),
  );
}
