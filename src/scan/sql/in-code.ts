import ts from 'typescript-api';

import { addFlaw } from '../facts/flaws.ts';
import type { FactFinder, FactWalk } from '../rule.ts';
import { calledName } from '../syntax/around.ts';
import { bare } from '../syntax/record-data.ts';
import { declared } from '../syntax/scope.ts';
import { codeParts } from './code-parts.ts';
import { isInjectable, isStatement } from './sql-text.ts';
import { isSqlSource, SQL_WORDS, SQL_MESSAGE } from './where.ts';

/** What is given a whole statement. */
const STATEMENTS: ReadonlySet<string> = new Set(
  (
    'query execute exec prepare run all get each raw unsafe $queryRawUnsafe $executeRawUnsafe executeSql ' +
    'queryRaw executeRaw one oneOrNone many manyOrNone any none result multi queryAsync runSql'
  ).split(' '),
);
/** What is given a piece of one. */
const FRAGMENTS: ReadonlySet<string> = new Set(
  (
    'whereRaw andWhereRaw orWhereRaw havingRaw orderByRaw groupByRaw selectRaw joinRaw fromRaw where andWhere ' +
    'orWhere having andHaving orHaving literal raw'
  ).split(' '),
);

function call(node: ts.Node, walk: FactWalk): void {
  if (!ts.isCallExpression(node)) return;
  const name = calledName(node);
  const isWhole = STATEMENTS.has(name);
  const isPiece = FRAGMENTS.has(name);
  const [first] = node.arguments;
  if ((!isWhole && !isPiece) || first === undefined) return;
  const text = textOf(bare(first));
  if (text === undefined || (isWhole && ts.isIdentifier(node.expression) && name === 'get')) return;
  const parts = codeParts(text, walk.ancestors);
  if (parts.every((each) => typeof each === 'string') || !isInjectable(parts)) return;
  const isSetting = typeof parts[0] === 'string' && /^\s*set\s/i.test(parts[0]);
  if (isSetting || (!isPiece && !isStatement(parts))) return;
  const { source } = walk.file;
  const called = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node;
  const made = madeAt(text, walk.ancestors) ?? called;
  const line = source.getLineAndCharacterOfPosition(made.getStart(source)).line + 1;
  addFlaw(walk.facts, 'BACK-001', line, SQL_MESSAGE);
}

/** The text itself, or that of `{ text: … }`. */
function textOf(node: ts.Expression): ts.Expression | undefined {
  if (ts.isTemplateExpression(node) || ts.isBinaryExpression(node) || ts.isIdentifier(node)) return node;
  if (ts.isCallExpression(node)) return /^(?:concat|join|trim)$/.test(calledName(node)) ? node : undefined;
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  for (const each of node.properties)
    if (ts.isPropertyAssignment(each) && ts.isIdentifier(each.name))
      if (/^(?:text|sql|query|statement)$/.test(each.name.text)) return textOf(bare(each.initializer));
  return undefined;
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
  words: SQL_WORDS,
  applies: isSqlSource,
  visit: new Map([[ts.SyntaxKind.CallExpression, call]]),
};
