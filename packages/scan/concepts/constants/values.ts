import * as ts from '../../syntax/typescript/view.ts';

import { allReturned } from '../../syntax/typescript/members.ts';
import { nameOf } from '../../syntax/typescript/names.ts';
import { type Pieces, piecesOf } from '../../syntax/typescript/pieces.ts';
import { makesRouter } from '../routes/router-names.ts';
import type { Value } from './fact.ts';
import { wordSet } from '../../engine/words.ts';

const DEEPEST = 5;
const MOST = 300;

/** What an expression at the top of a module is worth remembering as; undefined for what nobody will ask for. */
export function valueOf(
  node: ts.Expression | ts.FunctionDeclaration,
  ancestors: readonly ts.Node[],
  depth = 0,
): Value | undefined {
  if (depth > DEEPEST) return undefined;
  if (ts.isFunctionDeclaration(node) || ts.isFunction(node)) return functionValue(node, ancestors);
  if (ts.isObjectLiteralExpression(node)) return objectValue(node, ancestors, depth);
  if (ts.isArrayLiteralExpression(node)) return listValue(node, ancestors, depth);
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) return madeValue(node, ancestors, depth);
  if (ts.isClassExpression(node)) return classValue(node, ancestors);
  const inner = ts.unwrapped(node);
  if (inner !== undefined) return valueOf(inner, ancestors, depth);
  return textValue(piecesOf(node, ancestors));
}

function textValue(pieces: Pieces): Value | undefined {
  const isWorthless = pieces.every(
    (piece) =>
      (typeof piece === 'string' && !ADDRESS.test(piece)) || (typeof piece === 'object' && 'hole' in piece),
  );
  return isWorthless ? undefined : { text: pieces };
}

/** Words for people are nobody's address. */
const ADDRESS = /^[^\s<>]{0,200}$/;

function functionValue(node: ts.FunctionLikeDeclaration, ancestors: readonly ts.Node[]): Value | undefined {
  const ways = allReturned(node.body, [...ancestors, node]).filter(({ value }) => mayBeText(value));
  if (ways.length === 0) return { is: 'function' };
  const pieces = ways.slice(0, WAYS).map(({ value, around }) => piecesOf(value, around));
  const [only] = pieces;
  if (only === undefined || pieces.every((each) => textValue(each) === undefined)) return { is: 'function' };
  return { returns: pieces.length === 1 ? only : [{ either: pieces }] };
}

const WAYS = 4;

function mayBeText(value: ts.Expression): boolean {
  return (
    ts.isStringLiteralLike(value) ||
    ts.isTemplateExpression(value) ||
    ts.isBinaryExpression(value) ||
    ts.isConditionalExpression(value) ||
    ts.isIdentifier(value) ||
    (ts.isCallExpression(value) && ts.isPropertyAccessExpression(value.expression))
  );
}

function objectValue(
  node: ts.ObjectLiteralExpression,
  ancestors: readonly ts.Node[],
  depth: number,
): Value | undefined {
  const members: Record<string, Value> = {};
  const around = [...ancestors, node];
  for (const property of node.properties.slice(0, MOST)) {
    if (ts.isShorthandPropertyAssignment(property)) {
      members[property.name.text] = { text: [{ name: property.name.text }] };
      continue;
    }
    const key = property.name === undefined ? undefined : keyOf(property.name);
    if (key === undefined) continue;
    const value = ts.isPropertyAssignment(property)
      ? memberValue(property, around, depth + 1)
      : ts.isMethodDeclaration(property)
        ? functionValue(property, around)
        : undefined;
    if (value !== undefined) members[key] = value;
  }
  return Object.keys(members).length === 0 ? undefined : { members };
}

/** Most of what stands in objects is a plain text or number, and needs nothing of what is around it. */
function memberValue(
  property: ts.PropertyAssignment,
  around: readonly ts.Node[],
  depth: number,
): Value | undefined {
  const { initializer } = property;
  // Nobody asks for these.
  if (ts.isTrue(initializer) || ts.isFalse(initializer) || ts.isNull(initializer)) return undefined;
  if (depth > DEEPEST) return undefined;
  if (ts.isStringLiteralLike(initializer) || ts.isNumericLiteral(initializer))
    return textValue([initializer.text]);
  return valueOf(initializer, [...around, property], depth);
}

