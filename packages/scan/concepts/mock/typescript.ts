import * as ts from '../../syntax/typescript/view.ts';

import { addFlaw } from '../../engine/flaws.ts';
import type { FactFinder, FactWalk } from '../../engine/rule.ts';
import { isDataSource } from './data-sources.ts';
import { isRecordData } from './record-data.ts';
import { isMadeUpName, isSampleName, isShipped } from './names.ts';

function declaration(node: ts.Node, walk: FactWalk): void {
  if (!ts.isVariableDeclaration(node) && !ts.isPropertyDeclaration(node)) return;
  if (!ts.isIdentifier(node.name)) return;
  const isSample = isSampleName(node.name.text) && isDataSource(walk.file);
  if (!isSample && !isMadeUpName(node.name.text)) return;
  // One record alone may be what something is tried with; where data comes from it is an answer.
  const isData =
    isDataSource(walk.file) && !isSample ? isRecordData(node.initializer) : isRecordList(node.initializer);
  if (!isData || (isSample && !areSeveral(node.initializer)) || standsForNothing(node.initializer)) return;
  // What is read from the environment is not made up, whatever it is called.
  if (node.initializer !== undefined && readsEnvironment(walk.file.text, node.initializer)) return;
  const { line } = walk.file.source.getLineAndCharacterOfPosition(node.getStart(walk.file.source));
  addFlaw(walk.facts, 'MOCK-003', line + 1, `${node.name.text} is made-up data in code that ships`);
}

function readsEnvironment(text: string, { pos, end }: ts.Node): boolean {
  return /\bprocess\.env\b|\bimport\.meta\.env\b/.test(text.slice(pos, end));
}

/** One example of something is none of its data, and what has no name, title or id is what data is made by. */
function areSeveral(node: ts.Expression | undefined): boolean {
  const inner = ts.bare(node);
  if (!ts.isArrayLiteralExpression(inner) || inner.elements.length < 2) return false;
  return inner.elements.some((each) => namesOf(each).some((name) => OF_RECORDS.test(name)));
}

const OF_RECORDS =
  /^_?(?:id|uuid|key|sku|code)$|name$|^(?:title|label|subject|email|price|amount|total|status|date|author|user|city|country)$|(?:Id|_id|At|_at|Date|_date)$/i;

function namesOf(node: ts.Expression): readonly string[] {
  const inner = ts.bare(node);
  return ts.isObjectLiteralExpression(inner) ? inner.properties.map(({ name }) => ts.keyOf(name)) : [];
}

/** `{ id: 'stub', name: 'stub', project: '' }`: says nothing, for whoever wants something in its place. */
function standsForNothing(node: ts.Expression | undefined): boolean {
  const inner = ts.bare(node);
  if (!ts.isObjectLiteralExpression(inner)) return false;
  const texts = inner.properties.flatMap((each) =>
    ts.isPropertyAssignment(each) && ts.isStringLiteralLike(each.initializer) ? [each.initializer.text] : [],
  );
  return (
    texts.filter((each) => /^(?:stub|mock|dummy|fake|noop|none)?$/i.test(each)).length * 2 > texts.length
  );
}

function isRecordList(node: ts.Expression | undefined): boolean {
  return node !== undefined && ts.isArrayLiteralExpression(ts.bare(node)) && isRecordData(node);
}

/** Records of TypeScript and JavaScript that call themselves made up. */
export const madeUpInCode: FactFinder = {
  applies: isShipped,
  visit: new Map([
    [ts.SyntaxKind.VariableDeclaration, declaration],
    [ts.SyntaxKind.PropertyDeclaration, declaration],
  ]),
};
