import ts from 'typescript-api';

import { addFlaw } from '../facts/flaws.ts';
import type { FactFinder, FactWalk } from '../rule.ts';
import { isDataSource } from '../rules/data-sources.ts';
import { bare, isRecordData } from '../syntax/record-data.ts';
import { isMadeUpName, isSampleName, isShipped, MADE_UP_WORDS } from './names.ts';

function declaration(node: ts.Node, walk: FactWalk): void {
  if (!ts.isVariableDeclaration(node) && !ts.isPropertyDeclaration(node)) return;
  if (!ts.isIdentifier(node.name)) return;
  const isSample = isSampleName(node.name.text) && isDataSource(walk.file);
  if (!isSample && !isMadeUpName(node.name.text)) return;
  // One record alone may be what something is tried with; where data comes from it is an answer.
  const isData =
    isDataSource(walk.file) && !isSample ? isRecordData(node.initializer) : isRecordList(node.initializer);
  if (!isData || (isSample && !isSeveral(node.initializer))) return;
  // What is read from the environment is not made up, whatever it is called.
  if (node.initializer !== undefined && readsEnvironment(walk.file.text, node.initializer)) return;
  const { line } = walk.file.source.getLineAndCharacterOfPosition(node.getStart(walk.file.source));
  addFlaw(walk.facts, 'MOCK-003', line + 1, `${node.name.text} is made-up data in code that ships`);
}

function readsEnvironment(text: string, { pos, end }: ts.Node): boolean {
  return /\bprocess\.env\b|\bimport\.meta\.env\b/.test(text.slice(pos, end));
}

/** One example of something is none of its data. */
function isSeveral(node: ts.Expression | undefined): boolean {
  const inner = node === undefined ? undefined : bare(node);
  return inner !== undefined && ts.isArrayLiteralExpression(inner) && inner.elements.length > 1;
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
