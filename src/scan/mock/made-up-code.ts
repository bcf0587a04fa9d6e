import ts from 'typescript-api';

import { addFlaw } from '../facts/flaws.ts';
import type { FactFinder, FactWalk } from '../rule.ts';
import { isDataSource } from '../rules/data-sources.ts';
import { bare, isRecordData } from '../syntax/record-data.ts';
import { isMadeUpName, isShipped, MADE_UP_WORDS } from './names.ts';

function declaration(node: ts.Node, walk: FactWalk): void {
  if (!ts.isVariableDeclaration(node) && !ts.isPropertyDeclaration(node)) return;
  if (!ts.isIdentifier(node.name) || !isMadeUpName(node.name.text)) return;
  // One record alone may be what something is tried with; where data comes from it is an answer.
  const isData = isDataSource(walk.file) ? isRecordData(node.initializer) : isRecordList(node.initializer);
  if (!isData) return;
  const { line } = walk.file.source.getLineAndCharacterOfPosition(node.getStart(walk.file.source));
  addFlaw(walk.facts, 'MOCK-003', line + 1, `${node.name.text} is made-up data in code that ships`);
}

function isRecordList(node: ts.Expression | undefined): boolean {
  return node !== undefined && ts.isArrayLiteralExpression(bare(node)) && isRecordData(node);
}

/** Records of TypeScript and JavaScript that call themselves made up. */
export const madeUpInCode: FactFinder = {
  words: MADE_UP_WORDS,
  applies: isShipped,
  visit: new Map([
    [ts.SyntaxKind.VariableDeclaration, declaration],
    [ts.SyntaxKind.PropertyDeclaration, declaration],
  ]),
};
