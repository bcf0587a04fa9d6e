import { isHouseStyle } from '../../concepts/entities/model/house-style.ts';
import { relationsOf } from '../../concepts/entities/model/relations.ts';
import type { ProjectCheck } from '../../engine/rule.ts';

export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    const { keys, navigations } = relationsOf(project);
    for (const { of, to, name, inverse, isTwoSided, path, line } of navigations) {
      if (of.isTest || of.isSide || !isTwoSided || to === undefined || inverse === undefined) continue;
      if (to.fields.length === 0 || to.fields.some((field) => field.name === inverse)) continue;
      if (navigations.some((each) => each.of === to && each.name === inverse) || to.isOpen) continue;
      report.find(
        path,
        { line },
        `${of.name}.${name} names ${to.name}.${inverse} as its inverse, but ${to.name}.${inverse} does not exist`,
      );
    }
    const constrained = keys.filter(({ isConstrained }) => isConstrained);
    for (const { of, field, target, isNavigated } of constrained) {
      if (isNavigated || of.isTest || of.isSide || isJoin(of, constrained)) continue;
      const alike = constrained.filter((key) => key.of.orm === of.orm);
      if (isHouseStyle(alike, (key) => key.isNavigated)) {
        report.unresolved('foreign keys in a project with almost no navigation properties');
        continue;
      }
      report.find(
        field.path,
        { line: field.line },
        `${of.name}.${field.name} is a foreign key to ${target.name}, but neither side has a navigation property to the other`,
      );
    }
  },
};

type Keys = ReturnType<typeof relationsOf>['keys'];

/** A table that does nothing but tie two others together is passed through, not navigated. */
function isJoin(of: Keys[number]['of'], keys: Keys): boolean {
  const own = keys.filter((key) => key.of === of).length;
  return own >= 2 && of.fields.length <= own + 2;
}
