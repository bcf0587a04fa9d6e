import { isHouseStyle } from '../../concepts/entities/model/house-style.ts';
import { type Navigation, relationsOf } from '../../concepts/entities/model/relations.ts';
import type { ProjectCheck } from '../../engine/rule.ts';
import { wordSet } from '../../engine/words.ts';

/** Where both ends are declared by hand; Prisma demands them, Django makes them, Mongoose has none. */
const BY_HAND = wordSet('typeorm mikro-orm sqlalchemy efcore');

export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    const { navigations } = relationsOf(project);
    const fields = navigations.filter((each) => BY_HAND.has(each.of.orm) && isField(each));
    for (const each of fields) {
      const { of, to, name = '', path, line } = each;
      if (to === undefined || of.isTest || of.isSide || hasInverse(each, navigations)) continue;
      const alike = fields.filter((other) => other.of.orm === of.orm && other.to !== undefined);
      if (isHouseStyle(alike, (other) => hasInverse(other, navigations))) {
        report.unresolved('navigation properties in a project that declares relations on one side only');
        continue;
      }
      report.find(
        path,
        { line },
        `${of.name}.${name} leads to ${to.name}, but nothing in ${to.name} leads back`,
      );
    }
  },
};

/** Configuration repeats what a field says. */
function isField({ of, name }: Navigation): boolean {
  return name !== undefined && of.fields.some((field) => field.name === name && field.relation !== undefined);
}

function hasInverse({ of, to, name, inverse }: Navigation, all: readonly Navigation[]): boolean {
  if (inverse !== undefined) return true;
  return all.some(
    (each) =>
      (each.of === to && each.to === of) ||
      (each.to === of && each.inverse === name) ||
      (each.of === of && each.name === name && each.inverse !== undefined),
  );
}
