import * as ts from '../../syntax/typescript/view.ts';

import type { FactFinder, FactWalk } from '../../engine/rule.ts';
import { requiredModule } from '../routes/router-names.ts';

declare module '../../engine/facts.ts' {
  interface Facts {
    readonly imports: ImportFact[];
    readonly exports: ExportFact[];
    /** What modules of the older kind offer. */
    readonly commonExports: ExportFact[];
  }
}

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
  /** What a page is made of, what only the compiler sees, what a decorator or a tag hands to a tool, what comes from another file. */
  readonly kind?: 'component' | 'type' | 'decorated' | 'handed on';
};

function importDeclaration(node: ts.ImportDeclaration, walk: FactWalk): void {
  const from = ts.textOf(node.moduleSpecifier);
  if (from === undefined) return;
  const names: string[] = [];
  const clause = node.importClause;
  if (clause?.name !== undefined) names.push('default');
  const bindings = clause?.namedBindings;
  if (ts.isNamespaceImport(bindings)) names.push('*');
  if (ts.isNamedImports(bindings))
    for (const each of bindings.elements)
      if (!isLeftBehind(each.name.text, node, walk)) names.push((each.propertyName ?? each.name).text);
  if (names.length === 0 && clause !== undefined) return;
  walk.facts.imports.push({ from, names, line: walk.line(node) });
}

/** The import of a component that the page does not draw any more. */
function isLeftBehind(local: string, { end }: ts.Node, { file }: FactWalk): boolean {
  const isPage = file.language === 'tsx' || file.language === 'jsx';
  return isPage && /^[A-Z][a-z]/.test(local) && !file.text.includes(local, end);
}

function exportDeclaration(node: ts.ExportDeclaration, walk: FactWalk): void {
  const from = ts.textOf(node.moduleSpecifier);
  const clause = node.exportClause;
  const elements = ts.isNamedExports(clause) ? clause.elements : undefined;
  if (from !== undefined) {
    const names = elements?.map((each) => (each.propertyName ?? each.name).text) ?? ['*'];
    const all = ts.isNamespaceExport(clause) ? clause.name.text : '*';
    const as = elements?.map(({ name }) => name.text) ?? [all];
    walk.facts.imports.push({ from, names, line: walk.line(node), as });
  }
  for (const each of elements ?? [])
    walk.facts.exports.push({
      name: each.name.text,
      line: walk.line(each),
      ...(from === undefined ? {} : { kind: 'handed on' as const }),
    });
}

/** `import('x')` and `require('x')`. */
function call(node: ts.CallExpression, walk: FactWalk): void {
  const from = requiredModule(node);
  if (from !== undefined)
    walk.facts.imports.push({ from, names: takenFrom(walk.ancestors), line: walk.line(node) });
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
  const made = ts.isCallExpression(then) ? then.arguments[0] : undefined;
  if (!ts.isArrowFunction(made)) return ['*'];
  const given = made.parameters[0]?.name;
  if (given === undefined) return ['*'];
  const { body } = made;
  if (ts.isIdentifier(given) && ts.isPropertyAccessExpression(body) && ts.isIdentifier(body.expression))
    return body.expression.text === given.text ? [body.name.text] : ['*'];
  return keysOf(given) ?? ['*'];
}

function isWrapping(node: ts.Node | undefined): boolean {
  return ts.isAwaitExpression(node) || ts.isParenthesizedExpression(node);
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
      ? ts.textOf(node.moduleReference.expression)
      : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
        ? ts.textOf(node.argument.literal)
        : undefined;
  if (from !== undefined) walk.facts.imports.push({ from, names: ['*'], line: walk.line(node) });
}

function declaration(node: ts.Node, walk: FactWalk): void {
  if (walk.ancestors.length !== 1 || !ts.isExported(node)) return;
  const isDefault = ts.hasModifier(node, ts.SyntaxKind.DefaultKeyword);
  for (const { name, at, value } of declaredNames(node)) {
    const kind = kindOf(node, name, value, walk.file.language);
    walk.facts.exports.push({
      name: isDefault ? 'default' : name,
      line: walk.line(at),
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
  // Generators of clients read such documents: the code uses what they make of them.
  if (ts.isTaggedTemplateExpression(value) && /^(?:gql|graphql)$/.test(ts.wordOf(value.tag)))
    return 'decorated';
  if ((language !== 'tsx' && language !== 'jsx' && language !== 'javascript') || !/^[A-Z]\w*[a-z]/.test(name))
    return undefined;
  if (ts.isFunctionDeclaration(node)) return 'component';
  if (value === undefined) return undefined;
  if (ts.isFunction(value)) return 'component';
  const made = ts.isCallExpression(value) ? ts.calledName(value) : '';
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
  const text = ts.isIdentifier(name) ? name.text : 'default';
  return [{ name: text, at: name ?? node, value: undefined }];
}

function boundNames(name: ts.BindingName): readonly { readonly name: string; readonly at: ts.Node }[] {
  if (ts.isIdentifier(name)) return [{ name: name.text, at: name }];
  return name.elements.flatMap((each) => (ts.isBindingElement(each) ? boundNames(each.name) : []));
}

function exportAssignment(node: ts.Node, walk: FactWalk): void {
  walk.facts.exports.push({ name: 'default', line: walk.line(node) });
}

/** What a file takes from others and offers to them. */
export const moduleFacts: FactFinder = {
  applies: () => true,
  visit: new Map([
    ts.on(ts.isImportDeclaration, importDeclaration),
    ts.on(ts.isExportDeclaration, exportDeclaration),
    [ts.SyntaxKind.ImportEqualsDeclaration, otherImport],
    [ts.SyntaxKind.ImportType, otherImport],
    ts.on(ts.isCallExpression, call),
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
