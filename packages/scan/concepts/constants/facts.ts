import type { Value } from './fact.ts';
import * as ts from '../../syntax/typescript/view.ts';

import type { FactFinder, FactWalk } from '../../engine/rule.ts';
import { nameOf } from '../../syntax/typescript/names.ts';
import { classValue, valueOf } from './values.ts';

function variables(node: ts.Node, walk: FactWalk): void {
  if (walk.ancestors.length !== 1 || !ts.isVariableStatement(node)) return;
  for (const { name, initializer } of node.declarationList.declarations) {
    if (initializer === undefined) continue;
    const from = required(initializer);
    if (from !== undefined) addRequired(name, from, walk);
    else if (ts.isIdentifier(name)) add(name.text, valueOf(initializer, walk.ancestors), walk);
    else if (ts.isObjectBindingPattern(name)) addTaken(name, initializer, walk);
  }
}

/** `const { get, post } = something`. */
function addTaken(pattern: ts.ObjectBindingPattern, initializer: ts.Expression, walk: FactWalk): void {
  const of = nameOf(initializer, walk.ancestors);
  if (of === undefined || of.isGlobal) return;
  for (const { name, propertyName } of pattern.elements) {
    const key = propertyName ?? name;
    if (ts.isIdentifier(name) && ts.isIdentifier(key))
      add(name.text, { text: [{ name: `${of.name}.${key.text}` }] }, walk);
  }
}

function required(node: ts.Expression): string | undefined {
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'default') return required(node.expression);
  const isIt = ts.isCallExpression(node) && ts.wordOf(node.expression) === 'require';
  return isIt ? ts.textOf(node.arguments[0]) : undefined;
}

function addRequired(name: ts.BindingName, from: string, walk: FactWalk): void {
  if (ts.isIdentifier(name))
    return void walk.facts.bindings.push({ local: name.text, from, name: 'default' });
  for (const each of name.elements) {
    if (!ts.isBindingElement(each) || !ts.isIdentifier(each.name)) continue;
    const key = each.propertyName ?? each.name;
    if (ts.isIdentifier(key)) walk.facts.bindings.push({ local: each.name.text, from, name: key.text });
  }
}

function add(name: string, value: Value | undefined, { facts }: FactWalk): void {
  if (value !== undefined) facts.constants.push({ name, value });
}

function imports(node: ts.ImportDeclaration, { facts }: FactWalk): void {
  if (!ts.isStringLiteral(node.moduleSpecifier)) return;
  const from = node.moduleSpecifier.text;
  const clause = node.importClause;
  if (clause?.name !== undefined) facts.bindings.push({ local: clause.name.text, from, name: 'default' });
  const bindings = clause?.namedBindings;
  if (bindings === undefined) return;
  if (ts.isNamespaceImport(bindings)) facts.bindings.push({ local: bindings.name.text, from, name: '*' });
  else
    for (const each of bindings.elements)
      facts.bindings.push({ local: each.name.text, from, name: (each.propertyName ?? each.name).text });
}

function exports(node: ts.ExportDeclaration, walk: FactWalk): void {
  const { facts } = walk;
  const specifier = node.moduleSpecifier;
  const from = ts.isStringLiteral(specifier) ? specifier.text : undefined;
  const clause = node.exportClause;
  if (clause === undefined || ts.isNamespaceExport(clause)) {
    if (from !== undefined) facts.bindings.push({ local: clause?.name.text ?? '*', from, name: '*' });
    return;
  }
  for (const each of clause.elements) {
    const name = (each.propertyName ?? each.name).text;
    if (from !== undefined) facts.bindings.push({ local: each.name.text, from, name });
    else if (name !== each.name.text) add(each.name.text, { text: [{ name }] }, walk);
  }
}

function exportDefault(node: ts.ExportAssignment, walk: FactWalk): void {
  add('default', valueOf(node.expression, walk.ancestors), walk);
}

/** `module.exports = x`, `exports.x = y`. */
function assignment(node: ts.Node, walk: FactWalk): void {
  if (walk.ancestors.length !== 1 || !ts.isExpressionStatement(node)) return;
  const { expression } = node;
  if (!ts.isOperation(expression, '=')) return;
  const { left, right } = expression;
  const around = [...walk.ancestors, node, expression];
  if (ts.dotted(left) === 'module.exports') {
    const from = required(right);
    if (from !== undefined) walk.facts.bindings.push({ local: 'default', from, name: 'default' });
    else add('default', valueOf(right, around), walk);
  } else if (/^(?:module\.)?exports$/.test(ts.dotted(ts.ownerOf(left))))
    add(ts.lastWord(left), valueOf(right, around), walk);
}

function functions(node: ts.FunctionDeclaration, walk: FactWalk): void {
  if (walk.ancestors.length !== 1) return;
  const name = node.name?.text;
  if (name !== undefined) add(name, valueOf(node, walk.ancestors), walk);
  if (ts.hasModifier(node, ts.SyntaxKind.DefaultKeyword))
    add('default', name === undefined ? undefined : { text: [{ name }] }, walk);
}

function enums(node: ts.EnumDeclaration, walk: FactWalk): void {
  const members: Record<string, Value> = {};
  for (const { name, initializer } of node.members) {
    const value = initializer === undefined ? undefined : valueOf(initializer, walk.ancestors);
    const key = ts.keyOf(name);
    if (value !== undefined && key !== '') members[key] = value;
  }
  add(node.name.text, { members }, walk);
}

function classes(node: ts.ClassDeclaration, walk: FactWalk): void {
  if (walk.ancestors.length > 2) return;
  const name = node.name?.text;
  add(name ?? 'default', classValue(node, walk.ancestors), walk);
  if (name !== undefined && ts.hasModifier(node, ts.SyntaxKind.DefaultKeyword))
    add('default', { text: [{ name }] }, walk);
}

/** What names at the top of a module stand for, and where those come from that it imports. */
export const constantFacts: FactFinder = {
  applies: ({ isTest }) => !isTest,
  visit: new Map([
    [ts.SyntaxKind.VariableStatement, variables],
    ts.on(ts.isImportDeclaration, imports),
    ts.on(ts.isExportDeclaration, exports),
    ts.on(ts.isExportAssignment, exportDefault),
    [ts.SyntaxKind.ExpressionStatement, assignment],
    ts.on(ts.isFunctionDeclaration, functions),
    ts.on(ts.isEnumDeclaration, enums),
    ts.on(ts.isClassDeclaration, classes),
  ]),
};
