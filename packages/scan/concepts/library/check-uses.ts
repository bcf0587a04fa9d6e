import type { ProjectFacts } from '../../engine/facts.ts';
import type { Gathered } from '../../engine/gather.ts';
import type { LibraryRule, Rule } from '../../engine/rule.ts';
import { lineText } from '../../engine/files/scanned-file.ts';
import { suppressionAt } from '../../engine/findings/suppressions.ts';
import { checkLibraries, type LibraryCheck } from './check-libraries.ts';

/** Lets the rules about libraries speak. False where nothing is known: none was asked for, or none is installed. */
export function checkUses(
  rules: readonly Rule[],
  libraries: LibraryCheck,
  project: ProjectFacts,
  gathered: Gathered,
): boolean {
  const about = rules.filter((rule): rule is LibraryRule => rule.kind === 'library');
  const [first] = about;
  if (first === undefined || libraries.most === 0) return false;
  const crashed = (file: string, error: unknown): void => {
    for (const { id } of about) gathered.crashed(id, file, error);
  };
  try {
    return checkLibraries(project, libraries, {
      find(kind, file, line, message) {
        const rule = about.find(({ fault }) => fault === kind)?.id;
        if (rule === undefined) return;
        const text = project.text(file) ?? '';
        const suppressed = suppressionAt(text, line, rule);
        gathered.find(file, { rule, line, message, evidence: lineText(text, line), suppressed });
      },
      unresolved: (what, count) => gathered.unresolved(first.id, what, count),
      crashed,
    });
  } catch (error) {
    crashed('', error);
    return true;
  }
}
