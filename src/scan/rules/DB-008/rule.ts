import { relationsOf } from '../../entities/relations.ts';
import type { ProjectRule } from '../../rule.ts';
import { isHouseStyle } from '../../entities/house-style.ts';

/** Rows that outlive what they speak of must not be tied to it. */
const OUTLIVING =
  /log|audit|history|event|snapshot|archive|backup|cache|metric|analytic|tracking|outbox|usage|statistic|denormali|temp/i;

export const rule: ProjectRule = {
  id: 'DB-008',
  family: 'database',
  severity: 'MEDIUM',
  title: 'A foreign key that nothing declares as a relation',
  why: 'The database accepts keys of rows that do not exist, deletes leave orphans behind, and no query can follow the key.',
  fix: 'Declare the relation (constraint and navigation) for the field, or rename the field if it is no key of that entity.',
  confidence: 'medium',
  kind: 'project',
  check(project, report) {
    const { keys } = relationsOf(project);
    for (const { of, field, target, isConstrained, isNavigated } of keys) {
      if (
        isConstrained ||
        isNavigated ||
        field.isId ||
        (field.default !== undefined && !/^(?:None|null|undefined)$/.test(field.default)) ||
        of.isTest ||
        of.isSide ||
        OUTLIVING.test(of.name)
      )
        continue;
      const alike = keys.filter((key) => key.of.orm === of.orm);
      if (isHouseStyle(alike, (key) => key.isConstrained || key.isNavigated)) {
        report.unresolved('a key in a project that declares next to no relations');
        continue;
      }
      report.find(
        field.path,
        { line: field.line },
        `${of.name}.${field.name} looks like a key of ${target.name}, but nothing declares that relation`,
      );
    }
  },
};
