import type { RowFields } from './fact.ts';
import * as ts from '../../syntax/typescript/view.ts';

import type { FactFinder, FactWalk } from '../../engine/rule.ts';
import { drizzleValues, selectedRows, writtenOf } from './drizzle-lists.ts';
import { wordSet } from '../../engine/words.ts';

const MAKES =
  /^(?:create|createMany|createManyAndReturn|upsert|insertMany|bulkCreate|save|insert|values|bulkInsert|build)$/;
const LISTS = /^(?:findMany|find|findAll|findAndCountAll|findAndCount)$/;

function call(node: ts.CallExpression, walk: FactWalk): void {
  const name = ts.calledName(node);
  if (MAKES.test(name)) made(node, name, walk);
  else if (LISTS.test(name)) listed(node, walk);
  else if (name === 'from' && !walk.file.isSide) {
    const list = selectedRows(node, walk.ancestors);
    if (list !== undefined) walk.facts.lists.push({ ...list, line: walk.line(node) });
  }
}

function made(node: ts.CallExpression, name: string, walk: FactWalk): void {
  const [first, second] = node.arguments;
  if (first === undefined) return;
  const named = entityOf(node, walk);
  const isByClass =
    /^[A-Z]/.test(ts.wordOf(first)) || (name === 'bulkInsert' && ts.isStringLiteralLike(first));
  const isGiven = isByClass && second !== undefined;
  const entity = isGiven ? ts.keyOf(first) : named;
  if (entity === undefined) return;
  // Prisma takes rows as `data` or, of an upsert, as `create`.
  const given = isGiven ? second : (ts.optionOf(first, name === 'upsert' ? 'create' : 'data') ?? first);
  for (const row of rowsOf(given, walk)) add(entity, row, node, walk);
}

/** `user` of `prisma.user.create`, `User` of `User.create`, `userRepository.save`, `knex('users').insert`, `db.insert(users).values`. */
function entityOf(node: ts.CallExpression, walk: FactWalk): string | undefined {
  const of = ts.bare(ts.calledOn(node));
  if (ts.isCallExpression(of)) {
    const [first] = of.arguments;
    const isNamed = /^(?:getRepository|insert)$/.test(ts.calledName(of)) && ts.isIdentifier(first);
    return isNamed ? first.text : ts.textOf(first);
  }
  if (ts.isPropertyAccessExpression(of))
    return ofStore(of.name.text) ?? (isClient(of.expression) || isPrisma(node) ? of.name.text : undefined);
  if (!ts.isIdentifier(of)) return undefined;
  const store = ofStore(of.text);
  if (store !== undefined) return store;
  return /^[A-Z][a-z]\w*$/.test(of.text) && !GLOBALS.has(of.text) && !walk.file.isTest ? of.text : undefined;
}

const GLOBALS = wordSet('Object Array Promise Map Set Date React Buffer Math Reflect');

function ofStore(name: string): string | undefined {
  return /^(\w+?)(?:Repository|Repo|Model)$/.exec(name)?.[1];
}

/** Told by its options, whatever the client is called. */
function isPrisma({ arguments: [first] }: ts.CallExpression): boolean {
  return ['data', 'create', 'where'].some((key) => ts.optionOf(first, key) !== undefined);
}

function isClient(node: ts.Expression): boolean {
  const name = ts.lastWord(ts.bare(node));
  return /^(?:prisma\w*|db|tx|client|trx)$/i.test(name);
}

type Row = { readonly values: RowFields; readonly isOpen: boolean; readonly at: ts.Node };

