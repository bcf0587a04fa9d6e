import type { ProjectFacts } from '../../facts/facts.ts';
import type { ProjectRule } from '../../rule.ts';

export const rule: ProjectRule = {
  id: 'BACK-016',
  family: 'back',
  kind: 'project',
  severity: 'MEDIUM',
  title: 'Rows are deleted and created again without a transaction',
  why: 'When the second step fails, or the process ends between the two, the old rows are gone and the new ones were never written; others see the gap.',
  fix: 'Do both in one transaction, or update what is there.',
  confidence: 'high',
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
