import ts from 'typescript-api';

import type { FactFinder, FactWalk } from '../rule.ts';
import { isFalse, isTrue, lineIn, namedThing, writtenObject, writtenValues } from '../syntax/objects.ts';
import type { FieldFact } from './entities.ts';
import { kindOfColumn } from './field-kinds.ts';

const LINKS = /^(?:belongsTo|hasOne|hasMany|belongsToMany)$/;

function call(node: ts.Node, walk: FactWalk): void {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
  const { name, expression } = node.expression;
  const [first, second, third] = node.arguments;
  if (name.text === 'define' && first !== undefined && ts.isStringLiteralLike(first))
    define(node, { name: first.text, aliases: heldBy(walk), columns: second, options: third }, walk);
  else if (name.text === 'init' && first !== undefined) {
    const own =
      expression.kind === ts.SyntaxKind.SuperKeyword ? classNameAround(walk) : namedThing(expression);
    if (own !== undefined)
      define(node, { name: own, aliases: exportedNames(own, walk), columns: first, options: second }, walk);
  } else if (LINKS.test(name.text)) link(node, name.text, namedThing(expression), walk);
}

type Definition = {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly columns: ts.Expression | undefined;
  readonly options: ts.Expression | undefined;
};

function define(
  node: ts.CallExpression,
  { name, aliases, columns, options }: Definition,
  walk: FactWalk,
): void {
  const written = writtenObject(columns);
  if (written === undefined) return;
  const { source } = walk.file;
  const fields: FieldFact[] = [];
  for (const [key, value] of written.members) {
    const field = fieldOf(key, value, source);
    if (field !== undefined) fields.push(field);
  }
  // `define` and `init` are names of many things; a column of Sequelize is not.
  if (fields.every(({ kind }) => kind === 'unknown')) return;
  const told = writtenObject(options)?.members;
  const table = told?.get('tableName');
  walk.facts.entities.push({
    orm: 'sequelize',
    name,
    aliases: aliases.filter((each) => each !== name),
    ...(table !== undefined && ts.isStringLiteralLike(table) ? { table: table.text } : {}),
    fields,
    extends: [],
    isAbstract: false,
    line: lineIn(source, node),
  });
}

