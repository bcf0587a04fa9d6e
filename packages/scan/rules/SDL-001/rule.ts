import type { ProjectCheck } from '../../engine/rule.ts';
import { isCode } from '../../engine/files/languages.ts';
import type { UnsavedFact } from '../../concepts/persistence/unsaved.ts';

/** A request or a command changes something in memory only, and nobody who calls it stores anything. */
export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    const saved = new Map<string, Set<string>>();
    const around = new Set<string>();
    for (const { savers, language, isTest } of project.files.values())
      for (const { calls, isAround } of isTest ? [] : savers) {
        const family = familyOf(language);
        if (isAround === true) around.add(family);
        const names = saved.get(family) ?? new Set<string>();
        saved.set(family, names);
        for (const name of calls) names.add(name);
      }
    for (const [path, { unsaved, language }] of project.files)
      for (const each of unsaved) {
        const family = familyOf(language);
        if (around.has(family)) report.unresolved('changes that request middleware may save');
        else if (!each.isHandler && saved.get(family)?.has(each.of) === true)
          report.unresolved('changes that a caller may save');
        else report.find(path, { line: each.line }, messageOf(each));
      }
  },
};

function familyOf(language: string): string {
  return isCode(language) ? 'code' : language;
}

function messageOf({ what, how, of }: UnsavedFact): string {
  const where = of === '' ? 'here' : `in ${of}`;
  if (how === 'made') return `${what} is made ${where} and never saved`;
  if (how === 'added') return `${what} gets a change ${where}, and nothing saves it`;
  return `${what} is changed ${where} and never saved`;
}
