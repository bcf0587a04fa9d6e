import ts from 'typescript-api';

import { around, declaredAt, type Fault, nodeAt } from './fault.ts';

/** What the compiler says when a module has no such export. */
const NO_EXPORT: ReadonlySet<number> = new Set([2305, 2724, 2614, 2459, 2460]);
/** What it says when a thing has no such member. */
const NO_MEMBER: ReadonlySet<number> = new Set([2339, 2551, 2694]);

/** Something that is used and that the declarations do not have; undefined where it is not about a library. */
export function missingUse(
  diagnostic: ts.Diagnostic,
  source: ts.SourceFile,
  checker: ts.TypeChecker,
  isLoose: boolean,
): Fault | undefined {
  const { code, start } = diagnostic;
  if (start === undefined) return undefined;
  const node = nodeAt(source, start);
  if (NO_EXPORT.has(code)) return missingExport(node, start, checker);
  return NO_MEMBER.has(code) ? missingMember(node, start, checker, isLoose) : undefined;
}

function missingExport(node: ts.Node, position: number, checker: ts.TypeChecker): Fault | undefined {
  const statement = around(node, (each) => ts.isImportDeclaration(each) || ts.isExportDeclaration(each));
  const specifier = statement?.moduleSpecifier;
  if (specifier === undefined) return undefined;
  const module = checker.getSymbolAtLocation(specifier)?.declarations?.[0];
  if (module === undefined || !ts.isIdentifier(node)) return undefined;
  return { kind: 'missing', name: node.text, position, said: '', declared: declaredAt(module) };
}

function missingMember(
  node: ts.Node,
  position: number,
  checker: ts.TypeChecker,
  isLoose: boolean,
): Fault | undefined {
  const owner = ownerOf(node);
  if (owner === undefined || isWritten(node.parent)) return undefined;
  const name = ts.isIdentifier(node) || ts.isStringLiteral(node) ? node.text : '';
  const declaration = typeDeclaration(owner, checker);
  if (declaration === undefined || name === '') return undefined;
  // Without types of their own, people put things on objects at run time; what is imported stays as it is.
  if (isLoose && !isImported(owner, checker)) return undefined;
  return { kind: 'missing', name, position, said: '', declared: declaredAt(declaration) };
}

/** What a member is taken from: `x` of `x.name`, `{ name } = x` and the type `x.name`. */
function ownerOf(node: ts.Node): ts.Node | undefined {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return parent.expression;
  if (ts.isQualifiedName(parent) && parent.right === node) return parent.left;
  if (!ts.isBindingElement(parent) || !ts.isObjectBindingPattern(parent.parent)) return undefined;
  const declaration = parent.parent.parent;
  return ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
}

function isWritten(node: ts.Node): boolean {
  return ts.isBinaryExpression(node.parent) && node.parent.left === node;
}

/** Where the type of something is declared; undefined for what may be one of several. */
export function typeDeclaration(node: ts.Node, checker: ts.TypeChecker): ts.Declaration | undefined {
  const type = checker.getNonNullableType(checker.getTypeAtLocation(node));
  if (type.isUnionOrIntersection() || (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.TypeParameter)) !== 0)
    return ts.isIdentifier(node) ? namespaceOf(node, checker) : undefined;
  return type.symbol?.declarations?.[0] ?? (ts.isIdentifier(node) ? namespaceOf(node, checker) : undefined);
}

/** A namespace that holds only types has no type of its own. */
function namespaceOf(node: ts.Identifier, checker: ts.TypeChecker): ts.Declaration | undefined {
  const symbol = checker.getSymbolAtLocation(node);
  const target =
    symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0
      ? checker.getAliasedSymbol(symbol)
      : symbol;
  return target !== undefined && (target.flags & ts.SymbolFlags.Namespace) !== 0
    ? target.declarations?.[0]
    : undefined;
}

function isImported(node: ts.Node, checker: ts.TypeChecker): boolean {
  if (ts.isCallExpression(node))
    return ts.isIdentifier(node.expression) && node.expression.text === 'require';
  if (!ts.isIdentifier(node)) return false;
  const declaration = checker.getSymbolAtLocation(node)?.declarations?.[0];
  if (declaration === undefined) return false;
  if (ts.isVariableDeclaration(declaration))
    return declaration.initializer !== undefined && declaration.initializer.getText().startsWith('require(');
  return (
    ts.isImportClause(declaration) || ts.isImportSpecifier(declaration) || ts.isNamespaceImport(declaration)
  );
}
