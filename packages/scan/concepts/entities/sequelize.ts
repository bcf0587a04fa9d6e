import * as ts from '../../syntax/typescript/view.ts';

import type { FactFinder, FactWalk } from '../../engine/rule.ts';
import { defined } from '../../engine/defined.ts';
import { namedThing, writtenObject, writtenValues } from '../../syntax/typescript/objects.ts';
import { entityFact, type FieldFact, fieldFact } from './fact.ts';
import { kindOfColumn } from './field-kinds.ts';

const LINKS = /^(?:belongsTo|hasOne|hasMany|belongsToMany)$/;

function call(node: ts.CallExpression, walk: FactWalk): void {
  if (!ts.isPropertyAccessExpression(node.expression)) return;
  const { name, expression } = node.expression;
  const [first, second, third] = node.arguments;
  const text = ts.textOf(first);
  if (name.text === 'define' && text !== undefined)
    define({ name: text, aliases: heldBy(walk), columns: second, options: third }, walk);
  else if (name.text === 'init' && first !== undefined) {
    const own =
      expression.kind === ts.SyntaxKind.SuperKeyword ? classNameAround(walk) : namedThing(expression);
    if (own !== undefined)
      define({ name: own, aliases: exportedNames(own, walk), columns: first, options: second }, walk);
  } else if (LINKS.test(name.text)) link(node, name.text, namedThing(expression), walk);
}

type Definition = {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly columns: ts.Expression | undefined;
  readonly options: ts.Expression | undefined;
};

function define({ name, aliases, columns, options }: Definition, { file, facts }: FactWalk): void {
  const fields = [...(writtenObject(columns)?.members ?? [])]
    .map(([key, value]) => fieldOf(key, value, file.source))
    .filter((field) => field !== undefined);
  // `define` and `init` are names of many things; a column of Sequelize is not.
  if (fields.every(({ kind }) => kind === 'unknown')) return;
  facts.entities.push(
    entityFact('sequelize', name, {
      aliases: aliases.filter((each) => each !== name),
      table: ts.textOf(writtenObject(options)?.members.get('tableName')),
      fields,
    }),
  );
}

function fieldOf(name: string, node: ts.Expression, source: ts.SourceFile): FieldFact | undefined {
  const options = writtenObject(node)?.members;
  const type = options === undefined ? node : options.get('type');
  if (
    type === undefined ||
    !/\b(?:DataTypes?|Sequelize|sequelize|STRING|BOOLEAN|ENUM|INTEGER|DATE)\b/.test(type.getText(source))
  )
    return undefined;
  const kind = kindOfColumn(type);
  const isId = ts.isTrue(options?.get('primaryKey'));
  const given = options?.get('defaultValue') ?? options?.get('autoIncrement');
  const references = writtenObject(options?.get('references'))?.members.get('model');
  const to = namedThing(references) ?? namedThing(writtenObject(references)?.members.get('tableName'));
  return fieldFact(name, ts.lineOf(node, source), {
    column: ts.textOf(options?.get('field')),
    kind,
    type: type.getText(source),
    isNullable: !isId && !ts.isFalse(options?.get('allowNull')),
    isList: /ARRAY\(/.test(type.getText(source)),
    isId,
    default: given?.getText(source),
    ...(kind === 'enum' ? { ...enumValues(type, options?.get('values')), stores: 'value' } : {}),
    references: to === undefined ? undefined : { to },
  });
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
  return defined({ enum: enumIn(given.find(ts.isSpreadElement)?.expression ?? listed ?? given[0]) });
}

/** The enumeration in `Status`, `Object.values(Status)` and `Object.keys(Status)`. */
export function enumIn(node: ts.Expression | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (ts.isCallExpression(node)) return namedThing(node.arguments[0]);
  if (ts.isArrayLiteralExpression(node)) {
    const [only] = node.elements;
    return ts.isSpreadElement(only) ? enumIn(only.expression) : undefined;
  }
  return namedThing(node);
}

function link(node: ts.CallExpression, method: string, from: string | undefined, walk: FactWalk): void {
  const to = namedThing(node.arguments[0]);
  const own = from === 'this' || from === undefined ? classNameAround(walk) : from;
  if (own === undefined || to === undefined) return;
  const options = writtenObject(node.arguments[1])?.members;
  const key = options?.get('foreignKey');
  const keyName = namedThing(key) ?? namedThing(writtenObject(key)?.members.get('name'));
  const keysOf = (name: string | undefined): readonly string[] => (name === undefined ? [] : [name]);
  const field = namedThing(options?.get('as'));
  const line = walk.line(node);
  const { links } = walk.facts;
  links.push(defined({ from: own, to, many: /Many/.test(method), keys: keysOf(keyName), field, line }));
  const through = namedThing(options?.get('through'));
  if (through === undefined) return;
  // The table between the two has a key of each.
  const other = namedThing(options?.get('otherKey'));
  links.push(
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
    if (ts.isClassLike(node)) return node.name?.text;
  }
  return undefined;
}

/** Models that are defined by a call, and their associations. */
export const sequelizeEntities: FactFinder = {
  applies: ({ isTest }) => !isTest,
  visit: new Map([ts.on(ts.isCallExpression, call)]),
};
