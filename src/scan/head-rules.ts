import type { LibraryRule, ProjectRule, RuleHead } from './rule.ts';

/** A rule over single files whose finders, one for each language, have done all the looking. */
export function flawRule(head: RuleHead): ProjectRule {
  return {
    ...head,
    kind: 'project',
    ownFile: true,
    check({ files }, report) {
      for (const { path, flaws } of files.values())
        for (const { rule, line, message } of flaws)
          if (rule === head.id) report.find(path, { line }, message);
    },
  };
}

export function libraryRule(head: RuleHead & Pick<LibraryRule, 'fault'>): LibraryRule {
  return { ...head, kind: 'library' };
}
