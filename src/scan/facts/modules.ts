import ts from 'typescript-api';

import type { FactFinder, FactWalk } from '../rule.ts';
import { calledName } from '../syntax/around.ts';

/** `names` empty: imported for what loading it does. `*` for all of it, `default` for the default. */
export type ImportFact = {
  readonly from: string;
  readonly names: readonly string[];
  readonly line: number;
  /** Where it is only handed on: under which names, in the same order; `*` for all as they are. */
  readonly as?: readonly string[];
};

export type ExportFact = {
  readonly name: string;
  readonly line: number;
  /** What a page is made of, what only the compiler sees, what a decorator hands to a framework, what comes from another file. */
  readonly kind?: 'component' | 'type' | 'decorated' | 'handed on';
};

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
    for (const each of bindings.elements)
      if (!isLeftBehind(each.name.text, node, walk)) names.push((each.propertyName ?? each.name).text);
  if (names.length === 0 && clause !== undefined) return;
  walk.facts.imports.push({ from, names, line: lineOf(node, walk) });
}

/** The import of a component that the page does not draw any more. */
function isLeftBehind(local: string, { end }: ts.Node, { file }: FactWalk): boolean {
  const isPage = file.language === 'tsx' || file.language === 'jsx';
  return isPage && /^[A-Z][a-z]/.test(local) && !file.text.includes(local, end);
}

function exportDeclaration(node: ts.Node, walk: FactWalk): void {
  if (!ts.isExportDeclaration(node)) return;
  const from = wordOf(node.moduleSpecifier);
  const clause = node.exportClause;
  const elements = clause !== undefined && ts.isNamedExports(clause) ? clause.elements : undefined;
  if (from !== undefined) {
    const names = elements?.map((each) => (each.propertyName ?? each.name).text) ?? ['*'];
    const all = clause !== undefined && ts.isNamespaceExport(clause) ? clause.name.text : '*';
    const as = elements?.map(({ name }) => name.text) ?? [all];
    walk.facts.imports.push({ from, names, line: lineOf(node, walk), as });
  }
  for (const each of elements ?? [])
    walk.facts.exports.push({
      name: each.name.text,
      line: lineOf(each, walk),
      ...(from === undefined ? {} : { kind: 'handed on' as const }),
    });
}

/** `import('x')` and `require('x')`. */
function call(node: ts.Node, walk: FactWalk): void {
  if (!ts.isCallExpression(node)) return;
  const isImport = node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const isRequire = ts.isIdentifier(node.expression) && node.expression.text === 'require';
  const from = isImport || isRequire ? wordOf(node.arguments[0]) : undefined;
  if (from !== undefined)
    walk.facts.imports.push({ from, names: takenFrom(walk.ancestors), line: lineOf(node, walk) });
}

/** What is taken out of a module that is loaded by a call, by what stands around the call. */
function takenFrom(ancestors: readonly ts.Node[]): readonly string[] {
  let at = ancestors.length - 1;
  while (at >= 0 && isWrapping(ancestors[at])) at -= 1;
  const around = ancestors[at];
  if (around === undefined) return ['*'];
  if (ts.isVariableDeclaration(around)) return keysOf(around.name) ?? ['*'];
  if (!ts.isPropertyAccessExpression(around)) return ['*'];
  if (around.name.text !== 'then') return [around.name.text];
  const then = ancestors[at - 1];
  const made = then !== undefined && ts.isCallExpression(then) ? then.arguments[0] : undefined;
  if (made === undefined || !ts.isArrowFunction(made)) return ['*'];
  const given = made.parameters[0]?.name;
  if (given === undefined) return ['*'];
  const { body } = made;
  if (ts.isIdentifier(given) && ts.isPropertyAccessExpression(body) && ts.isIdentifier(body.expression))
    return body.expression.text === given.text ? [body.name.text] : ['*'];
  return keysOf(given) ?? ['*'];
}

function isWrapping(node: ts.Node | undefined): boolean {
  return node !== undefined && (ts.isAwaitExpression(node) || ts.isParenthesizedExpression(node));
}

/** The keys a pattern takes; undefined where it takes more than it names. */
function keysOf(name: ts.BindingName): readonly string[] | undefined {
  if (!ts.isObjectBindingPattern(name)) return undefined;
  const keys: string[] = [];
  for (const each of name.elements) {
    const key = each.propertyName ?? each.name;
    if (each.dotDotDotToken !== undefined || !ts.isIdentifier(key)) return undefined;
    keys.push(key.text);
  }
  return keys;
}

/** `import x = require('y')`, and the type `import('y').Z`. */
function otherImport(node: ts.Node, walk: FactWalk): void {
  const from =
    ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)
      ? wordOf(node.moduleReference.expression)
      : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
        ? wordOf(node.argument.literal)
        : undefined;
  if (from !== undefined) walk.facts.imports.push({ from, names: ['*'], line: lineOf(node, walk) });
}

function declaration(node: ts.Node, walk: FactWalk): void {
  if (walk.ancestors.length !== 1 || !ts.canHaveModifiers(node) || node.modifiers === undefined) return;
  const modifiers = ts.getModifiers(node) ?? [];
  if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return;
  const isDefault = modifiers.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword);
  for (const { name, at, value } of declaredNames(node)) {
    const kind = kindOf(node, name, value, walk.file.language);
    walk.facts.exports.push({
      name: isDefault ? 'default' : name,
      line: lineOf(at, walk),
      ...(kind === undefined ? {} : { kind }),
    });
  }
}

function kindOf(
  node: ts.Node,
  name: string,
  value: ts.Expression | undefined,
  language: string,
): ExportFact['kind'] {
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return 'type';
  if (ts.canHaveDecorators(node) && ts.getDecorators(node) !== undefined) return 'decorated';
  if ((language !== 'tsx' && language !== 'jsx' && language !== 'javascript') || !/^[A-Z]\w*[a-z]/.test(name))
    return undefined;
  if (ts.isFunctionDeclaration(node)) return 'component';
  if (value === undefined) return undefined;
  if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) return 'component';
  const made = ts.isCallExpression(value) ? calledName(value) : '';
  return /^(?:memo|forwardRef|observer|styled|lazy|dynamic|connect)$/.test(made) ? 'component' : undefined;
}

type DeclaredName = {
  readonly name: string;
  readonly at: ts.Node;
  readonly value: ts.Expression | undefined;
};

function declaredNames(node: ts.Node): readonly DeclaredName[] {
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations.flatMap(({ name, initializer }) =>
      boundNames(name).map((each) => ({ ...each, value: initializer })),
    );
  const { name } = node as { readonly name?: ts.Node };
  const text = name !== undefined && ts.isIdentifier(name) ? name.text : 'default';
  return [{ name: text, at: name ?? node, value: undefined }];
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
    [ts.SyntaxKind.ImportEqualsDeclaration, otherImport],
    [ts.SyntaxKind.ImportType, otherImport],
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
