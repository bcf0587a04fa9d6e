import * as ts from '../../syntax/typescript/view.ts';

import type { FactFinder, FactWalk } from '../../engine/rule.ts';
import { importedAs } from '../../syntax/typescript/imported.ts';
import { namedThing, writtenObject, writtenValues } from '../../syntax/typescript/objects.ts';
import { defined } from '../../engine/defined.ts';
import { entityFact, type FieldFact, fieldFact, type Orm } from './fact.ts';
import { kindOfColumn, kindOfType } from './field-kinds.ts';

type Decorators = ReadonlyMap<string, readonly ts.Expression[]>;

const RELATIONS =
  /^(?:ManyToOne|OneToOne|OneToMany|ManyToMany|BelongsTo|HasOne|HasMany|BelongsToMany|TreeParent|TreeChildren)$/;
const MANY = /^(?:OneToMany|ManyToMany|HasMany|BelongsToMany|TreeChildren)$/;
const COLUMN = /Column$|^(?:Property|PrimaryKey|SerializedPrimaryKey|Enum|Prop|Formula)$/;
const GENERATED =
  /^(?:PrimaryGeneratedColumn|CreateDateColumn|UpdateDateColumn|DeleteDateColumn|VersionColumn|CreatedAt|UpdatedAt|DeletedAt|Formula)$/;

/** `@Entity() class User`, `@Table class User extends Model`, `@Schema() class User`. */
function entityClass(node: ts.ClassDeclaration, walk: FactWalk): void {
  if (node.name === undefined) return;
  const own = ts.decoratorsOf(node);
  const orm = ormOf(own, node, walk);
  if (orm === undefined) return;
  const mark = [...own].find(([name]) => /^(?:Entity|ChildEntity|Table|Schema|Embeddable)$/.test(name));
  const fields: FieldFact[] = [];
  for (const member of node.members) {
    if (!ts.isPropertyDeclaration(member)) continue;
    const field = fieldOf(member, orm, walk);
    if (field !== undefined) fields.push(field);
  }
  if (fields.length === 0 && mark === undefined) return;
  const parent = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
  const base = namedThing(parent?.expression);
  walk.facts.entities.push(
    entityFact(orm, node.name.text, {
      table: tableOf(mark?.[1] ?? []),
      fields,
      extends: base === undefined || base === 'Model' || base === 'BaseEntity' ? [] : [base],
      isAbstract: mark === undefined || mark[0] === 'Embeddable',
    }),
  );
}

function tableOf([first]: readonly ts.Expression[]): string | undefined {
  const options = writtenObject(first)?.members;
  const named = ['tableName', 'name', 'collection'].map((key) => ts.textOf(options?.get(key)));
  return ts.textOf(first) ?? named.find((each) => each !== undefined);
}

/** By where the decorators come from; a class without one of its own may still be a base of entities. */
function ormOf(own: Decorators, node: ts.ClassDeclaration, walk: FactWalk): Orm | undefined {
  const names = [...own.keys()];
  for (const member of node.members)
    if (ts.isPropertyDeclaration(member)) names.push(...ts.decoratorsOf(member).keys());
  for (const name of names) {
    const from = importedAs(walk.file.source, name)?.from ?? '';
    if (from.startsWith('@mikro-orm/')) return 'mikro-orm';
    if (from === 'sequelize-typescript') return 'sequelize';
    if (from === '@nestjs/mongoose' || from === '@typegoose/typegoose') return 'mongoose';
    if (/(?:^|\/)typeorm$/.test(from)) return 'typeorm';
  }
  return undefined;
}

