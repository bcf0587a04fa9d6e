import * as ts from './compiler.ts';

export * from './compiler.ts';

// What finders ask of TypeScript's tree again and again. What is not there is asked like anything else.

/** The 1-based line a node begins on. */
export function lineOf(node: ts.Node, source: ts.SourceFile): number {
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
}

/** The name that a node is; empty for anything else. */
export function wordOf(node: ts.Node | undefined): string {
  return ts.isIdentifier(node) ? node.text : '';
}

/** `of` in `of` and in `rx.of`; empty for anything else. */
export function lastWord(node: ts.Node | undefined): string {
  return ts.isPropertyAccessExpression(node) ? node.name.text : wordOf(node);
}

/** The last word of what is called: `of` in `of(…)` and `rx.of(…)`. */
export function calledName(node: ts.CallExpression | ts.NewExpression): string {
  return lastWord(node.expression);
}

/** `express.Router`, as it is written; empty where anything else is on the way. */
export function dotted(node: ts.Node | undefined): string {
  return ts.isPropertyAccessExpression(node) ? `${dotted(node.expression)}.${node.name.text}` : wordOf(node);
}

/** What a chain of members and calls begins with: `cy` in `cy.get(…).click()`. */
export function rootOf(node: ts.Expression): ts.Expression {
  let root = node;
  while (ts.isCallExpression(root) || ts.isPropertyAccessExpression(root)) root = root.expression;
  return root;
}

/** What a member is taken of: `rx` in `rx.of`. */
export function ownerOf(node: ts.Node | undefined): ts.Expression | undefined {
  return ts.isPropertyAccessExpression(node) ? node.expression : undefined;
}

/** What a method is called on: `rx` in `rx.of(…)`. */
export function calledOn(node: ts.Node | undefined): ts.Expression | undefined {
  return ts.isCallExpression(node) ? ownerOf(node.expression) : undefined;
}

/** The text that is written, all of it. */
export function textOf(node: ts.Node | undefined): string | undefined {
  return ts.isStringLiteralLike(node) ? node.text : undefined;
}

/** The name of a member, as far as it is written. */
export function keyOf(name: ts.Node | undefined): string {
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name) ? name.text : '';
}

/** Parentheses, `as T`, `satisfies T`, `!`: what changes nothing. */
function isWrapper(node: ts.Node | undefined): node is ts.ParenthesizedExpression {
  return (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isTypeAssertionExpression(node)
  );
}

/** The expression without what stands around it and does not change it. */
export function bare(node: ts.Expression): ts.Expression;
export function bare(node: ts.Expression | undefined): ts.Expression | undefined;
export function bare(node: ts.Expression | undefined): ts.Expression | undefined {
  let inner = node;
  while (isWrapper(inner)) inner = inner.expression;
  return inner;
}

/** The expression in brackets, assertions or await. */
export function unwrapped(node: ts.Node): ts.Expression | undefined {
  return isWrapper(node) || ts.isAwaitExpression(node) ? node.expression : undefined;
}

export function isFunction(node: ts.Node | undefined): node is ts.ArrowFunction | ts.FunctionExpression {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node);
}

export function isThis(node: ts.Node | undefined): boolean {
  return node?.kind === ts.SyntaxKind.ThisKeyword;
}

export function isTrue(node: ts.Node | undefined): boolean {
  return node?.kind === ts.SyntaxKind.TrueKeyword;
}

export function isFalse(node: ts.Node | undefined): boolean {
  return node?.kind === ts.SyntaxKind.FalseKeyword;
}

export function isNull(node: ts.Node | undefined): boolean {
  return node?.kind === ts.SyntaxKind.NullKeyword;
}

/** `null` and `undefined`. */
export function isNothing(node: ts.Node | undefined): boolean {
  return isNull(node) || wordOf(node) === 'undefined';
}

const OPERATORS = {
  '=': ts.SyntaxKind.EqualsToken,
  '+=': ts.SyntaxKind.PlusEqualsToken,
  '+': ts.SyntaxKind.PlusToken,
  '<': ts.SyntaxKind.LessThanToken,
  '<=': ts.SyntaxKind.LessThanEqualsToken,
  '>=': ts.SyntaxKind.GreaterThanEqualsToken,
  '==': ts.SyntaxKind.EqualsEqualsToken,
  '===': ts.SyntaxKind.EqualsEqualsEqualsToken,
  '!=': ts.SyntaxKind.ExclamationEqualsToken,
  '!==': ts.SyntaxKind.ExclamationEqualsEqualsToken,
  '&&': ts.SyntaxKind.AmpersandAmpersandToken,
  '||': ts.SyntaxKind.BarBarToken,
  '??': ts.SyntaxKind.QuestionQuestionToken,
} as const;

/** Told apart by a mark in its type alone: what is none of one sort may be one of another. */
type Operation = ts.BinaryExpression & { readonly isOperation: true };

