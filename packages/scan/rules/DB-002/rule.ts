import { comparedFields } from '../../concepts/entities/model/sql-columns.ts';
import type { ProjectCheck } from '../../engine/rule.ts';

export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    for (const { entity, field, comparison, dialects, path, line } of comparedFields(project)) {
      if (field.kind !== 'boolean' || field.isList) continue;
      const { kind, text } = comparison.literal;
      const isBit = dialects.has('mssql') && dialects.size === 1;
      const isBoolean = [...dialects].every((dialect) => dialect === 'postgres');
      const isWrong = isBit
        ? kind === 'boolean'
        : isBoolean && ((kind === 'number' && /^[01]$/.test(text)) || (kind === 'text' && !TEXTS.test(text)));
      if (!isWrong) continue;
      const right = isBit ? '1 and 0' : 'true and false';
      const shown = kind === 'text' ? `'${text}'` : text;
      report.find(
        path,
        { line },
        `${entity.name}.${field.name} is a boolean: compare it with ${right}, not with ${shown}`,
      );
    }
  },
};

/** Texts that PostgreSQL takes for a boolean. */
const TEXTS = /^(?:t|f|true|false|yes|no|y|n|on|off|0|1)$/i;
