import ts from 'typescript-api';

import type { FactFinder, FactWalk } from '../rule.ts';
import { decoratorsOf } from '../syntax/decorators.ts';
import { importedAs } from '../syntax/imported.ts';
import { isFalse, isTrue, lineIn, namedThing, writtenObject, writtenValues } from '../syntax/objects.ts';
import type { FieldFact, Orm, RelationFact } from './entities.ts';
import { kindOfColumn, kindOfType } from './field-kinds.ts';

type Decorators = ReadonlyMap<string, readonly ts.Expression[]>;

const RELATIONS =
  /^(?:ManyToOne|OneToOne|OneToMany|ManyToMany|BelongsTo|HasOne|HasMany|BelongsToMany|TreeParent|TreeChildren)$/;
const MANY = /^(?:OneToMany|ManyToMany|HasMany|BelongsToMany|TreeChildren)$/;
const COLUMN = /Column$|^(?:Property|PrimaryKey|SerializedPrimaryKey|Enum|Prop|Formula)$/;
const GENERATED =
  /^(?:PrimaryGeneratedColumn|CreateDateColumn|UpdateDateColumn|DeleteDateColumn|VersionColumn|CreatedAt|UpdatedAt|DeletedAt|Formula)$/;

/** `@Entity() class User`, `@Table class User extends Model`, `@Schema() class User`. */
function entityClass(node: ts.Node, walk: FactWalk): void {
  if (!ts.isClassDeclaration(node) || node.name === undefined) return;
  const own = decoratorsOf(node);
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
  const table = tableOf(mark?.[1]);
  const parent = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
  const base = namedThing(parent?.expression);
  walk.facts.entities.push({
    orm,
    name: node.name.text,
    aliases: [],
    ...(table === undefined ? {} : { table }),
    fields,
    extends: base === undefined || base === 'Model' || base === 'BaseEntity' ? [] : [base],
    isAbstract: mark === undefined || mark[0] === 'Embeddable',
    line: lineIn(walk.file.source, node.name),
  });
}

function tableOf(given: readonly ts.Expression[] | undefined): string | undefined {
  const [first] = given ?? [];
  if (first === undefined) return undefined;
  if (ts.isStringLiteralLike(first)) return first.text;
  const options = writtenObject(first)?.members;
  for (const key of ['tableName', 'name', 'collection']) {
    const value = options?.get(key);
    if (value !== undefined && ts.isStringLiteralLike(value)) return value.text;
  }
  return undefined;
}

/** By where the decorators come from; a class without one of its own may still be a base of entities. */
function ormOf(own: Decorators, node: ts.ClassDeclaration, walk: FactWalk): Orm | undefined {
  const names = [...own.keys()];
  for (const member of node.members)
    if (ts.isPropertyDeclaration(member)) names.push(...decoratorsOf(member).keys());
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
  const decorators = decoratorsOf(member);
  const entries = [...decorators];
  const relation = entries.find(([name]) => RELATIONS.test(name));
  const column = entries.find(([name]) => COLUMN.test(name) && name !== 'JoinColumn');
  const generated = entries.find(([name]) => GENERATED.test(name));
  const key = decorators.get('ForeignKey');
  if (relation === undefined && column === undefined && generated === undefined && key === undefined)
    return undefined;
  const line = lineIn(walk.file.source, member.name);
  if (relation !== undefined) return relationField(member, relation, decorators, line);
  const [name, given] = column ?? generated ?? ['ForeignKey', []];
  const options = optionsOf(given);
  const type = member.type?.getText(walk.file.source) ?? '';
  const isId = name.startsWith('Primary') || decorators.has('PrimaryKey') || isTrue(options.get('primary'));
  const enumOf = options.get('enum') ?? (name === 'Enum' ? (options.get('items') ?? given[0]) : undefined);
  const values = writtenValues(enumOf);
  const enumName = values === undefined ? namedThing(enumOf) : undefined;
  const columnName = options.get('name') ?? options.get('field') ?? options.get('fieldName');
  const first = orm === 'mongoose' ? options.get('type') : (options.get('type') ?? given[0]);
  const fallback = defaultOf(member, decorators, options, walk);
  const reference = namedThing(key?.[0]) ?? (orm === 'mongoose' ? namedThing(options.get('ref')) : undefined);
  return {
    name: member.name.text,
    ...(columnName !== undefined && ts.isStringLiteralLike(columnName) ? { column: columnName.text } : {}),
    kind:
      enumOf !== undefined && !isFalse(enumOf)
        ? 'enum'
        : /DateColumn$|At$/.test(name)
          ? 'datetime'
          : (kindOfColumn(first) ?? kindOfType(member.type)),
    type: type === '' ? (first?.getText(walk.file.source) ?? '') : type,
    isNullable: isNullable(member, orm, decorators, options) && !isId,
    isList: isTrue(options.get('array')) || (member.type !== undefined && ts.isArrayTypeNode(member.type)),
    isId,
    ...(generated !== undefined || isTrue(options.get('generated')) ? { default: '' } : fallback),
    ...(enumName === undefined ? {} : { enum: enumName }),
    ...(values === undefined ? {} : { values }),
    ...(enumOf === undefined ? {} : { stores: 'value' as const }),
    ...(reference === undefined ? {} : { references: { to: reference } }),
    ...(reference !== undefined && orm === 'mongoose'
      ? { relation: { to: reference, many: false, keys: [member.name.text] } }
      : {}),
    line,
  };
}

