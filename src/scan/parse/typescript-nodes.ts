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

/** Whether a node is of one kind; nothing is of none. A walk asks for the nodes of its kind. */
export type Guard<T extends ts.Node> = ((node: ts.Node | undefined) => node is T) & {
  readonly kind: ts.SyntaxKind;
};

function is<T extends ts.Node>(kind: ts.SyntaxKind): Guard<T> {
  return Object.assign((node: ts.Node | undefined): node is T => node?.kind === kind, { kind });
}

export const isAccessor = (node: ts.Node | undefined): node is ts.AccessorDeclaration =>
  node !== undefined && ts.isAccessor(node);
export const isArrayBindingPattern = is<ts.ArrayBindingPattern>(ts.SyntaxKind.ArrayBindingPattern);
export const isArrayLiteralExpression = is<ts.ArrayLiteralExpression>(ts.SyntaxKind.ArrayLiteralExpression);
export const isArrayTypeNode = is<ts.ArrayTypeNode>(ts.SyntaxKind.ArrayType);
export const isArrowFunction = is<ts.ArrowFunction>(ts.SyntaxKind.ArrowFunction);
export const isAsExpression = is<ts.AsExpression>(ts.SyntaxKind.AsExpression);
export const isAwaitExpression = is<ts.AwaitExpression>(ts.SyntaxKind.AwaitExpression);
export const isBinaryExpression = is<ts.BinaryExpression>(ts.SyntaxKind.BinaryExpression);
export const isBindingElement = is<ts.BindingElement>(ts.SyntaxKind.BindingElement);
export const isBlock = is<ts.Block>(ts.SyntaxKind.Block);
export const isBreakStatement = is<ts.BreakStatement>(ts.SyntaxKind.BreakStatement);
export const isCallExpression = is<ts.CallExpression>(ts.SyntaxKind.CallExpression);
export const isCaseBlock = is<ts.CaseBlock>(ts.SyntaxKind.CaseBlock);
export const isCaseClause = is<ts.CaseClause>(ts.SyntaxKind.CaseClause);
export const isCaseOrDefaultClause = (node: ts.Node | undefined): node is ts.CaseOrDefaultClause =>
  node !== undefined && ts.isCaseOrDefaultClause(node);
export const isCatchClause = is<ts.CatchClause>(ts.SyntaxKind.CatchClause);
export const isClassDeclaration = is<ts.ClassDeclaration>(ts.SyntaxKind.ClassDeclaration);
export const isClassExpression = is<ts.ClassExpression>(ts.SyntaxKind.ClassExpression);
export const isClassLike = (node: ts.Node | undefined): node is ts.ClassLikeDeclaration =>
  node !== undefined && ts.isClassLike(node);
export const isComputedPropertyName = is<ts.ComputedPropertyName>(ts.SyntaxKind.ComputedPropertyName);
export const isConditionalExpression = is<ts.ConditionalExpression>(ts.SyntaxKind.ConditionalExpression);
export const isConstructorDeclaration = is<ts.ConstructorDeclaration>(ts.SyntaxKind.Constructor);
export const isContinueStatement = is<ts.ContinueStatement>(ts.SyntaxKind.ContinueStatement);
export const isDeleteExpression = is<ts.DeleteExpression>(ts.SyntaxKind.DeleteExpression);
export const isElementAccessExpression = is<ts.ElementAccessExpression>(
  ts.SyntaxKind.ElementAccessExpression,
);
export const isEnumDeclaration = is<ts.EnumDeclaration>(ts.SyntaxKind.EnumDeclaration);
export const isExportAssignment = is<ts.ExportAssignment>(ts.SyntaxKind.ExportAssignment);
export const isExportDeclaration = is<ts.ExportDeclaration>(ts.SyntaxKind.ExportDeclaration);
export const isExpression = (node: ts.Node | undefined): node is ts.Expression =>
  node !== undefined && ts.isExpression(node);
export const isExpressionStatement = is<ts.ExpressionStatement>(ts.SyntaxKind.ExpressionStatement);
export const isExternalModuleReference = is<ts.ExternalModuleReference>(
  ts.SyntaxKind.ExternalModuleReference,
);
export const isForInStatement = is<ts.ForInStatement>(ts.SyntaxKind.ForInStatement);
export const isForOfStatement = is<ts.ForOfStatement>(ts.SyntaxKind.ForOfStatement);
export const isForStatement = is<ts.ForStatement>(ts.SyntaxKind.ForStatement);
export const isFunctionDeclaration = is<ts.FunctionDeclaration>(ts.SyntaxKind.FunctionDeclaration);
export const isFunctionExpression = is<ts.FunctionExpression>(ts.SyntaxKind.FunctionExpression);
export const isFunctionLike = (node: ts.Node | undefined): node is ts.SignatureDeclaration =>
  node !== undefined && ts.isFunctionLike(node);
