import * as ts from '../../syntax/typescript/view.ts';

import type { FactFinder, FactWalk } from '../../engine/rule.ts';
import { isDomainField, isDomainName } from './domain-words.ts';

declare module '../../engine/facts.ts' {
  interface Facts {
    readonly valueSets: ValueSetFact[];
  }
}

/**
 * Texts that belong together without being an enumeration by themselves: the union of a field's type, a list that a
 * field or a variable is given, or a table whose keys are the values. One that belongs to a field is named after its
 * owner and the field: `orderStatus`.
 */
export type ValueSetFact = {
  readonly name: string;
  readonly kind: 'union' | 'list' | 'constants' | 'table';
  readonly values: readonly string[];
  /** What the values are called in code, in the same order. */
  readonly names: readonly string[];
  readonly line: number;
};

/** More values than this are data, not states. */
const MOST = 60;

function add(walk: FactWalk, at: ts.Node, fact: Omit<ValueSetFact, 'line' | 'names'>): void {
  const { values } = fact;
  if (values.length < 2 || values.length > MOST) return;
  walk.facts.valueSets.push({ ...fact, names: values, line: walk.line(at) });
}

/** `'a' | 'b' | null`; undefined when anything else is among them. */
function textsOfUnion(type: ts.TypeNode | undefined): readonly string[] | undefined {
  if (!ts.isUnionTypeNode(type)) return undefined;
  const texts: string[] = [];
  for (const each of type.types) {
    if (!ts.isLiteralTypeNode(each)) return undefined;
    if (ts.isNull(each.literal)) continue;
    if (!ts.isStringLiteral(each.literal)) return undefined;
    texts.push(each.literal.text);
  }
  return texts;
}

/** `interface Order { status: 'open' | 'paid' }`. */
function property(node: ts.Node, walk: FactWalk): void {
  if (!ts.isPropertySignature(node) && !ts.isPropertyDeclaration(node)) return;
  if (!ts.isIdentifier(node.name) || !isDomainField(node.name.text)) return;
  const values = textsOfUnion(node.type);
  if (values === undefined) return oneText(node, node.name.text, walk);
  const owner = ownerOf(walk.ancestors);
  add(walk, node, { name: ownedName(owner, node.name.text), kind: 'union', values });
}

/** `{ status: 'done'; result: string } | { status: 'failed' }`: each says one of the values. */
function oneText(node: ts.PropertySignature | ts.PropertyDeclaration, name: string, walk: FactWalk): void {
  const { type } = node;
  if (!ts.isLiteralTypeNode(type) || !ts.isStringLiteral(type.literal)) return;
  const values = [type.literal.text];
  walk.facts.valueSets.push({ name, kind: 'constants', values, names: values, line: walk.line(node) });
}

function ownerOf(ancestors: readonly ts.Node[]): string {
  for (const node of ancestors.toReversed()) {
    const defined = definedBy(node);
    if (defined !== undefined) return defined;
    const isNamed =
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      ts.isVariableDeclaration(node);
    if (isNamed && ts.isIdentifier(node.name)) return node.name.text;
  }
  return '';
}

/** `Order` of `sequelize.define('Order', …)` and of `Order.init(…)`. */
function definedBy(node: ts.Node): string | undefined {
  const on = ts.calledOn(node);
  if (!ts.isCallExpression(node) || on === undefined) return undefined;
  if (ts.calledName(node) === 'define') return ts.textOf(node.arguments[0]);
  return ts.calledName(node) === 'init' && /^[A-Z]/.test(ts.wordOf(on)) ? ts.wordOf(on) : undefined;
}

/** `Order` and `status`: `OrderStatus`. */
export function ownedName(owner: string, field: string): string {
  const noun = owner.replace(/^I(?=[A-Z][a-z])/, '').replace(/(?:Dto|DTO|Schema|Model|Entity|Document)$/, '');
  const word = field.slice(0, 1).toUpperCase() + field.slice(1);
  return word.toLowerCase().startsWith(noun.toLowerCase()) ? word : `${noun}${word}`;
}

function textsOf(elements: readonly ts.Expression[]): readonly string[] | undefined {
  const texts: string[] = [];
  for (const each of elements) {
    const inner = ts.bare(each);
    const value = ts.isObjectLiteralExpression(inner) ? ts.bare(ts.optionOf(inner, 'value')) : inner;
    if (!ts.isStringLiteralLike(value)) return undefined;
    if (value.text !== '') texts.push(value.text);
  }
  return texts;
}

function variable(node: ts.VariableDeclaration, walk: FactWalk): void {
  if (!ts.isIdentifier(node.name) || node.initializer === undefined) return;
  const { text: name } = node.name;
  const value = ts.bare(node.initializer);
  if (ts.isCallExpression(value)) return called(name, value, node, walk);
  if (!isDomainName(name)) return table(node, value, walk);
  if (ts.isArrayLiteralExpression(value)) {
    const values = textsOf(value.elements);
    if (values !== undefined) add(walk, node, { name, kind: 'list', values });
  } else if (ts.isObjectLiteralExpression(value)) constants(name, value, node, walk);
}

