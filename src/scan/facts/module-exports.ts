import ts from 'typescript-api';

import type { FactFinder, FactWalk } from '../rule.ts';
import { plainName } from '../syntax/routers.ts';

/** `module.exports = { a, b }`, `exports.c = …`. */
function assigned(node: ts.Node, { facts, file, ancestors }: FactWalk): void {
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return;
  if (!ts.isPropertyAccessExpression(node.left)) return;
  const name = plainName(node.left);
  // `define('ace/mode', (require, exports) => …)`: a module in a module, and none of this file.
  if (ancestors.some((each) => ts.isFunctionLike(each) && each.parameters.some(isExports))) return;
  const lineOf = (of: ts.Node): number =>
    file.source.getLineAndCharacterOfPosition(of.getStart(file.source)).line + 1;
  if (name === 'module.exports') {
    facts.commonExports.push({ name: 'default', line: lineOf(node) });
    if (!ts.isObjectLiteralExpression(node.right)) return;
    for (const each of node.right.properties)
      if (each.name !== undefined && ts.isIdentifier(each.name))
        facts.commonExports.push({ name: each.name.text, line: lineOf(each) });
    return;
  }
  const own = /^(?:module\.)?exports\.(\w+)$/.exec(name)?.[1];
  if (own !== undefined) facts.commonExports.push({ name: own, line: lineOf(node) });
}

function isExports({ name }: ts.ParameterDeclaration): boolean {
  return ts.isIdentifier(name) && /^(?:exports|module)$/.test(name.text);
}

/** What modules of Node's older kind offer. */
export const commonExportFacts: FactFinder = {
  words: ['exports'],
  applies: ({ language }) => language === 'javascript' || language === 'typescript' || language === 'jsx',
  visit: new Map([[ts.SyntaxKind.BinaryExpression, assigned]]),
};
