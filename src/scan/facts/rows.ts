import ts from 'typescript-api';

import type { FactFinder, FactWalk } from '../rule.ts';
import { calledName } from '../syntax/around.ts';
import { bare } from '../syntax/record-data.ts';
import { drizzleValues, selectedRows, writtenOf } from '../syntax/drizzle-lists.ts';

/**
 * Values by field, as far as they are written: a text, `true`, the name of a member; `?` for anything else. `!closed` is
 * what a list asks a field not to be.
 */
export type Written = Readonly<Record<string, string>>;

/** A row that code makes, with the fields it is given. */
export type RowFact = {
  /** As it is named there: `User`, `users`, `user`. */
  readonly entity: string;
  readonly values: Written;
  /** More may be given than is written. */
  readonly isOpen: boolean;
  readonly line: number;
};

/** A list that code asks for, with what it asks the fields to be. */
export type ListFact = RowFact;

const MAKES =
  /^(?:create|createMany|createManyAndReturn|upsert|insertMany|bulkCreate|save|insert|values|bulkInsert|build)$/;
const LISTS = /^(?:findMany|find|findAll|findAndCountAll|findAndCount)$/;

function call(node: ts.Node, walk: FactWalk): void {
  if (!ts.isCallExpression(node)) return;
  const name = calledName(node);
  if (MAKES.test(name)) made(node, name, walk);
  else if (LISTS.test(name)) listed(node, walk);
  else if (name === 'from' && !walk.file.isSide) {
    const list = selectedRows(node, walk.ancestors);
    if (list !== undefined) walk.facts.lists.push({ ...list, line: lineOf(node, walk) });
  }
}

function made(node: ts.CallExpression, name: string, walk: FactWalk): void {
  const [first, second] = node.arguments;
  if (first === undefined) return;
  const named = entityOf(node, walk);
  const isByClass = ts.isIdentifier(first) && /^[A-Z]/.test(first.text) && second !== undefined;
  const isByTable = name === 'bulkInsert' && ts.isStringLiteralLike(first) && second !== undefined;
  const entity = isByClass || isByTable ? (first as ts.Identifier | ts.StringLiteral).text : named;
  if (entity === undefined) return;
  const given = isByClass || isByTable ? second : prismaData(first, name);
  for (const row of rowsOf(given, walk)) add(entity, row, node, walk);
}

/** What Prisma takes as `data` or, of an upsert, as `create`; of others all of it. */
function prismaData(node: ts.Expression, name: string): ts.Expression {
  return optionOf(node, name === 'upsert' ? 'create' : 'data') ?? node;
}

function optionOf(node: ts.Expression | undefined, key: string): ts.Expression | undefined {
  const inner = node === undefined ? undefined : bare(node);
  if (inner === undefined || !ts.isObjectLiteralExpression(inner)) return undefined;
  for (const each of inner.properties) {
    if (each.name === undefined || !ts.isIdentifier(each.name) || each.name.text !== key) continue;
    if (ts.isPropertyAssignment(each)) return each.initializer;
    if (ts.isShorthandPropertyAssignment(each)) return each.name;
  }
  return undefined;
}

/** `user` of `prisma.user.create`, `User` of `User.create`, `userRepository.save`, `knex('users').insert`, `db.insert(users).values`. */
function entityOf(node: ts.CallExpression, walk: FactWalk): string | undefined {
  if (!ts.isPropertyAccessExpression(node.expression)) return undefined;
  const of = bare(node.expression.expression);
  if (ts.isCallExpression(of)) {
    const [first] = of.arguments;
    if (first === undefined) return undefined;
    if (ts.isStringLiteralLike(first)) return first.text;
    const isNamed = /^(?:getRepository|insert)$/.test(calledName(of)) && ts.isIdentifier(first);
    return isNamed ? first.text : undefined;
  }
  if (ts.isPropertyAccessExpression(of))
    return ofStore(of.name.text) ?? (isClient(of.expression) || isPrisma(node) ? of.name.text : undefined);
  if (!ts.isIdentifier(of)) return undefined;
  const store = ofStore(of.text);
  if (store !== undefined) return store;
  return /^[A-Z][a-z]\w*$/.test(of.text) && !GLOBALS.has(of.text) && !walk.file.isTest ? of.text : undefined;
}

const GLOBALS = new Set([
  'Object',
  'Array',
  'Promise',
  'Map',
  'Set',
  'Date',
  'React',
  'Buffer',
  'Math',
  'Reflect',
]);

