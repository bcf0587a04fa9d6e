import { type ComparedField, comparedFields } from '../../concepts/entities/model/sql-columns.ts';
import type { ProjectCheck } from '../../engine/rule.ts';

export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    for (const compared of comparedFields(project)) {
      const { entity, field, comparison, path, line } = compared;
      if (field.kind !== 'datetime' || field.isList) continue;
      const because = wrongFormat(compared);
      if (because === undefined) continue;
      const { kind, text } = comparison.literal;
      const shown = kind === 'text' ? `'${text}'` : text;
      report.find(path, { line }, `${entity.name}.${field.name} is a point in time, but ${shown} ${because}`);
    }
  },
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const POINT = /^\d{4}-\d{2}-\d{2}(?<between>[T ])\d{2}:\d{2}/;
/** Days in the order of some country, and names of months. */
const FOREIGN =
  /^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\b|^\d{4}\/\d{1,2}\/\d{1,2}|^\d{8}$|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b/i;

function wrongFormat({ entity, comparison, dialects }: ComparedField): string | undefined {
  const { operator, literal } = comparison;
  const { kind, text } = literal;
  const isSqlite = dialects.has('sqlite') && dialects.size === 1;
  if (kind === 'number') return isSqlite || text === '0' ? undefined : 'is a number';
  if (kind !== 'text') return undefined;
  if (FOREIGN.test(text)) return 'is read differently from server to server';
  const isDay = DAY.test(text);
  const between = POINT.exec(text)?.groups?.['between'];
  if (isSqlite && entity.orm === 'prisma' && (isDay || between !== undefined))
    return 'is text, and Prisma stores milliseconds in SQLite';
  if (isDay && /^(?:=|<>|!=)$/.test(operator)) return 'is a day: it equals midnight only';
  if (isSqlite && between === 'T') return 'is compared as text, but stored values have a space instead of T';
  return undefined;
}