function fieldOf(member: ts.PropertyDeclaration, orm: Orm, walk: FactWalk): FieldFact | undefined {
  if (!ts.isIdentifier(member.name)) return undefined;
  const decorators = ts.decoratorsOf(member);
  const entries = [...decorators];
  const relation = entries.find(([name]) => RELATIONS.test(name));
  const column = entries.find(([name]) => COLUMN.test(name) && name !== 'JoinColumn');
  const generated = entries.find(([name]) => GENERATED.test(name));
  const key = decorators.get('ForeignKey');
  if (relation === undefined && column === undefined && generated === undefined && key === undefined)
    return undefined;
  const { source } = walk.file;
  const line = ts.lineOf(member.name, source);
  if (relation !== undefined) return relationField(member.name.text, relation, decorators, line);
  const [name, given] = column ?? generated ?? ['ForeignKey', []];
  const options = optionsOf(given);
  const isId =
    name.startsWith('Primary') || decorators.has('PrimaryKey') || ts.isTrue(options.get('primary'));
  const enumOf = options.get('enum') ?? (name === 'Enum' ? (options.get('items') ?? given[0]) : undefined);
  const values = writtenValues(enumOf);
  const columnName = options.get('name') ?? options.get('field') ?? options.get('fieldName');
  const isMongoose = orm === 'mongoose';
  const first = isMongoose ? options.get('type') : (options.get('type') ?? given[0]);
  const fallback =
    ['default', 'defaultValue', 'defaultRaw', 'onCreate']
      .map((key) => options.get(key))
      .find((each) => each !== undefined) ??
    decorators.get('Default')?.[0] ??
    member.initializer;
  const reference = namedThing(key?.[0]) ?? (isMongoose ? namedThing(options.get('ref')) : undefined);
  const isEnum = enumOf !== undefined && !ts.isFalse(enumOf);
  const kind = /DateColumn$|At$/.test(name) ? 'datetime' : (kindOfColumn(first) ?? kindOfType(member.type));
  return fieldFact(member.name.text, line, {
    column: ts.textOf(columnName),
    kind: isEnum ? 'enum' : kind,
    type: (member.type ?? first)?.getText(source),
    isNullable: isNullable(member, orm, decorators, options) && !isId,
    isList: ts.isTrue(options.get('array')) || ts.isArrayTypeNode(member.type),
    isId,
    default: generated !== undefined || ts.isTrue(options.get('generated')) ? '' : fallback?.getText(source),
    enum: values === undefined ? namedThing(enumOf) : undefined,
    values,
    stores: enumOf === undefined ? undefined : 'value',
    references: reference === undefined ? undefined : { to: reference },
    relation:
      reference !== undefined && isMongoose
        ? { to: reference, many: false, keys: [member.name.text] }
        : undefined,
  });
}

/** The options of a column, wherever they stand among what it is given. */
function optionsOf(given: readonly ts.Expression[]): ReadonlyMap<string, ts.Expression> {
  const objects = given.map((each) => writtenObject(each)?.members).filter((each) => each !== undefined);
  return objects.at(-1) ?? new Map<string, ts.Expression>();
}

function isNullable(
  member: ts.PropertyDeclaration,
  orm: Orm,
  decorators: Decorators,
  options: ReadonlyMap<string, ts.Expression>,
): boolean {
  if (orm === 'sequelize') {
    const [allows] = decorators.get('AllowNull') ?? [];
    return !ts.isFalse(options.get('allowNull')) && !ts.isFalse(allows);
  }
  if (orm === 'mongoose') return !isRequired(options.get('required'));
  if (orm === 'mikro-orm' && member.questionToken !== undefined) return true;
  return ts.isTrue(options.get('nullable'));
}

/** `required: true`, `required: [true, 'why']`. */
export function isRequired(node: ts.Expression | undefined): boolean {
  if (node === undefined) return false;
  return ts.isArrayLiteralExpression(node) ? ts.isTrue(node.elements[0]) : ts.isTrue(node);
}

function relationField(
  field: string,
  [name, given]: readonly [string, readonly ts.Expression[]],
  decorators: Decorators,
  line: number,
): FieldFact {
  const options = optionsOf(given);
  const to = namedThing(given[0]) ?? namedThing(options.get('entity'));
  const inverse =
    inverseOf(given[1]) ?? inverseOf(options.get('mappedBy')) ?? inverseOf(options.get('inversedBy'));
  const join = optionsOf(decorators.get('JoinColumn') ?? []).get('name') ?? options.get('joinColumn');
  const foreign = options.get('foreignKey') ?? given[1];
  const many = MANY.test(name);
  const keys = [join, /^(?:BelongsTo|HasOne|HasMany)$/.test(name) ? foreign : undefined]
    .map(ts.textOf)
    .filter((each) => each !== undefined);
  return fieldFact(field, line, {
    kind: 'relation',
    type: to,
    isNullable: !ts.isFalse(options.get('nullable')),
    isList: many,
    relation: defined({ to, many, keys, inverse }),
  });
}

/** `(user) => user.posts` and `'posts'`. */
function inverseOf(node: ts.Expression | undefined): string | undefined {
  if (node === undefined || ts.isObjectLiteralExpression(node)) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isArrowFunction(node) || ts.isBlock(node.body)) return undefined;
  const { body } = node;
  if (ts.isPropertyAccessExpression(body)) return body.name.text;
  return ts.isElementAccessExpression(body) && ts.isStringLiteralLike(body.argumentExpression)
    ? body.argumentExpression.text
    : undefined;
}

/** Entities that are classes with decorators: TypeORM, MikroORM, sequelize-typescript, Mongoose in NestJS. */
export const classEntities: FactFinder = {
  applies: ({ isTest, language }) => !isTest && language === 'typescript',
  visit: new Map([ts.on(ts.isClassDeclaration, entityClass)]),
};