export const isGetAccessor = is<ts.GetAccessorDeclaration>(ts.SyntaxKind.GetAccessor);
export const isIdentifier = is<ts.Identifier>(ts.SyntaxKind.Identifier);
export const isIfStatement = is<ts.IfStatement>(ts.SyntaxKind.IfStatement);
export const isImportDeclaration = is<ts.ImportDeclaration>(ts.SyntaxKind.ImportDeclaration);
export const isImportEqualsDeclaration = is<ts.ImportEqualsDeclaration>(
  ts.SyntaxKind.ImportEqualsDeclaration,
);
export const isImportTypeNode = is<ts.ImportTypeNode>(ts.SyntaxKind.ImportType);
export const isIndexSignatureDeclaration = is<ts.IndexSignatureDeclaration>(ts.SyntaxKind.IndexSignature);
export const isInterfaceDeclaration = is<ts.InterfaceDeclaration>(ts.SyntaxKind.InterfaceDeclaration);
export const isJsxAttribute = is<ts.JsxAttribute>(ts.SyntaxKind.JsxAttribute);
export const isJsxExpression = is<ts.JsxExpression>(ts.SyntaxKind.JsxExpression);
export const isJsxOpeningElement = is<ts.JsxOpeningElement>(ts.SyntaxKind.JsxOpeningElement);
export const isJsxSelfClosingElement = is<ts.JsxSelfClosingElement>(ts.SyntaxKind.JsxSelfClosingElement);
export const isLiteralTypeNode = is<ts.LiteralTypeNode>(ts.SyntaxKind.LiteralType);
export const isMetaProperty = is<ts.MetaProperty>(ts.SyntaxKind.MetaProperty);
export const isMethodDeclaration = is<ts.MethodDeclaration>(ts.SyntaxKind.MethodDeclaration);
export const isModuleBlock = is<ts.ModuleBlock>(ts.SyntaxKind.ModuleBlock);
export const isNamedExports = is<ts.NamedExports>(ts.SyntaxKind.NamedExports);
export const isNamedImports = is<ts.NamedImports>(ts.SyntaxKind.NamedImports);
export const isNamespaceExport = is<ts.NamespaceExport>(ts.SyntaxKind.NamespaceExport);
export const isNamespaceImport = is<ts.NamespaceImport>(ts.SyntaxKind.NamespaceImport);
export const isNewExpression = is<ts.NewExpression>(ts.SyntaxKind.NewExpression);
export const isNoSubstitutionTemplateLiteral = is<ts.NoSubstitutionTemplateLiteral>(
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
);
export const isNonNullExpression = is<ts.NonNullExpression>(ts.SyntaxKind.NonNullExpression);
export const isNumericLiteral = is<ts.NumericLiteral>(ts.SyntaxKind.NumericLiteral);
export const isObjectBindingPattern = is<ts.ObjectBindingPattern>(ts.SyntaxKind.ObjectBindingPattern);
export const isObjectLiteralExpression = is<ts.ObjectLiteralExpression>(
  ts.SyntaxKind.ObjectLiteralExpression,
);
export const isParameter = is<ts.ParameterDeclaration>(ts.SyntaxKind.Parameter);
export const isParenthesizedExpression = is<ts.ParenthesizedExpression>(
  ts.SyntaxKind.ParenthesizedExpression,
);
export const isParenthesizedTypeNode = is<ts.ParenthesizedTypeNode>(ts.SyntaxKind.ParenthesizedType);
export const isPostfixUnaryExpression = is<ts.PostfixUnaryExpression>(ts.SyntaxKind.PostfixUnaryExpression);
export const isPrefixUnaryExpression = is<ts.PrefixUnaryExpression>(ts.SyntaxKind.PrefixUnaryExpression);
export const isPrivateIdentifier = is<ts.PrivateIdentifier>(ts.SyntaxKind.PrivateIdentifier);
export const isPropertyAccessExpression = is<ts.PropertyAccessExpression>(
  ts.SyntaxKind.PropertyAccessExpression,
);
export const isPropertyAssignment = is<ts.PropertyAssignment>(ts.SyntaxKind.PropertyAssignment);
export const isPropertyDeclaration = is<ts.PropertyDeclaration>(ts.SyntaxKind.PropertyDeclaration);
export const isPropertySignature = is<ts.PropertySignature>(ts.SyntaxKind.PropertySignature);
export const isRegularExpressionLiteral = is<ts.RegularExpressionLiteral>(
  ts.SyntaxKind.RegularExpressionLiteral,
);
export const isReturnStatement = is<ts.ReturnStatement>(ts.SyntaxKind.ReturnStatement);
export const isSatisfiesExpression = is<ts.SatisfiesExpression>(ts.SyntaxKind.SatisfiesExpression);
export const isShorthandPropertyAssignment = is<ts.ShorthandPropertyAssignment>(
  ts.SyntaxKind.ShorthandPropertyAssignment,
);
export const isSourceFile = is<ts.SourceFile>(ts.SyntaxKind.SourceFile);
export const isSpreadAssignment = is<ts.SpreadAssignment>(ts.SyntaxKind.SpreadAssignment);
export const isSpreadElement = is<ts.SpreadElement>(ts.SyntaxKind.SpreadElement);
export const isStatement = (node: ts.Node | undefined): node is ts.Statement =>
  node !== undefined && ts.isStatement(node);
