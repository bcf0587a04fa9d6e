import type { Entity, EntityField } from '../../concepts/entities/model/entity-model.ts';
import { relationsOf } from '../../concepts/entities/model/relations.ts';
import type { ProjectFacts } from '../../engine/facts.ts';
import type { ProjectCheck } from '../../engine/rule.ts';
import { isHouseStyle } from '../../concepts/entities/model/house-style.ts';

/** Rows that outlive what they speak of must not be tied to it. */
const OUTLIVING =
  /log|audit|history|event|snapshot|archive|backup|cache|metric|analytic|tracking|outbox|usage|statistic|denormali|temp/i;

export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    const { keys } = relationsOf(project);
    let tied: ReadonlySet<string> | undefined;
    for (const { of, field, target, isConstrained, isNavigated } of keys) {
      const isTorn = isNavigated && isWithoutKey(of, target, keys, project);
      if (
        isConstrained ||
        (isNavigated && !isTorn) ||
        field.isId ||
        (field.default !== undefined && !/^(?:None|null|undefined)$/.test(field.default)) ||
        of.isTest ||
        of.isSide ||
        OUTLIVING.test(of.name)
      )
        continue;
      if (of.orm !== 'prisma' && (tied ??= tiedByMigrations(project)).has(field.name)) continue;
      const alike = keys.filter((key) => key.of.orm === of.orm);
      const isDeclared = (key: Key): boolean => key.isConstrained || key.isNavigated;
      const same = alike.filter((key) => key.target === target);
      if (!isTorn && (isHouseStyle(alike, isDeclared) || isMostlyBare(same, isDeclared))) {
        report.unresolved('keys in a project with almost no declared relations');
        continue;
      }
      report.find(
        field.path,
        { line: field.line },
        `${of.name}.${field.name} looks like a key of ${target.name}, but nothing declares that relation`,
      );
    }
    for (const { of, field } of idsWithoutModel(project))
      report.find(
        field.path,
        { line: field.line },
        `${of.name}.${field.name} holds the id of a document, and no ref says of which model`,
      );
  },
};

/** `keeperId: Schema.Types.ObjectId` of Mongoose, where the others of the project say what they refer to. */
function* idsWithoutModel(
  project: ProjectFacts,
): Generator<{ readonly of: Entity; readonly field: EntityField }> {
  const { keys, model } = relationsOf(project);
  const known = new Set(keys.map(({ field }) => field));
  const ids = model.entities
    .filter(({ orm, isTest, isSide }) => orm === 'mongoose' && !isTest && !isSide)
    .flatMap((of) =>
      of.fields.filter(({ type }) => type.endsWith('ObjectId')).map((field) => ({ of, field })),
    );
  if (isHouseStyle(ids, ({ field }) => field.references !== undefined)) return;
  if (!ids.some(({ field }) => field.references !== undefined)) return;
  for (const { of, field } of ids) {
    const isNamed =
      /[a-z](?:Id|ID|_id)$/.test(field.name) && !/^(?:tenant|external|parent)/i.test(field.name);
    const stem = field.name.replace(/_?(?:Id|ID|id)$/, '');
    // What it is an id of stands beside it.
    const isMany = of.fields.some(({ name }) =>
      new RegExp(`^${stem}_?(?:type|model|kind|collection)$`, 'i').test(name),
    );
    if (isMany) continue;
    const isTied = of.links.some((link) => link.keys.includes(field.name));
    if (isNamed && !isTied && !known.has(field) && !field.isList && field.references === undefined)
      if (!OUTLIVING.test(of.name)) yield { of, field };
  }
}

type Key = ReturnType<typeof relationsOf>['keys'][number];

/** Where most keys of one entity are declared by nothing, its rows are meant to go without asking for them. */
function isMostlyBare(keys: readonly Key[], isDeclared: (key: Key) => boolean): boolean {
  return keys.length >= 4 && keys.filter(isDeclared).length * 2 < keys.length;
}

/** A relationship of SQLAlchemy between two tables that no foreign key joins: it fails as soon as it is used. */
function isWithoutKey(
  of: Key['of'],
  target: Key['target'],
  keys: readonly Key[],
  project: ProjectFacts,
): boolean {
  if (of.orm !== 'sqlalchemy' || of.isOpen || target.isOpen) return false;
  const isJoined = keys.some(
    (key) =>
      key.isConstrained &&
      ((key.of === of && key.target === target) || (key.of === target && key.target === of)),
  );
  return (
    !isJoined &&
    ![of.path, target.path].some((path) =>
      /primaryjoin|ForeignKeyConstraint|foreign\(/.test(project.text(path) ?? ''),
    )
  );
}

/** Columns that a migration ties to another table, where the entity says nothing. */
function tiedByMigrations(project: ProjectFacts): ReadonlySet<string> {
  const found = new Set<string>();
  for (const path of project.files.keys()) {
    if (!/(?:^|\/)[\w-]*migrations?\//i.test(path)) continue;
    const text = project.text(path) ?? '';
    if (!/foreign/i.test(text)) continue;
    for (const [, name = ''] of text.matchAll(/foreign[ _]?key\W{1,6}(\w+)/gi)) found.add(name);
  }
  return found;
}