/** `name`, `'name'`; `[Kind.GitHub]` by how it is written. */
function keyOf(name: ts.PropertyName): string | undefined {
  if (ts.isIdentifier(name) || ts.isStringLiteral(name)) return name.text;
  const written = ts.isComputedPropertyName(name) ? ts.dotted(name.expression) : '';
  return written === '' ? undefined : `[${written}]`;
}

function listValue(
  node: ts.ArrayLiteralExpression,
  ancestors: readonly ts.Node[],
  depth: number,
): Value | undefined {
  const around = [...ancestors, node];
  const list = node.elements
    .slice(0, MOST)
    .map((each) => valueOf(each, around, depth + 1))
    .filter((value) => value !== undefined);
  return list.length === 0 ? undefined : { list };
}

/** Ways to make a client with an address of its own, and what that is called in its options. */
const BASES: readonly string[] = ['baseURL', 'baseUrl', 'prefixUrl', 'prefix'];

/** `axios.create({ baseURL })`, `ky.extend({ prefixUrl })`; what else is made is known by what made it. */
function madeValue(
  node: ts.CallExpression | ts.NewExpression,
  ancestors: readonly ts.Node[],
  depth: number,
): Value | undefined {
  if (makesRouter(node)) return { is: 'router' };
  const callee = node.expression;
  const [first] = node.arguments ?? [];
  if (first !== undefined && ts.isPropertyAccessExpression(callee)) {
    if (callee.name.text === 'freeze') return valueOf(first, ancestors, depth + 1);
    if (/^(?:create|extend|instance|defaults)$/.test(callee.name.text)) {
      const of = nameOf(callee.expression, ancestors);
      if (of !== undefined) return { client: of.name, base: baseIn(first, ancestors) };
    }
  }
  const isUrl = ts.wordOf(callee) === 'URL';
  if (isUrl || (ts.isPropertyAccessExpression(callee) && TEXTS.has(callee.name.text)))
    return textValue(piecesOf(node, ancestors));
  const made = ts.isFunction(first) ? functionValue(first, [...ancestors, node]) : undefined;
  if (made !== undefined) return made;
  const of = nameOf(node, ancestors);
  return of === undefined || of.isGlobal ? undefined : { text: [{ name: of.name }] };
}

const TEXTS = wordSet('join concat replace trim toString');

export function baseIn(options: ts.Expression, ancestors: readonly ts.Node[]): Pieces {
  if (!ts.isObjectLiteralExpression(options)) return [{ hole: 'base' }];
  const base = ts.optionOf(options, ...BASES);
  return base === undefined ? [] : piecesOf(base, [...ancestors, options]);
}

/** What a class keeps that is written down, and the class it builds on. */
export function classValue(node: ts.ClassLikeDeclaration, ancestors: readonly ts.Node[]): Value {
  const members: Record<string, Value> = {};
  const around = [...ancestors, node];
  for (const member of node.members) {
    if (ts.isConstructorDeclaration(member)) addAssigned(member, around, members);
    if (!ts.isIdentifier(member.name)) continue;
    const value =
      ts.isPropertyDeclaration(member) && member.initializer !== undefined
        ? valueOf(member.initializer, [...around, member], 1)
        : ts.isMethodDeclaration(member) || ts.isGetAccessor(member)
          ? functionValue(member, around)
          : undefined;
    if (value === undefined) continue;
    members[member.name.text] =
      ts.isGetAccessor(member) && 'returns' in value ? { text: value.returns } : value;
  }
  const parent = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
  const of = parent === undefined ? undefined : nameOf(parent.expression, ancestors);
  return { members, ...(of === undefined ? {} : { extends: of.name }) };
}

/** `this.client = axios.create(…)`. */
function addAssigned(
  node: ts.ConstructorDeclaration,
  around: readonly ts.Node[],
  members: Record<string, Value>,
): void {
  if (node.body === undefined) return;
  for (const statement of node.body.statements) {
    if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) continue;
    const { left, right } = statement.expression;
    if (!ts.isPropertyAccessExpression(left) || !ts.isThis(left.expression)) continue;
    const value = valueOf(right, [...around, node, node.body], 1);
    if (value !== undefined) members[left.name.text] ??= value;
  }
}
