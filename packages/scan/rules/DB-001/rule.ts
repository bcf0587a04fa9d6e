import { type ComparedField, comparedFields } from '../../concepts/entities/model/sql-columns.ts';
import type { ProjectCheck } from '../../engine/rule.ts';

export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    for (const compared of comparedFields(project)) {
      const { entity, field, comparison, path, line } = compared;
      if (field.kind !== 'enum' || field.isList || field.stored === undefined || isStored(compared)) continue;
      const stored = field.stored.slice(0, 6).map((each) => (typeof each === 'number' ? each : `'${each}'`));
      const more = field.stored.length > 6 ? ', …' : '';
      const { kind, text } = comparison.literal;
      report.find(
        path,
        { line },
        `${entity.name}.${field.name} is stored as ${stored.join(', ')}${more}, never as ${kind === 'text' ? `'${text}'` : text}`,
      );
    }
  },
};

function isStored({ field, comparison, dialects }: ComparedField): boolean {
  const { kind, text } = comparison.literal;
  const stored = field.stored ?? [];
  if (text === '' || kind === 'boolean') return true;
  if (stored.some((each) => String(each) === text && (typeof each === 'number') === (kind === 'number')))
    return true;
  // MySQL counts the members of its own enumerations, and it and SQL Server do not tell cases apart.
  const isLoose = dialects.has('mysql') || dialects.has('mssql');
  if (dialects.has('mysql') && kind === 'number') return stored.some((each) => typeof each === 'string');
  return isLoose && stored.some((each) => String(each).toLowerCase() === text.toLowerCase());
}
