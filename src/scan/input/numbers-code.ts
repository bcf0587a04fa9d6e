import ts from 'typescript-api';

import { addFlaw } from '../facts/flaws.ts';
import type { FactFinder, FactWalk } from '../rule.ts';
import { calledName, nearest } from '../syntax/around.ts';
import { isRequestData } from '../syntax/request-data.ts';
import { NUMBERS } from './where.ts';

const PARSES = /^(?:Number|parseInt|parseFloat)$/;

function call(node: ts.Node, walk: FactWalk): void {
  if (!ts.isCallExpression(node) || !PARSES.test(calledName(node))) return;
  const [input] = node.arguments;
  if (input !== undefined) number(node, input, walk);
}

function plus(node: ts.Node, walk: FactWalk): void {
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.PlusToken)
    number(node, node.operand, walk);
}

function number(node: ts.Node, input: ts.Expression, walk: FactWalk): void {
  const given = withDefault(input);
  if (!isRequestData(given, walk.ancestors) || isCheckedHere(walk.ancestors)) return;
  const around = nearest(walk.ancestors, ts.isFunctionLike);
  const { source, text } = walk.file;
  if (around === undefined || isValidated(around, walk.ancestors, text)) return;
  const variable = nearest(walk.ancestors, ts.isVariableDeclaration);
  const name = variable !== undefined && ts.isIdentifier(variable.name) ? variable.name.text : undefined;
  const isOwn = variable !== undefined && variable.pos >= around.pos && isValueOf(node, variable);
  if (isOwn && name !== undefined && isChecked(name, around)) return;
  addFlaw(
    walk.facts,
    'BACK-018',
    source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1,
    NUMBERS,
  );
}

/** `req.query.page` in `req.query.page || '1'`. */
function withDefault(node: ts.Expression): ts.Expression {
  const isEither =
    ts.isBinaryExpression(node) &&
    (node.operatorToken.kind === ts.SyntaxKind.BarBarToken ||
      node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken);
  if (isEither) return withDefault(node.left);
  return ts.isParenthesizedExpression(node) || ts.isAsExpression(node) ? withDefault(node.expression) : node;
}

/** Whether the number is looked at in the very place where it is read: `Number(x) || 1`, `isNaN(Number(x))`, `Number(x) > 0`. */
function isCheckedHere(ancestors: readonly ts.Node[]): boolean {
  for (let at = ancestors.length - 1; at >= 0; at -= 1) {
    const node = ancestors[at];
    if (node === undefined) return false;
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) continue;
    if (ts.isBinaryExpression(node))
      return CHECKING_SIGNS.has(node.operatorToken.kind) || SAME.has(node.operatorToken.kind);
    if (ts.isPrefixUnaryExpression(node)) return node.operator === ts.SyntaxKind.ExclamationToken;
    return ts.isCallExpression(node) && CHECKS.test(calledName(node));
  }
  return false;
}

const CHECKS =
  /isNaN|isFinite|isInteger|isSafeInteger|parse$|valid|assert|invariant|clamp|ensure|^(?:min|max|check\w*)$/i;
const CHECKING_SIGNS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
]);

/** What is only compared does no harm. */
const SAME: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);

/** Whether the function, or the route it belongs to, checks numbers or input anywhere. */
function isValidated(around: ts.Node, ancestors: readonly ts.Node[], text: string): boolean {
  if (
    /isNaN|isFinite|isInteger|isSafeInteger|\.test\(|safeParse|\bZ\w*\.parse\(|[sS]chema\w*\.parse\(|[vV]alidat|\.match\(/.test(
      text.slice(around.pos, around.end),
    )
  )
    return true;
  const route = ancestors[ancestors.lastIndexOf(around) - 1];
  return (
    route !== undefined &&
    ts.isCallExpression(route) &&
    route.arguments.some(
      (each) =>
        !ts.isFunctionLike(each) && /valid|schema|celebrate|check|\\d/i.test(text.slice(each.pos, each.end)),
    )
  );
}

/** Whether the variable is this number, with or without another that stands in for it. */
function isValueOf(node: ts.Node, { initializer }: ts.VariableDeclaration): boolean {
  if (initializer === undefined) return false;
  if (initializer === node) return true;
  return (
    (ts.isConditionalExpression(initializer) &&
      (initializer.whenTrue === node || initializer.whenFalse === node)) ||
    (ts.isBinaryExpression(initializer) && initializer.left === node)
  );
}

function isChecked(name: string, inside: ts.Node): boolean {
  let found = false;
  const isIt = (node: ts.Node | undefined): boolean =>
    node !== undefined && ts.isIdentifier(node) && node.text === name;
  const visit = (node: ts.Node): void => {
    if (found) return;
    if (ts.isCallExpression(node)) found = CHECKS.test(calledName(node)) && node.arguments.some(isIt);
    else if (ts.isPrefixUnaryExpression(node))
      found = node.operator === ts.SyntaxKind.ExclamationToken && isIt(node.operand);
    else if (ts.isBinaryExpression(node))
      found = CHECKING_SIGNS.has(node.operatorToken.kind) && (isIt(node.left) || isIt(node.right));
    else if (ts.isIfStatement(node)) found = isIt(node.expression);
    else if (ts.isConditionalExpression(node)) found = isIt(node.condition);
    if (!found) ts.forEachChild(node, visit);
  };
  visit(inside);
  return found;
}

/** Numbers of TypeScript and JavaScript that are read from a request and used as they come. */
export const numbersInCode: FactFinder = {
  words: ['req', 'ctx', 'searchParams', '@Param', '@Query', 'event.'],
  applies: ({ isTest, isSide, language, path }) =>
    !isTest &&
    !isSide &&
    !/(?:^|\/)mocks?\//.test(path) &&
    (language === 'typescript' || language === 'javascript'),
  visit: new Map([
    [ts.SyntaxKind.CallExpression, call],
    [ts.SyntaxKind.PrefixUnaryExpression, plus],
  ]),
};
