import * as ts from '../../syntax/typescript/view.ts';

import type { FactFinder, FactWalk } from '../../engine/rule.ts';

/** `module.exports = { a, b }`, `exports.c = …`. */
function assigned(node: ts.BinaryExpression, { facts, line, ancestors }: FactWalk): void {
  if (!ts.isOperation(node, '=')) return;
  const name = ts.dotted(node.left);
  // `define('ace/mode', (require, exports) => …)`: a module in a module, and none of this file.
  if (ancestors.some((each) => ts.isFunctionLike(each) && each.parameters.some(isExports))) return;
  if (name === 'module.exports') {
    facts.commonExports.push({ name: 'default', line: line(node) });
    for (const each of ts.isObjectLiteralExpression(node.right) ? node.right.properties : [])
      if (ts.isIdentifier(each.name)) facts.commonExports.push({ name: each.name.text, line: line(each) });
    return;
  }
  const own = /^(?:module\.)?exports\.(\w+)$/.exec(name)?.[1];
  if (own !== undefined) facts.commonExports.push({ name: own, line: line(node) });
}

function isExports({ name }: ts.ParameterDeclaration): boolean {
  return /^(?:exports|module)$/.test(ts.wordOf(name));
}

/** What modules of Node's older kind offer. */
export const commonExportFacts: FactFinder = {
  applies: ({ language }) => language === 'javascript' || language === 'typescript' || language === 'jsx',
  visit: new Map([ts.on(ts.isBinaryExpression, assigned)]),
};
