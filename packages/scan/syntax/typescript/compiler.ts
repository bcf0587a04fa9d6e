import ts from 'typescript-api';

// All of TypeScript's tree that the scan knows, in TypeScript's shape. Nothing else imports the compiler for it, so that
// another parser has to give no more than this.

export type {
  AccessorDeclaration,
  ArrayBindingPattern,
  ArrayLiteralExpression,
  ArrowFunction,
  AwaitExpression,
  BinaryExpression,
  BindingName,
  Block,
  CallExpression,
  ConditionalExpression,
  CaseClause,
  ClassDeclaration,
  ClassLikeDeclaration,
  ConciseBody,
  ConstructorDeclaration,
  ElementAccessExpression,
  Expression,
  CatchClause,
  ExportAssignment,
  TryStatement,
  ExpressionStatement,
  TaggedTemplateExpression,
  JsxAttribute,
  EnumDeclaration,
  ExportDeclaration,
  ImportDeclaration,
  ForInStatement,
  ForOfStatement,
  ForStatement,
  FunctionDeclaration,
  FunctionExpression,
  FunctionLikeDeclaration,
  GetAccessorDeclaration,
  Identifier,
  IfStatement,
  InterfaceDeclaration,
  IterationStatement,
  MemberName,
  MethodDeclaration,
  NewExpression,
  Node,
  NodeArray,
  ObjectBindingPattern,
  ObjectLiteralElementLike,
  ObjectLiteralExpression,
  ParameterDeclaration,
  ParenthesizedExpression,
  PropertyAccessExpression,
  PropertyAssignment,
  PropertyDeclaration,
  PropertyName,
  PropertySignature,
  ReturnStatement,
  SignatureDeclaration,
  SourceFile,
  Statement,
  StringLiteral,
  StringLiteralLike,
  SwitchStatement,
  TemplateHead,
  TypeAliasDeclaration,
  TypeNode,
  VariableDeclaration,
  VariableStatement,
  Scanner,
} from 'typescript-api';

export type SyntaxKind = ts.SyntaxKind;
export type ScriptKind = ts.ScriptKind;
export const { SyntaxKind, NodeFlags, ScriptKind, ScriptTarget, JSDocParsingMode, LanguageVariant } = ts;
export const { createPrinter, createScanner, createSourceFile, parseConfigFileTextToJson } = ts;
export const { forEachChild, canHaveDecorators, canHaveModifiers, getDecorators, getModifiers } = ts;

type Api = typeof ts;

/** Whether a node is of one kind; nothing is of none. A walk asks for the nodes of its kind. */
export type Guard<T extends ts.Node> = ((node: ts.Node | undefined) => node is T) & {
  readonly kind: ts.SyntaxKind;
};

type Tested<F> = F extends ((node: ts.Node) => node is infer T extends ts.Node) ? T : never;
/** The tests of the compiler for one kind of node, which has nearly the same name. */
type Guards = { readonly [K in keyof Api]: Guard<Tested<Api[K]>> };
/** Those for several kinds, for nodes that may be missing as well. */
type Groups = { readonly [K in keyof Api]: (node: ts.Node | undefined) => node is Tested<Api[K]> };

const kindNamed = (test: string): ts.SyntaxKind | undefined =>
  [test.slice(2), test.slice(2).replace(/Node$|Declaration$/, '')]
    .map((name) => ts.SyntaxKind[name as keyof typeof ts.SyntaxKind])
    .find((kind) => kind !== undefined);

const guards = new Proxy({} as Guards, {
  get(_, test: string) {
    const kind = kindNamed(test);
    if (kind === undefined) throw new Error(`no kind of node is called like ${test}`);
    return Object.assign((node: ts.Node | undefined) => node?.kind === kind, { kind });
  },
});

const groups = new Proxy({} as Groups, {
  get: (_, test: keyof Api) => (node: ts.Node | undefined) =>
    node !== undefined && (ts[test] as (node: ts.Node) => boolean)(node),
});

export const { isArrayBindingPattern, isArrayLiteralExpression, isArrayTypeNode, isArrowFunction } = guards;
export const { isAsExpression, isAwaitExpression, isBinaryExpression, isBindingElement, isBlock } = guards;
export const { isBreakStatement, isCallExpression, isCaseBlock, isCaseClause, isCatchClause } = guards;
export const { isClassDeclaration, isClassExpression, isComputedPropertyName } = guards;
export const { isConditionalExpression, isConstructorDeclaration, isContinueStatement } = guards;
export const { isDeleteExpression, isElementAccessExpression, isEnumDeclaration } = guards;
export const { isExportAssignment, isExportDeclaration, isExpressionStatement } = guards;
export const { isExternalModuleReference, isForInStatement, isForOfStatement, isForStatement } = guards;
export const { isFunctionDeclaration, isFunctionExpression, isGetAccessor, isIdentifier } = guards;
export const { isIfStatement, isImportDeclaration, isImportEqualsDeclaration, isImportTypeNode } = guards;
export const { isIndexSignatureDeclaration, isInterfaceDeclaration, isJsxAttribute } = guards;
export const { isJsxExpression, isJsxOpeningElement, isJsxSelfClosingElement, isLiteralTypeNode } = guards;
export const { isMetaProperty, isMethodDeclaration, isModuleBlock, isNamedExports, isNamedImports } = guards;
export const { isNamespaceExport, isNamespaceImport, isNewExpression } = guards;
export const { isNoSubstitutionTemplateLiteral, isNonNullExpression, isNumericLiteral } = guards;
export const { isObjectBindingPattern, isObjectLiteralExpression, isParameter } = guards;
export const { isParenthesizedExpression, isParenthesizedTypeNode, isPostfixUnaryExpression } = guards;
export const { isPrefixUnaryExpression, isPrivateIdentifier, isPropertyAccessExpression } = guards;
export const { isPropertyAssignment, isPropertyDeclaration, isPropertySignature } = guards;
export const { isRegularExpressionLiteral, isReturnStatement, isSatisfiesExpression } = guards;
export const { isShorthandPropertyAssignment, isSourceFile, isSpreadAssignment, isSpreadElement } = guards;
export const { isStringLiteral, isSwitchStatement, isTaggedTemplateExpression } = guards;
export const { isTemplateExpression, isTemplateSpan, isThrowStatement, isTryStatement } = guards;
export const { isTypeAliasDeclaration, isTypeAssertionExpression, isTypeLiteralNode } = guards;
export const { isTypeOfExpression, isTypeOperatorNode, isTypeQueryNode, isTypeReferenceNode } = guards;
export const { isUnionTypeNode, isVariableDeclaration, isVariableDeclarationList } = guards;
export const { isVariableStatement, isVoidExpression, isWhileStatement, isYieldExpression } = guards;
export const { isAccessor, isCaseOrDefaultClause, isClassLike, isExpression, isFunctionLike } = groups;
export const { isStatement, isStringLiteralLike, isTypeNode } = groups;
export const isIterationStatement = (node: ts.Node | undefined): node is ts.IterationStatement =>
  node !== undefined && ts.isIterationStatement(node, false);
