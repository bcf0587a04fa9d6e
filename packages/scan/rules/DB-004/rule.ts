import { creationsOf } from '../../concepts/entities/model/creations.ts';
import { type Entity, entityModel, type EntityField } from '../../concepts/entities/model/entity-model.ts';
import type { CreationFact } from '../../concepts/entities/fact.ts';
import type { ProjectCheck } from '../../engine/rule.ts';
import { wordSet } from '../../engine/words.ts';

export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    const model = entityModel(project);
    const creations = creationsOf(project);
    const customs = customsOf(model.entities);
    for (const entity of model.entities) {
      if (entity.isTest || entity.isSide) continue;
      for (const field of entity.fields) {
        if (!isState(field) || isFalse(field, entity)) continue;
        const given = creations.get(entity) ?? [];
        const omitting = hasZero(field, entity)
          ? undefined
          : given.find((creation) => omits(creation, field));
        if (omitting !== undefined)
          report.find(
            field.path,
            { line: field.line },
            `${entity.name}.${field.name} is required and has no default, but ${omitting.path}:${omitting.line} makes a row without it`,
          );
        else if (!isPlain(field) || tellsHowItEnded(entity) || customs.get(entity.orm) === 'many') continue;
        else if (given.length === 0 && !hasCreations(entity, creations))
          report.find(
            field.path,
            { line: field.line },
            `${entity.name}.${field.name} is required and has no default: code that creates a row may omit it`,
          );
        else if (customs.get(entity.orm) === 'usual' && !isChosen(field, entity))
          report.find(
            field.path,
            { line: field.line },
            `${entity.name}.${field.name} has no default, and other fields of this kind here have one`,
          );
      }
    }
  },
};

function omits(creation: CreationFact, field: EntityField): boolean {
  return !creation.isOpen && creation.fields.length > 0 && !names(creation, field);
}

function names({ fields }: CreationFact, { name, column }: EntityField): boolean {
  return fields.includes(name) || (column !== undefined && fields.includes(column));
}

/** The zero of C# is false, and a member of most enumerations: only where it is none, what is left out is wrong. */
function hasZero({ kind, hasZero: isMember }: EntityField, { orm }: Entity): boolean {
  return orm === 'efcore' && !(kind === 'enum' && isMember === false);
}

/** A flag of Java or Go that nobody sets is false, and mostly meant to be. */
function isFalse({ kind }: EntityField, { orm }: Entity): boolean {
  return kind === 'boolean' && (orm === 'jpa' || orm === 'gorm');
}

const STATE = /^(?:status|state|role|phase|priority|visibility)$|(?:Status|_status|State|_state)$/;

/** A flag, or what is called a state: a kind or category is always chosen. */
function isPlain({ kind, name }: EntityField): boolean {
  return kind === 'boolean' || STATE.test(name);
}

/** What is written down once something is over has its state from there. */
function tellsHowItEnded({ name }: Entity): boolean {
  return /(?:Run|Log|LogEntry|Event|Attempt|Execution|Delivery|History|Result)s?$/.test(name);
}

const TYPED = wordSet('prisma drizzle typeorm mikro-orm');

/** Where the compiler asks for every field, other entities' rows tell that nobody leaves this one out. */
function hasCreations({ orm }: Entity, creations: ReadonlyMap<Entity, readonly unknown[]>): boolean {
  return (
    /^(?:efcore|jpa|gorm)$/.test(orm) ||
    (TYPED.has(orm) && [...creations.keys()].some((each) => each.orm === orm))
  );
}

/** What says in which state a row is: flags, enumerations, and texts that are called so. */
function isState(field: EntityField): boolean {
  if (field.isNullable || field.isList || field.isId || field.default !== undefined) return false;
  if (field.relation !== undefined) return false;
  return isOfState(field);
}

function isOfState({ kind, name }: EntityField): boolean {
  return kind === 'boolean' || kind === 'enum' || (kind === 'text' && STATE.test(name));
}

/** Who is taken in somewhere is given a role there; only an account begins with one. */
function isChosen({ name }: EntityField, { fields }: Entity): boolean {
  return /role$/i.test(name) && !fields.some((each) => /^(?:e_?mail|password\w*|username)$/i.test(each.name));
}

const FEWEST = 2;

/**
 * By ORM, whether a project gives such fields a default wherever it declares them: then one without is a slip. Among
 * many there are always some that say how something ended, and are given whenever a row is made.
 */
function customsOf(entities: readonly Entity[]): ReadonlyMap<string, 'usual' | 'many' | 'mixed'> {
  const counts = new Map<string, { readonly all: number; readonly given: number }>();
  for (const { orm, fields, isTest, isSide } of entities) {
    if (isTest || isSide) continue;
    for (const field of fields) {
      if (field.isNullable || field.isList || field.isId || field.relation !== undefined) continue;
      if (!isOfState(field) || !isPlain(field)) continue;
      const count = counts.get(orm) ?? { all: 0, given: 0 };
      const more = field.default === undefined ? 0 : 1;
      counts.set(orm, { all: count.all + 1, given: count.given + more });
    }
  }
  return new Map(
    [...counts].map(([orm, { all, given }]) => {
      const isUsual = given >= FEWEST && given >= all * SHARE;
      return [orm, all > MANY ? 'many' : isUsual ? 'usual' : 'mixed'];
    }),
  );
}

const SHARE = 0.5;
const MANY = 12;
