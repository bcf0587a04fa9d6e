import * as ts from '../../parse/typescript.ts';

import type { CodeCheck, Walk } from '../../rule.ts';

export const rule: CodeCheck = {
  kind: 'code',
  words: [': any', 'as any', '<any'],
  applies: ({ isTest, isSide, language }) =>
    !isTest &&
    !isSide &&
    (language === 'typescript' || language === 'tsx' || language === 'vue' || language === 'svelte'),
  visit: new Map([
    [
      ts.SyntaxKind.AnyKeyword,
      (node, walk) => {
        if (isOfValue(walk.ancestors) && !isMeant(node, walk))
          walk.report(node, 'any switches the checks off');
      },
    ],
  ]),
};

/** Types that hold the value and say nothing else. */
const HOLDS =
  /^(?:Promise|Array|ReadonlyArray|Observable|Subject|BehaviorSubject|Ref|Signal|EventEmitter|Partial)$/;

/**
 * Whether it is the type of a value: of a parameter, a variable, a member, what a function gives, or what something is
 * asserted to be. In constraints, maps from text to anything, rest parameters and caught errors there is often no better.
 */
function isOfValue(ancestors: readonly ts.Node[]): boolean {
  for (let at = ancestors.length - 1; at >= 0; at -= 1) {
    const node = ancestors[at];
    if (node === undefined) return false;
    if (ts.isArrayTypeNode(node) || ts.isUnionTypeNode(node) || ts.isParenthesizedTypeNode(node)) continue;
    if (ts.isTypeReferenceNode(node)) {
      if (HOLDS.test(ts.wordOf(node.typeName))) continue;
      return false;
    }
    if (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node) || ts.isPropertyDeclaration(node))
      return true;
    if (ts.isPropertySignature(node))
      return !ts.isTypeLiteralNode(ancestors[at - 1] ?? node) || ts.isTypeAliasDeclaration(ancestors[at - 2]);
    const above = ancestors[at - 1];
    if (ts.isParameter(node))
      return node.dotDotDotToken === undefined && above !== undefined && isWritten(above);
    if (ts.isVariableDeclaration(node)) return above !== undefined && !ts.isCatchClause(above);
    return isWritten(node);
  }
  return false;
}

/** A function with a body: what a type says of functions elsewhere is not this file's to choose. */
function isWritten(node: ts.Node): boolean {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isFunction(node) ||
    ts.isConstructorDeclaration(node) ||
    ts.isAccessor(node)
  );
}

/** Somebody who switched the linter's rule off for it has thought of it. */
function isMeant(node: ts.Node, { file }: Walk): boolean {
  if (!file.text.includes('no-explicit-any')) return false;
  if (/eslint-disable\s[^\n]*no-explicit-any/.test(file.text)) return true;
  const before = file.text
    .slice(Math.max(0, node.pos - 400), node.pos)
    .split('\n')
    .slice(-2)
    .join('\n');
  const after = file.text.slice(node.pos).split('\n', 1)[0] ?? '';
  return before.includes('no-explicit-any') || after.includes('no-explicit-any');
}
