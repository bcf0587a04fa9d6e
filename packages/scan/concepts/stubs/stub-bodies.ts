import * as ts from '../../syntax/typescript/view.ts';

import type { StubKind } from './typescript.ts';
import { areRows } from '../mock/record-data.ts';
import { COUNTED, promisesFigures, SET } from './written-answers.ts';

/** Calls that make an answer, say something, or only look at what was sent. */
const ANSWERS =
  /^(?:json|send|status|sendStatus|end|code|type|header|setHeader|set|jsonp|log|info|warn|error|debug|trace|toString|String|Number|parse|safeParse|trim|text|formData)$/;
/** Names that stand for nothing outside. */
const PLAIN =
  /^(?:res|req|request|response|reply|ctx|context|c|_|console|logger|NextResponse|Response|HttpStatus|undefined|Date|JSON|Error|String|Number|HttpException|NotImplementedException|NotImplementedError)$/;
/** What those who stand before a handler leave for it. */
const LEFT = /\.(?:user|file|files|session|locals|auth|state|cookies)\b/;
const NOT_MADE =
  /not\s+(?:yet\s+)?implemented|unimplemented|\bto-?do\b|this action (?:adds|returns|updates|removes)/i;

/** What a handler does not do; undefined where it does something, or may. */
export function stubIn(
  body: ts.FunctionLikeDeclaration,
  source: ts.SourceFile,
  { isChange, path }: { readonly isChange: boolean; readonly path: string },
): StubKind | undefined {
  const inner = body.body;
  if (inner === undefined || inner.end - inner.pos > 1_500) return undefined;
  const text = inner.getText(source);
  const seen: Seen = { isBusy: false, isThrown: false, values: [], statuses: [] };
  const locals = new Set(body.parameters.flatMap(({ name }) => ts.boundNames(name)));
  look(inner, seen, locals);
  if (seen.isBusy) return undefined;
  if (NOT_MADE.test(text) || /NotImplemented/.test(text) || seen.statuses.includes(501))
    return 'not implemented';
  if (LEFT.test(text)) return undefined;
  // What is refused before is no answer to what is taken.
  const last = withoutGuards(inner, locals);
  if (last.isThrown || last.statuses.some((status) => status >= 300)) return undefined;
  if (isChange) return 'fixed answer';
  if (seen.isThrown || seen.statuses.some((status) => status >= 300)) return undefined;
  const value = ts.isBlock(inner) ? answerOf(inner) : answered(inner);
  if (value === undefined) return undefined;
  if (isEmpty(value)) return 'empty answer';
  return isFigures(value, promisesFigures(path)) || areRows(value) ? 'written figures' : undefined;
}

/** What a body answers once it has let a request through. */
function withoutGuards(body: ts.ConciseBody, locals: Set<string>): Seen {
  const seen: Seen = { isBusy: false, isThrown: false, values: [], statuses: [] };
  const statements = ts.isBlock(body) ? body.statements : [body];
  for (const each of statements)
    if (!ts.isIfStatement(each) || each.elseStatement !== undefined) look(each, seen, locals);
  return seen;
}

/** `{ total: 12, taken: 3 }`: counts that somebody wrote out, not what is set: no limits, versions or sizes. */
function isFigures(node: ts.Expression, isPromised: boolean): boolean {
  if (!ts.isObjectLiteralExpression(node) || node.properties.length === 0) return false;
  const keys: string[] = [];
  for (const each of node.properties) {
    if (!ts.isPropertyAssignment(each) || !ts.isIdentifier(each.name)) return false;
    if (!ts.isNumericLiteral(each.initializer) || Number(each.initializer.text) <= 0) return false;
    keys.push(each.name.text);
  }
  return isPromised || (keys.some((key) => COUNTED.test(key)) && !keys.some((key) => SET.test(key)));
}

type Seen = {
  isBusy: boolean;
  isThrown: boolean;
  readonly values: ts.Expression[];
  readonly statuses: number[];
};

/** Looks for anything that reaches outside or computes. */
function look(node: ts.Node, seen: Seen, locals: Set<string>): void {
  if (seen.isBusy) return;
  if (ts.isVariableDeclaration(node)) for (const name of ts.boundNames(node.name)) locals.add(name);
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) called(node, seen);
  if (ts.isThrowStatement(node)) seen.isThrown = true;
  if (isWork(node)) seen.isBusy = true;
  if (ts.isIdentifier(node) && !locals.has(node.text) && !PLAIN.test(node.text)) seen.isBusy = true;
  ts.forEachChild(node, (each) => {
    const isKey =
      (ts.isPropertyAccessExpression(node) && each === node.name) ||
      (ts.isPropertyAssignment(node) && each === node.name) ||
      (ts.isBindingElement(node) && each === node.propertyName) ||
      ts.isTypeNode(each);
    if (!isKey) look(each, seen, locals);
  });
}

function called(node: ts.CallExpression | ts.NewExpression, seen: Seen): void {
  const name = ts.calledName(node);
  if (ts.isCallExpression(node) && !ANSWERS.test(name)) seen.isBusy = true;
  if (ts.isNewExpression(node) && !PLAIN.test(name)) seen.isBusy = true;
  for (const each of node.arguments ?? []) if (/^(?:status|sendStatus|code)$/.test(name)) status(each, seen);
  for (const [, value] of ts.valuesOf(node.arguments?.[1])) status(value, seen);
}

function status(node: ts.Expression, seen: Seen): void {
  if (ts.isNumericLiteral(node)) seen.statuses.push(Number(node.text));
  // A status by name: only what says that all is well lets it count as an answer.
  else if (
    ts.isPropertyAccessExpression(node) &&
    !/^(?:OK|CREATED|ACCEPTED|NO_CONTENT)$/.test(node.name.text)
  )
    seen.statuses.push(/NOT_IMPLEMENTED/.test(node.name.text) ? 501 : 400);
}

function isWork(node: ts.Node): boolean {
  if (ts.isIterationStatement(node) || ts.isFunctionLike(node) || ts.isTemplateExpression(node)) return true;
  if (ts.isYieldExpression(node) || ts.isDeleteExpression(node) || ts.isPostfixUnaryExpression(node))
    return true;
  return ts.isBinaryExpression(node) && !ts.isOperation(node, '===', '!==', '||', '&&', '??');
}

/** The one thing a body gives back. */
function answerOf({ statements }: ts.Block): ts.Expression | undefined {
  const [only, ...more] = statements;
  if (only === undefined || more.length > 0) return undefined;
  const value = ts.isReturnStatement(only) || ts.isExpressionStatement(only) ? only.expression : undefined;
  return value === undefined ? undefined : answered(value);
}

/** `res.json(x)` and `NextResponse.json(x)` give `x` back. */
function answered(node: ts.Expression): ts.Expression {
  const isAnswer =
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    /^(?:json|send)$/.test(node.expression.name.text);
  const first = isAnswer ? node.arguments[0] : undefined;
  return first ?? node;
}

function isEmpty(node: ts.Expression): boolean {
  if (ts.isArrayLiteralExpression(node)) return node.elements.length === 0;
  if (!ts.isObjectLiteralExpression(node)) return false;
  const values = node.properties.map((each) =>
    ts.isPropertyAssignment(each) ? each.initializer : undefined,
  );
  const isNothing = (each: ts.Expression | undefined): boolean =>
    each !== undefined &&
    (isEmpty(each) ||
      /^(?:0|null|''|"")$/.test(ts.isNumericLiteral(each) ? each.text : ts.isNull(each) ? 'null' : '?'));
  return values.every(isNothing) && values.some((each) => ts.isArrayLiteralExpression(each));
}