function ofStore(name: string): string | undefined {
  return /^(\w+?)(?:Repository|Repo|Model)$/.exec(name)?.[1];
}

/** Told by its options, whatever the client is called. */
function isPrisma({ arguments: [first] }: ts.CallExpression): boolean {
  return ['data', 'create', 'where'].some((key) => optionOf(first, key) !== undefined);
}

function isClient(node: ts.Expression): boolean {
  const inner = bare(node);
  const name = ts.isIdentifier(inner)
    ? inner.text
    : ts.isPropertyAccessExpression(inner)
      ? inner.name.text
      : '';
  return /^(?:prisma\w*|db|tx|client|trx)$/i.test(name);
}

type Row = { readonly values: Written; readonly isOpen: boolean; readonly at: ts.Node };

/** The rows an expression stands for: an object, a list, or a variable of the file that holds them. */
function rowsOf(node: ts.Expression, walk: FactWalk): readonly Row[] {
  const inner = bare(node);
  if (ts.isObjectLiteralExpression(inner)) return objectRows(inner, walk);
  if (ts.isArrayLiteralExpression(inner)) return inner.elements.flatMap((each) => rowsOf(each, walk));
  if (ts.isIdentifier(inner)) return variableRows(inner.text, walk);
  return [];
}

function objectRows(node: ts.ObjectLiteralExpression, walk: FactWalk): readonly Row[] {
  const values: Record<string, string> = {};
  let isOpen = false;
  let spread: readonly Row[] = [];
  for (const each of node.properties) {
    if (ts.isSpreadAssignment(each)) {
      const rows = ts.isIdentifier(each.expression) ? variableRows(each.expression.text, walk) : [];
      if (rows.length === 0) isOpen = true;
      else spread = rows;
    } else if (each.name !== undefined && (ts.isIdentifier(each.name) || ts.isStringLiteral(each.name)))
      values[each.name.text] = ts.isPropertyAssignment(each) ? writtenOf(each.initializer) : '?';
    else isOpen = true;
  }
  if (spread.length === 0) return [{ values, isOpen, at: node }];
  return spread.map((row) => ({
    values: { ...row.values, ...values },
    isOpen: isOpen || row.isOpen,
    at: row.at,
  }));
}

/** `users` at the top of the file or of the function, or `user` in `for (const user of users)` and `users.map((user) => …)`. */
function variableRows(name: string, walk: FactWalk, steps = 0): readonly Row[] {
  if (steps > 2) return [];
  for (let at = walk.ancestors.length - 1; at >= 0; at -= 1) {
    const node = walk.ancestors[at];
    if (node === undefined) continue;
    if (ts.isForOfStatement(node) && ts.isVariableDeclarationList(node.initializer)) {
      const [own] = node.initializer.declarations;
      if (own !== undefined && ts.isIdentifier(own.name) && own.name.text === name)
        return ts.isIdentifier(node.expression) ? variableRows(node.expression.text, walk, steps + 1) : [];
    }
    if ((ts.isArrowFunction(node) || ts.isFunctionExpression(node)) && isNamed(node.parameters[0], name)) {
      const around = walk.ancestors[at - 1];
      const of =
        around !== undefined &&
        ts.isCallExpression(around) &&
        ts.isPropertyAccessExpression(around.expression)
          ? around.expression.expression
          : undefined;
      return of !== undefined && ts.isIdentifier(of) ? variableRows(of.text, walk, steps + 1) : [];
    }
    if (!ts.isBlock(node) && !ts.isSourceFile(node)) continue;
    const value = declaredIn(node.statements, name);
    if (value !== undefined) return ts.isIdentifier(bare(value)) ? [] : rowsOf(value, walk);
  }
  return [];
}

function isNamed(parameter: ts.ParameterDeclaration | undefined, name: string): boolean {
  return parameter !== undefined && ts.isIdentifier(parameter.name) && parameter.name.text === name;
}

function declaredIn(statements: readonly ts.Statement[], name: string): ts.Expression | undefined {
  for (const each of statements)
    if (ts.isVariableStatement(each))
      for (const { name: own, initializer } of each.declarationList.declarations)
        if (ts.isIdentifier(own) && own.text === name) return initializer;
  return undefined;
}

function add(entity: string, { values, isOpen, at }: Row, node: ts.Node, walk: FactWalk): void {
  if (Object.keys(values).length === 0) return;
  const place = at.pos >= 0 ? at : node;
  walk.facts.rows.push({ entity, values, isOpen, line: lineOf(place, walk) });
}