export const isStringLiteral = is<ts.StringLiteral>(ts.SyntaxKind.StringLiteral);
export const isStringLiteralLike = (node: ts.Node | undefined): node is ts.StringLiteralLike =>
  node !== undefined && ts.isStringLiteralLike(node);
export const isSwitchStatement = is<ts.SwitchStatement>(ts.SyntaxKind.SwitchStatement);
export const isTaggedTemplateExpression = is<ts.TaggedTemplateExpression>(
  ts.SyntaxKind.TaggedTemplateExpression,
);
export const isTemplateExpression = is<ts.TemplateExpression>(ts.SyntaxKind.TemplateExpression);
export const isTemplateSpan = is<ts.TemplateSpan>(ts.SyntaxKind.TemplateSpan);
export const isThrowStatement = is<ts.ThrowStatement>(ts.SyntaxKind.ThrowStatement);
export const isTryStatement = is<ts.TryStatement>(ts.SyntaxKind.TryStatement);
export const isTypeAliasDeclaration = is<ts.TypeAliasDeclaration>(ts.SyntaxKind.TypeAliasDeclaration);
export const isTypeAssertionExpression = is<ts.TypeAssertion>(ts.SyntaxKind.TypeAssertionExpression);
export const isTypeLiteralNode = is<ts.TypeLiteralNode>(ts.SyntaxKind.TypeLiteral);
export const isTypeNode = (node: ts.Node | undefined): node is ts.TypeNode =>
  node !== undefined && ts.isTypeNode(node);
export const isTypeOfExpression = is<ts.TypeOfExpression>(ts.SyntaxKind.TypeOfExpression);
export const isTypeOperatorNode = is<ts.TypeOperatorNode>(ts.SyntaxKind.TypeOperator);
export const isTypeQueryNode = is<ts.TypeQueryNode>(ts.SyntaxKind.TypeQuery);
export const isTypeReferenceNode = is<ts.TypeReferenceNode>(ts.SyntaxKind.TypeReference);
export const isUnionTypeNode = is<ts.UnionTypeNode>(ts.SyntaxKind.UnionType);
export const isVariableDeclaration = is<ts.VariableDeclaration>(ts.SyntaxKind.VariableDeclaration);
export const isVariableDeclarationList = is<ts.VariableDeclarationList>(
  ts.SyntaxKind.VariableDeclarationList,
);
export const isVariableStatement = is<ts.VariableStatement>(ts.SyntaxKind.VariableStatement);
export const isVoidExpression = is<ts.VoidExpression>(ts.SyntaxKind.VoidExpression);
export const isWhileStatement = is<ts.WhileStatement>(ts.SyntaxKind.WhileStatement);
export const isYieldExpression = is<ts.YieldExpression>(ts.SyntaxKind.YieldExpression);
export const isIterationStatement = (node: ts.Node | undefined): node is ts.IterationStatement =>
  node !== undefined && ts.isIterationStatement(node, false);
