import ts from 'typescript-api';

import type { FactFinder, FactWalk } from '../rule.ts';

/** `names` empty: imported for what loading it does. `*` for all of it, `default` for the default. */
export type ImportFact = { readonly from: string; readonly names: readonly string[]; readonly line: number };

export type ExportFact = { readonly name: string; readonly line: number };

function lineOf(node: ts.Node, { file }: FactWalk): number {
  return file.source.getLineAndCharacterOfPosition(node.getStart(file.source)).line + 1;
}

function wordOf(node: ts.Node | undefined): string | undefined {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined;
}

function importDeclaration(node: ts.Node, walk: FactWalk): void {
  if (!ts.isImportDeclaration(node)) return;
  const from = wordOf(node.moduleSpecifier);
  if (from === undefined) return;
  const names: string[] = [];
  const clause = node.importClause;
  if (clause?.name !== undefined) names.push('default');
  const bindings = clause?.namedBindings;
  if (bindings !== undefined && ts.isNamespaceImport(bindings)) names.push('*');
  if (bindings !== undefined && ts.isNamedImports(bindings))
    for (const each of bindings.elements) names.push((each.propertyName ?? each.name).text);
  walk.facts.imports.push({ from, names, line: lineOf(node, walk) });
}

function exportDeclaration(node: ts.Node, walk: FactWalk): void {
  if (!ts.isExportDeclaration(node)) return;
  const from = wordOf(node.moduleSpecifier);
  const clause = node.exportClause;
  const elements = clause !== undefined && ts.isNamedExports(clause) ? clause.elements : undefined;
  if (from !== undefined) {
    const names = elements?.map((each) => (each.propertyName ?? each.name).text) ?? ['*'];
    walk.facts.imports.push({ from, names, line: lineOf(node, walk) });
  }
  for (const each of elements ?? [])
    walk.facts.exports.push({ name: each.name.text, line: lineOf(each, walk) });
}

/** `import('x')` and `require('x')`. */
function call(node: ts.Node, walk: FactWalk): void {
  if (!ts.isCallExpression(node)) return;
  const isImport = node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const isRequire = ts.isIdentifier(node.expression) && node.expression.text === 'require';
  const from = isImport || isRequire ? wordOf(node.arguments[0]) : undefined;
  if (from !== undefined) walk.facts.imports.push({ from, names: ['*'], line: lineOf(node, walk) });
}

function declaration(node: ts.Node, walk: FactWalk): void {
  if (walk.ancestors.length !== 1 || !ts.canHaveModifiers(node)) return;
  const modifiers = ts.getModifiers(node) ?? [];
  if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return;
  const isDefault = modifiers.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword);
  for (const { name, at } of declaredNames(node))
    walk.facts.exports.push({ name: isDefault ? 'default' : name, line: lineOf(at, walk) });
}

function declaredNames(node: ts.Node): readonly { readonly name: string; readonly at: ts.Node }[] {
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations.flatMap(({ name }) => boundNames(name));
  const { name } = node as { readonly name?: ts.Node };
  return [{ name: name !== undefined && ts.isIdentifier(name) ? name.text : 'default', at: name ?? node }];
}

function boundNames(name: ts.BindingName): readonly { readonly name: string; readonly at: ts.Node }[] {
  if (ts.isIdentifier(name)) return [{ name: name.text, at: name }];
  return name.elements.flatMap((each) => (ts.isBindingElement(each) ? boundNames(each.name) : []));
}

function exportAssignment(node: ts.Node, walk: FactWalk): void {
  walk.facts.exports.push({ name: 'default', line: lineOf(node, walk) });
}

/** What a file takes from others and offers to them. */
export const moduleFacts: FactFinder = {
  words: [],
  applies: () => true,
  visit: new Map([
    [ts.SyntaxKind.ImportDeclaration, importDeclaration],
    [ts.SyntaxKind.ExportDeclaration, exportDeclaration],
    [ts.SyntaxKind.CallExpression, call],
    [ts.SyntaxKind.ExportAssignment, exportAssignment],
    ...[
      ts.SyntaxKind.VariableStatement,
      ts.SyntaxKind.FunctionDeclaration,
      ts.SyntaxKind.ClassDeclaration,
      ts.SyntaxKind.EnumDeclaration,
      ts.SyntaxKind.InterfaceDeclaration,
      ts.SyntaxKind.TypeAliasDeclaration,
    ].map((kind) => [kind, declaration] as const),
  ]),
};