function fieldOf(name: string, node: ts.Expression, source: ts.SourceFile): FieldFact | undefined {
  const options = writtenObject(node)?.members;
  const type = options === undefined ? node : options.get('type');
  if (
    type === undefined ||
    !/\b(?:DataTypes?|Sequelize|sequelize|STRING|BOOLEAN|ENUM|INTEGER|DATE)\b/.test(type.getText(source))
  )
    return undefined;
  const kind = kindOfColumn(type) ?? 'unknown';
  const isId = isTrue(options?.get('primaryKey'));
  const column = options?.get('field');
  const given = options?.get('defaultValue') ?? options?.get('autoIncrement');
  const values = kind === 'enum' ? enumValues(type, options?.get('values')) : undefined;
  const references = writtenObject(options?.get('references'))?.members.get('model');
  const to = namedThing(references) ?? namedThing(writtenObject(references)?.members.get('tableName'));
  return {
    name,
    ...(column !== undefined && ts.isStringLiteralLike(column) ? { column: column.text } : {}),
    kind,
    type: type.getText(source),
    isNullable: !isId && !isFalse(options?.get('allowNull')),
    isList: /ARRAY\(/.test(type.getText(source)),
    isId,
    ...(given === undefined ? {} : { default: given.getText(source) }),
    ...values,
    ...(kind === 'enum' ? { stores: 'value' as const } : {}),
    ...(to === undefined ? {} : { references: { to } }),
    line: lineIn(source, node),
  };
}

/** `ENUM('a', 'b')`, `ENUM(['a'])`, `ENUM(...Object.values(Status))`, `values: […]`. */
function enumValues(
  type: ts.Expression,
  listed: ts.Expression | undefined,
): Pick<FieldFact, 'enum' | 'values'> {
  const given: readonly ts.Expression[] = ts.isCallExpression(type) ? [...type.arguments] : [];
  const texts = given.filter(ts.isStringLiteralLike).map(({ text }) => text);
  if (texts.length > 0 && texts.length === given.length) return { values: texts };
  const values = writtenValues(listed ?? given[0]);
  if (values !== undefined) return { values };
  const spread = given.find(ts.isSpreadElement)?.expression ?? listed ?? given[0];
  const name = enumIn(spread);
  return name === undefined ? {} : { enum: name };
}

/** The enumeration in `Status`, `Object.values(Status)` and `Object.keys(Status)`. */
export function enumIn(node: ts.Expression | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (ts.isCallExpression(node)) return namedThing(node.arguments[0]);
  if (ts.isArrayLiteralExpression(node)) {
    const [only] = node.elements;
    return only !== undefined && ts.isSpreadElement(only) ? enumIn(only.expression) : undefined;
  }
  return namedThing(node);
}

function link(node: ts.CallExpression, method: string, from: string | undefined, walk: FactWalk): void {
  const to = namedThing(node.arguments[0]);
  const own = from === 'this' || from === undefined ? classNameAround(walk) : from;
  if (own === undefined || to === undefined) return;
  const options = writtenObject(node.arguments[1])?.members;
  const key = options?.get('foreignKey');
  const keyName =
    key === undefined ? undefined : (namedThing(key) ?? namedThing(writtenObject(key)?.members.get('name')));
  const field = namedThing(options?.get('as'));
  walk.facts.links.push({
    from: own,
    to,
    many: /Many/.test(method),
    keys: keyName === undefined ? [] : [keyName],
    ...(field === undefined ? {} : { field }),
    line: lineIn(walk.file.source, node),
  });
  const through = namedThing(options?.get('through'));
  const other = namedThing(options?.get('otherKey'));
  if (through === undefined) return;
  // The table between the two has a key of each.
  const line = lineIn(walk.file.source, node);
  const keysOf = (key: string | undefined): readonly string[] => (key === undefined ? [] : [key]);
  walk.facts.links.push(
    { from: through, to: own, many: false, keys: keysOf(keyName), line },
    { from: through, to, many: false, keys: keysOf(other), line },
  );
}

/** The variable that holds what is made here. */
export function heldBy({ ancestors }: Pick<FactWalk, 'ancestors'>): readonly string[] {
  for (let at = ancestors.length - 1; at >= 0; at -= 1) {
    const node = ancestors[at];
    if (node === undefined || ts.isBlock(node)) return [];
    if (ts.isVariableDeclaration(node)) return ts.isIdentifier(node.name) ? [node.name.text] : [];
    if (ts.isFunctionLike(node)) return [];
  }
  return [];
}

/** `export { User as UserModel }`. */
function exportedNames(own: string, { file }: FactWalk): readonly string[] {
  return file.source.statements.flatMap((statement) =>
    ts.isExportDeclaration(statement) &&
    statement.exportClause !== undefined &&
    ts.isNamedExports(statement.exportClause)
      ? statement.exportClause.elements
          .filter(({ name, propertyName }) => (propertyName ?? name).text === own)
          .map(({ name }) => name.text)
      : [],
  );
}

function classNameAround({ ancestors }: FactWalk): string | undefined {
  for (let at = ancestors.length - 1; at >= 0; at -= 1) {
    const node = ancestors[at];
    if (node !== undefined && ts.isClassLike(node)) return node.name?.text;
  }
  return undefined;
}

/** Models that are defined by a call, and their associations. */
export const sequelizeEntities: FactFinder = {
  words: ['DataTypes', 'Sequelize', 'sequelize', 'belongsTo', 'hasMany', 'hasOne'],
  applies: ({ isTest }) => !isTest,
  visit: new Map([[ts.SyntaxKind.CallExpression, call]]),
};