/** `z.enum([…])`, `pgEnum('status', […])`, `Object.freeze({…})`. */
function called(name: string, call: ts.CallExpression, at: ts.Node, walk: FactWalk): void {
  const callee = ts.calledName(call);
  const [first, second] = call.arguments;
  const inner = ts.bare(/^(?:pg|mysql)Enum$/.test(callee) ? second : first);
  if (callee === 'freeze' && ts.isObjectLiteralExpression(inner) && isDomainName(name))
    constants(name, inner, at, walk);
  if (!/^(?:enum|pgEnum|mysqlEnum|freeze)$/.test(callee) || !ts.isArrayLiteralExpression(inner)) return;
  const values = textsOf(inner.elements);
  if (values !== undefined) add(walk, at, { name: name.replace(/Schema$/, ''), kind: 'list', values });
}

const TABLE =
  /(?:labels?|colou?rs?|icons?|styles?|classes|class|variants?|badges?|texts?|titles|map|names|config|meta|info|display)$/i;

/** `const colours: Record<string, string> = { Open: 'green', … }`: whose values the keys are, they tell themselves. */
function table(node: ts.VariableDeclaration, value: ts.Expression, walk: FactWalk): void {
  if (!ts.isObjectLiteralExpression(value) || value.properties.length < 3 || value.properties.length > 20)
    return;
  const { type, name } = node;
  const isRecord = ts.isTypeReferenceNode(type) && ts.wordOf(type.typeName) === 'Record';
  if (!isRecord && !TABLE.test(ts.wordOf(name))) return;
  const values = value.properties.flatMap(({ name: key }) =>
    ts.isIdentifier(key) || ts.isStringLiteral(key) ? [key.text] : [],
  );
  if (values.length < value.properties.length) return;
  walk.facts.valueSets.push({ name: '', kind: 'table', values, names: values, line: walk.line(node) });
}

/** `{ Open: 'open' }` declares values; in a table of labels the keys are the values. */
function constants(name: string, node: ts.ObjectLiteralExpression, at: ts.Node, walk: FactWalk): void {
  const names: string[] = [];
  const values: string[] = [];
  let isTable = TABLE.test(name);
  for (const each of node.properties) {
    if (!ts.isPropertyAssignment(each) || !(ts.isIdentifier(each.name) || ts.isStringLiteral(each.name)))
      return;
    const value = ts.bare(each.initializer);
    if (!ts.isStringLiteralLike(value)) isTable = true;
    names.push(each.name.text);
    values.push(ts.textOf(value) ?? '');
  }
  if (names.length < 2 || names.length > MOST) return;
  const line = walk.line(at);
  if (!isTable) walk.facts.valueSets.push({ name, kind: 'constants', values, names, line });
  else if (TABLE.test(name)) add(walk, at, { name: name.replace(TABLE, ''), kind: 'table', values: names });
}

/** `status: { type: String, enum: ['open', 'paid'] }`, `status: z.enum([…])`, `status: DataTypes.ENUM('open', 'paid')`. */
function field(node: ts.PropertyAssignment, walk: FactWalk): void {
  if (!ts.isIdentifier(node.name)) return;
  const key = node.name.text;
  const value = ts.bare(node.initializer);
  const elements = key === 'enum' ? elementsOf(value) : isDomainField(key) ? enumArguments(value) : undefined;
  if (elements === undefined) return;
  const values = textsOf(elements);
  if (values === undefined) return;
  // Sequelize and Mongoose say of a field what its type is: `status: { type: DataTypes.ENUM('open', 'paid') }`.
  const around = key === 'enum' || key === 'type' ? propertyAround(walk.ancestors) : undefined;
  const of = key === 'enum' ? around : (around ?? key);
  if (of !== undefined)
    add(walk, node, { name: ownedName(ownerOf(walk.ancestors), of), kind: 'list', values });
}

function elementsOf(value: ts.Expression): readonly ts.Expression[] | undefined {
  if (ts.isArrayLiteralExpression(value)) return value.elements;
  // Mongoose lets a list stand with a message: `enum: { values: […], message }`.
  const values = ts.bare(ts.optionOf(value, 'values'));
  return values === undefined ? undefined : elementsOf(values);
}

function enumArguments(value: ts.Expression): readonly ts.Expression[] | undefined {
  let call = value;
  // `z.enum([…]).optional()`
  while (ts.isCallExpression(call) && ts.isPropertyAccessExpression(call.expression)) {
    const [first] = call.arguments;
    const { name, expression } = call.expression;
    if (name.text === 'ENUM') return call.arguments;
    if (name.text === 'enum' && first !== undefined) return elementsOf(ts.bare(first));
    call = expression;
  }
  return undefined;
}

/** The property whose options these are. */
function propertyAround(ancestors: readonly ts.Node[]): string | undefined {
  for (const node of ancestors.toReversed()) {
    if (ts.isStatement(node)) return undefined;
    const isNamed = ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node);
    if (isNamed && ts.isIdentifier(node.name)) return node.name.text;
  }
  return undefined;
}

/** Texts that belong together in TypeScript and JavaScript. */
export const valueSetFacts: FactFinder = {
  applies: ({ isTest }) => !isTest,
  visit: new Map([
    [ts.SyntaxKind.PropertySignature, property],
    [ts.SyntaxKind.PropertyDeclaration, property],
    ts.on(ts.isVariableDeclaration, variable),
    ts.on(ts.isPropertyAssignment, field),
  ]),
};