/** The options of a column, wherever they stand among what it is given. */
function optionsOf(given: readonly ts.Expression[]): ReadonlyMap<string, ts.Expression> {
  const objects = given.map((each) => writtenObject(each)?.members).filter((each) => each !== undefined);
  return objects.at(-1) ?? new Map<string, ts.Expression>();
}

function defaultOf(
  member: ts.PropertyDeclaration,
  decorators: Decorators,
  options: ReadonlyMap<string, ts.Expression>,
  walk: FactWalk,
): { readonly default: string } | Record<string, never> {
  const given =
    options.get('default') ??
    options.get('defaultValue') ??
    options.get('defaultRaw') ??
    options.get('onCreate') ??
    decorators.get('Default')?.[0] ??
    member.initializer;
  return given === undefined ? {} : { default: given.getText(walk.file.source) };
}

function isNullable(
  member: ts.PropertyDeclaration,
  orm: Orm,
  decorators: Decorators,
  options: ReadonlyMap<string, ts.Expression>,
): boolean {
  if (orm === 'sequelize') {
    const [allows] = decorators.get('AllowNull') ?? [];
    return !isFalse(options.get('allowNull')) && !isFalse(allows);
  }
  if (orm === 'mongoose') return !isRequired(options.get('required'));
  if (orm === 'mikro-orm' && member.questionToken !== undefined) return true;
  return isTrue(options.get('nullable'));
}

/** `required: true`, `required: [true, 'why']`. */
export function isRequired(node: ts.Expression | undefined): boolean {
  if (node === undefined) return false;
  return ts.isArrayLiteralExpression(node) ? isTrue(node.elements[0]) : isTrue(node);
}

function relationField(
  member: ts.PropertyDeclaration,
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
  const keys = [join, /^(?:BelongsTo|HasOne|HasMany)$/.test(name) ? foreign : undefined]
    .filter((each) => each !== undefined && ts.isStringLiteralLike(each))
    .map((each) => (each as ts.StringLiteral).text);
  const relation: RelationFact = {
    ...(to === undefined ? {} : { to }),
    many: MANY.test(name),
    keys,
    ...(inverse === undefined ? {} : { inverse }),
  };
  return {
    name: (member.name as ts.Identifier).text,
    kind: 'relation',
    type: to ?? '',
    isNullable: !isFalse(options.get('nullable')),
    isList: relation.many,
    isId: false,
    relation,
    line,
  };
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
  words: ['typeorm', 'mikro-orm', 'sequelize-typescript', '@nestjs/mongoose', 'typegoose'],
  applies: ({ isTest, language }) => !isTest && language === 'typescript',
  visit: new Map([[ts.SyntaxKind.ClassDeclaration, entityClass]]),
};
