import * as ts from '../../syntax/typescript/view.ts';

import type { FactFinder, FactWalk } from '../../engine/rule.ts';
import { declared } from '../../syntax/typescript/scope.ts';
import { codeParts } from './code-parts.ts';
import { isInjectable, isStatement } from './sql-text.ts';
import { isSqlSource, SQL_MESSAGE } from './where.ts';
import { wordSet } from '../../engine/words.ts';

/** What is given a whole statement. */
const STATEMENTS = wordSet(`
  query execute exec prepare run all get each raw unsafe $queryRawUnsafe $executeRawUnsafe executeSql
  queryRaw executeRaw one oneOrNone many manyOrNone any none result multi queryAsync runSql`);
/** What is given a piece of one. */
const FRAGMENTS = wordSet(`
  whereRaw andWhereRaw orWhereRaw havingRaw orderByRaw groupByRaw selectRaw joinRaw fromRaw where andWhere
  orWhere having andHaving orHaving literal raw`);

function call(node: ts.CallExpression, walk: FactWalk): void {
  const name = ts.calledName(node);
  const isWhole = STATEMENTS.has(name);
  const isPiece = FRAGMENTS.has(name);
  const [first] = node.arguments;
  if ((!isWhole && !isPiece) || first === undefined) return;
  const text = textOf(ts.bare(first));
  if (text === undefined || (isWhole && ts.isIdentifier(node.expression) && name === 'get')) return;
  const parts = codeParts(text, walk.ancestors);
  if (parts.every((each) => typeof each === 'string') || !isInjectable(parts)) return;
  const isSetting = typeof parts[0] === 'string' && /^\s*set\s/i.test(parts[0]);
  if (isSetting || (!isPiece && !isStatement(parts))) return;
  const called = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node;
  walk.flaw('BACK-001', madeAt(text, walk.ancestors) ?? called, SQL_MESSAGE);
}

/** The text itself, or that of `{ text: … }`. */
function textOf(node: ts.Expression): ts.Expression | undefined {
  if (ts.isTemplateExpression(node) || ts.isBinaryExpression(node) || ts.isIdentifier(node)) return node;
  if (ts.isCallExpression(node)) return /^(?:concat|join|trim)$/.test(ts.calledName(node)) ? node : undefined;
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const text = ts.bare(ts.optionOf(node, 'text', 'sql', 'query', 'statement'));
  return text === undefined ? undefined : textOf(text);
}

/** Where a text with a name was put together. */
function madeAt(node: ts.Expression, ancestors: readonly ts.Node[]): ts.Node | undefined {
  if (!ts.isIdentifier(node)) return undefined;
  const where = declared(node.text, ancestors);
  if (where?.kind !== 'variable' || where.declaration.initializer === undefined) return undefined;
  return ts.isStringLiteralLike(where.declaration.initializer) ? undefined : where.declaration;
}

/** SQL of TypeScript and JavaScript into which values are written. */
export const sqlInCode: FactFinder = {
  applies: isSqlSource,
  visit: new Map([ts.on(ts.isCallExpression, call)]),
};