/** Whether a node is something on the left and on the right of one of these. */
export function isOperation(
  node: ts.Node | undefined,
  ...operators: readonly (keyof typeof OPERATORS)[]
): node is Operation {
  return ts.isBinaryExpression(node) && operators.some((each) => node.operatorToken.kind === OPERATORS[each]);
}

/** The values of an object by name, in order; members that are spread, computed or functions are not among them. */
export function valuesOf(
  node: ts.Node | undefined,
): readonly (readonly [key: string, value: ts.Expression])[] {
  if (!ts.isObjectLiteralExpression(node)) return [];
  return node.properties.flatMap((each) => {
    if (ts.isShorthandPropertyAssignment(each)) return [[each.name.text, each.name] as const];
    const key = ts.isPropertyAssignment(each) ? keyOf(each.name) : '';
    return ts.isPropertyAssignment(each) && key !== '' ? [[key, each.initializer] as const] : [];
  });
}

/** The value of one member of an object. */
export function optionOf(
  node: ts.Expression | undefined,
  ...keys: readonly string[]
): ts.Expression | undefined {
  return valuesOf(bare(node)).find(([key]) => keys.includes(key))?.[1];
}

/** What is to be shown every node of a kind in a walk. */
export function on<T extends ts.Node, W>(
  { kind }: ts.Guard<T>,
  visit: (node: T, walk: W) => void,
): readonly [ts.SyntaxKind, (node: ts.Node, walk: W) => void] {
  return [kind, visit as (node: ts.Node, walk: W) => void];
}

/** The nearest node around that is one of these. */
export function nearest<T extends ts.Node>(
  ancestors: readonly ts.Node[],
  is: (node: ts.Node) => node is T,
): T | undefined {
  return ancestors.findLast(is);
}

/** Whether a node or anything in it is so; what `leaves` is not entered. */
export function has(
  node: ts.Node,
  is: (node: ts.Node) => boolean,
  leaves: (node: ts.Node) => boolean = () => false,
): boolean {
  const look = (each: ts.Node): boolean =>
    !leaves(each) && (is(each) || (ts.forEachChild(each, look) ?? false));
  return look(node);
}

/** Whether one of these names stands in a node. */
export function mentions(node: ts.Node, names: ReadonlySet<string>): boolean {
  return has(node, (each) => ts.isIdentifier(each) && names.has(each.text));
}

/** The node and everything in it that is so, in the order of the text. */
export function within<T extends ts.Node>(
  node: ts.Node,
  is: (node: ts.Node) => node is T,
  leaves: (node: ts.Node) => boolean = () => false,
): readonly T[] {
  const found: T[] = [];
  const look = (each: ts.Node): void => {
    if (leaves(each)) return;
    if (is(each)) found.push(each);
    ts.forEachChild(each, look);
  };
  look(node);
  return found;
}

/** Every name that a declaration gives: `a`, `{ a, b: c }`, `[a, b]`. */
export function boundNames(name: ts.BindingName): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((each) => (ts.isBindingElement(each) ? boundNames(each.name) : []));
}

/** The variables that statements declare, without those of inner blocks. */
export function variablesIn(statements: readonly ts.Statement[]): readonly ts.VariableDeclaration[] {
  return statements.flatMap((each) =>
    ts.isVariableStatement(each) ? each.declarationList.declarations : [],
  );
}

/** What a name is set to by one of these statements. */
export function initialValue(name: string, statements: readonly ts.Statement[]): ts.Expression | undefined {
  return variablesIn(statements).find((each) => wordOf(each.name) === name)?.initializer;
}

/** Loads a module: `import('x')`, `require('x')`. */
export function isLoading(node: ts.CallExpression): boolean {
  return node.expression.kind === ts.SyntaxKind.ImportKeyword || wordOf(node.expression) === 'require';
}

export function isExported(node: ts.Node): boolean {
  return hasModifier(node, ts.SyntaxKind.ExportKeyword);
}

export function hasModifier(node: ts.Node, kind: ts.SyntaxKind): boolean {
  return ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some((each) => each.kind === kind);
}

/** The decorators of a node by name, with what they were given. */
export function decoratorsOf(node: ts.Node): ReadonlyMap<string, readonly ts.Expression[]> {
  const found = new Map<string, readonly ts.Expression[]>();
  for (const { expression } of ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : []) {
    if (ts.isCallExpression(expression) && ts.isIdentifier(expression.expression))
      found.set(expression.expression.text, [...expression.arguments]);
    else if (ts.isIdentifier(expression)) found.set(expression.text, []);
  }
  return found;
}

/** Whether the parser understood only a part of the text; the declarations of its API leave that out. */
export function hasParseErrors(source: ts.SourceFile): boolean {
  return (
    'parseDiagnostics' in source &&
    Array.isArray(source.parseDiagnostics) &&
    source.parseDiagnostics.length > 0
  );
}