/** The rows an expression stands for: an object, a list, or a variable of the file that holds them. */
function rowsOf(node: ts.Expression, walk: FactWalk): readonly Row[] {
  const inner = ts.bare(node);
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
      const rows = variableRows(ts.wordOf(each.expression), walk);
      if (rows.length === 0) isOpen = true;
      else spread = rows;
    } else if (ts.isIdentifier(each.name) || ts.isStringLiteral(each.name))
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
  if (steps > 2 || name === '') return [];
  for (let at = walk.ancestors.length - 1; at >= 0; at -= 1) {
    const node = walk.ancestors[at];
    if (node === undefined) continue;
    if (ts.isForOfStatement(node) && ts.isVariableDeclarationList(node.initializer)) {
      if (ts.wordOf(node.initializer.declarations[0]?.name) === name)
        return variableRows(ts.wordOf(node.expression), walk, steps + 1);
    }
    if (ts.isFunction(node) && ts.wordOf(node.parameters[0]?.name) === name) {
      return variableRows(ts.wordOf(ts.calledOn(walk.ancestors[at - 1])), walk, steps + 1);
    }
    if (!ts.isBlock(node) && !ts.isSourceFile(node)) continue;
    const value = ts.initialValue(name, node.statements);
    if (value !== undefined) return ts.isIdentifier(ts.bare(value)) ? [] : rowsOf(value, walk);
  }
  return [];
}

function add(entity: string, { values, isOpen, at }: Row, node: ts.Node, walk: FactWalk): void {
  if (Object.keys(values).length === 0) return;
  const place = at.pos >= 0 ? at : node;
  walk.facts.rows.push({ entity, values, isOpen, line: walk.line(place) });
}

/** `prisma.post.findMany({ where: { published: true } })`, `Post.find({ published: true })`. */
function listed(node: ts.CallExpression, walk: FactWalk): void {
  const entity = entityOf(node, walk);
  const [first] = node.arguments;
  if (entity === undefined || walk.file.isSide) return;
  const add = (values: RowFields, isOpen: boolean): void =>
    void walk.facts.lists.push({ entity, values, isOpen, line: walk.line(node) });
  const inner = ts.bare(first);
  if (ts.isFunction(inner)) return;
  if (inner !== undefined && !ts.isObjectLiteralExpression(inner)) return add({}, true);
  // Mongoose takes the condition itself.
  const where = ts.bare(ts.optionOf(inner, 'where')) ?? (ts.calledName(node) === 'find' ? inner : undefined);
  if (where === undefined) return add({}, false);
  const asked = drizzleValues(where);
  if (asked !== undefined) return add(asked, false);
  const [row] = ts.isObjectLiteralExpression(where) ? objectRows(where, walk) : [];
  if (row === undefined || !ts.isObjectLiteralExpression(where)) return add({}, true);
  add({ ...row.values, ...deniedIn(where) }, row.isOpen && !isNarrowed(where));
}

/** `{ status: { not: 'closed' } }`. */
function deniedIn(where: ts.ObjectLiteralExpression): RowFields {
  const found: Record<string, string> = {};
  for (const [key, condition] of ts.valuesOf(where)) {
    const not = ts.optionOf(condition, 'not') ?? ts.optionOf(condition, '$ne');
    const value = not === undefined ? '?' : writtenOf(not);
    if (value !== '?' && value !== 'null') found[key] = `!${value}`;
  }
  return found;
}

/** Whether all that is added is asked besides: `...(city ? { city } : {})` shows less, never more. */
function isNarrowed({ properties }: ts.ObjectLiteralExpression): boolean {
  const own = new Set(properties.map(({ name }) => ts.wordOf(name)));
  return properties.every((each) => {
    if (!ts.isSpreadAssignment(each)) return ts.isIdentifier(each.name);
    const added = addedBy(ts.bare(each.expression));
    return added !== undefined && !added.some((key) => own.has(key));
  });
}

/** The keys that a condition adds; undefined where they are not written. */
function addedBy(node: ts.Expression): readonly string[] | undefined {
  if (ts.isConditionalExpression(node)) {
    const then = addedBy(ts.bare(node.whenTrue));
    const otherwise = addedBy(ts.bare(node.whenFalse));
    return then === undefined || otherwise === undefined ? undefined : [...then, ...otherwise];
  }
  if (ts.isOperation(node, '&&')) return addedBy(ts.bare(node.right));
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const keys = node.properties.map(({ name }) => (ts.isIdentifier(name) ? name.text : undefined));
  return keys.includes(undefined) ? undefined : keys.filter((key) => key !== undefined);
}

/** Rows that are made and lists that are asked for in TypeScript and JavaScript. */
export const rowFacts: FactFinder = {
  applies: ({ isTest, language }) => !isTest && !/^(?:tsx|jsx|vue|svelte)$/.test(language),
  visit: new Map([ts.on(ts.isCallExpression, call)]),
};