function lineOf(node: ts.Node, { file }: FactWalk): number {
  return file.source.getLineAndCharacterOfPosition(node.getStart(file.source)).line + 1;
}

/** `prisma.post.findMany({ where: { published: true } })`, `Post.find({ published: true })`. */
function listed(node: ts.CallExpression, walk: FactWalk): void {
  const entity = entityOf(node, walk);
  const [first] = node.arguments;
  if (entity === undefined || walk.file.isSide) return;
  const line = lineOf(node, walk);
  if (first === undefined) return void walk.facts.lists.push({ entity, values: {}, isOpen: false, line });
  const inner = bare(first);
  if (!ts.isObjectLiteralExpression(inner)) {
    const isCallback = ts.isArrowFunction(inner) || ts.isFunctionExpression(inner);
    if (!isCallback) walk.facts.lists.push({ entity, values: {}, isOpen: true, line });
    return;
  }
  const where = prismaWhere(inner, calledName(node));
  if (where === undefined) return void walk.facts.lists.push({ entity, values: {}, isOpen: false, line });
  const [row] = ts.isObjectLiteralExpression(where) ? objectRows(where, walk) : [];
  const asked = ts.isCallExpression(where) ? drizzleValues(where) : undefined;
  if (asked !== undefined) return void walk.facts.lists.push({ entity, values: asked, isOpen: false, line });
  if (row === undefined || !ts.isObjectLiteralExpression(where))
    return void walk.facts.lists.push({ entity, values: {}, isOpen: true, line });
  const values = { ...row.values, ...deniedIn(where) };
  walk.facts.lists.push({ entity, values, isOpen: row.isOpen && !isNarrowed(where), line });
}

/** `{ status: { not: 'closed' } }`. */
function deniedIn(where: ts.ObjectLiteralExpression): Written {
  const found: Record<string, string> = {};
  for (const each of where.properties) {
    if (!ts.isPropertyAssignment(each) || !ts.isIdentifier(each.name)) continue;
    const not = optionOf(each.initializer, 'not') ?? optionOf(each.initializer, '$ne');
    const value = not === undefined ? '?' : writtenOf(not);
    if (value !== '?' && value !== 'null') found[each.name.text] = `!${value}`;
  }
  return found;
}

/** Whether all that is added is asked besides: `...(city ? { city } : {})` shows less, never more. */
function isNarrowed({ properties }: ts.ObjectLiteralExpression): boolean {
  const own = new Set(
    properties.map(({ name }) => (name !== undefined && ts.isIdentifier(name) ? name.text : '')),
  );
  return properties.every((each) => {
    if (!ts.isSpreadAssignment(each)) return each.name !== undefined && ts.isIdentifier(each.name);
    const added = addedBy(bare(each.expression));
    return added !== undefined && !added.some((key) => own.has(key));
  });
}

/** The keys that a condition adds; undefined where they are not written. */
function addedBy(node: ts.Expression): readonly string[] | undefined {
  if (ts.isConditionalExpression(node)) {
    const then = addedBy(bare(node.whenTrue));
    const otherwise = addedBy(bare(node.whenFalse));
    return then === undefined || otherwise === undefined ? undefined : [...then, ...otherwise];
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken)
    return addedBy(bare(node.right));
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const keys = node.properties.map(({ name }) =>
    name !== undefined && ts.isIdentifier(name) ? name.text : undefined,
  );
  return keys.includes(undefined) ? undefined : keys.filter((key) => key !== undefined);
}

function prismaWhere(node: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  for (const each of node.properties)
    if (each.name !== undefined && ts.isIdentifier(each.name) && each.name.text === 'where')
      return ts.isPropertyAssignment(each) ? bare(each.initializer) : each.name;
  // Mongoose takes the condition itself.
  return name === 'find' ? node : undefined;
}

/** Rows that are made and lists that are asked for in TypeScript and JavaScript. */
export const rowFacts: FactFinder = {
  words: [
    '.create',
    '.upsert',
    'insert',
    'bulkCreate',
    '.save(',
    '.values(',
    'findMany',
    '.find(',
    'findAll',
    'findAndCount',
    '.from(',
  ],
  applies: ({ isTest, language }) => !isTest && !/^(?:tsx|jsx|vue|svelte)$/.test(language),
  visit: new Map([[ts.SyntaxKind.CallExpression, call]]),
};
