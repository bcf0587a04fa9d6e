import * as ts from '../../syntax/typescript/view.ts';

import type { FactFinder, FactWalk } from '../../engine/rule.ts';
import { isEmptyFunction, isLeftOut, testCall } from './test-calls.ts';
import { isEndToEnd, saysAbsence } from './e2e-files.ts';

function call(node: ts.CallExpression, walk: FactWalk): void {
  const name = ts.calledName(node);
  const isWait = isSleep(name, node, walk) && !isMeant(node, walk) && !isBeforeAbsence(node, walk);
  if (isWait && !walk.file.isSide && !isLeftOut(walk.ancestors))
    walk.flaw('E2E-001', node, 'the test waits a fixed time instead of waiting for a condition');
  if (isEmptyTest(name, node) && !isLeftOut(walk.ancestors))
    walk.flaw('E2E-004', node, 'this test does nothing, and passes');
}

/** Somebody who switched the linter's rule off for this pause has thought of it. */
function isMeant(node: ts.Node, { file }: FactWalk): boolean {
  const start = node.getStart(file.source);
  return /no-(?:wait-for-timeout|unnecessary-waiting)/.test(file.text.slice(Math.max(0, start - 160), start));
}

/** What must not happen offers no condition to wait for: the next assertion says that something is not there. */
function isBeforeAbsence(node: ts.Node, { ancestors, file }: FactWalk): boolean {
  const later: string[] = [];
  for (const [at, each] of [...ancestors.entries()].toReversed()) {
    if (ts.isBlock(each))
      for (const one of each.statements) if (one.pos >= node.end) later.push(one.getText(file.source));
    // A step of a test is part of it; a test, and a function with a name, end by themselves.
    const call = ts.isFunctionLike(each) ? ancestors[at - 1] : undefined;
    if (ts.isFunctionLike(each) && !(ts.isCallExpression(call) && testCall(call) === undefined)) break;
  }
  return saysAbsence(later);
}

function isSleep(name: string, node: ts.CallExpression, { file, ancestors }: FactWalk): boolean {
  const [first, second] = node.arguments;
  if (first === undefined || isPolling(ancestors) || isShort(name === 'setTimeout' ? second : first))
    return false;
  if (name === 'waitForTimeout') return true;
  if (name === 'wait') return isOn(node, /^cy$/) && isTime(first);
  if (name === 'pause') return isOn(node, /^(?:browser|driver|page)$/) && isTime(first);
  // A server that is made for a test may be slow on purpose.
  if (!/(?:spec|test|e2e|cy)\.\w+$|_spec\.js$/.test(file.path)) return false;
  if (/^(?:sleep|delay|waitMs)$/.test(name)) return isTime(first);
  // `new Promise((resolve) => setTimeout(resolve, 500))`; one that rejects is a limit.
  return (
    name === 'setTimeout' && /^(?:r|res|resolve|done|ok|f)$/.test(ts.wordOf(first)) && second !== undefined
  );
}

/** Too short to make a test slow, and to let anything but the next tick happen. */
function isShort(time: ts.Node | undefined): boolean {
  return time !== undefined && ts.isNumericLiteral(time) && Number(time.text) <= 200;
}

function isTime(node: ts.Expression): boolean {
  return (
    ts.isNumericLiteral(node) ||
    ts.isBinaryExpression(node) ||
    (ts.isIdentifier(node) && !/alias/i.test(node.text))
  );
}

function isOn(node: ts.CallExpression, name: RegExp): boolean {
  const on = ts.calledOn(node);
  return on !== undefined && name.test(ts.wordOf(ts.rootOf(on)));
}

/** A pause between two looks is how one waits for something; a helper that only pauses is judged where it is called. */
function isPolling(ancestors: readonly ts.Node[]): boolean {
  return ancestors.some(
    (node) =>
      ts.isIterationStatement(node) || (ts.isPropertyAccessExpression(node) && node.name.text === 'race'),
  );
}

/** `test('…', async () => {})`; what is marked as to be written later says so itself. */
function isEmptyTest(name: string, node: ts.CallExpression): boolean {
  if (name !== 'test' && name !== 'it' && name !== 'only') return false;
  const body = node.arguments.at(-1);
  return body !== undefined && ts.isStringLiteralLike(node.arguments[0]) && isEmptyFunction(body);
}

const LOCAL = /^(?:\w+:\/\/)?(?:localhost|127\.0\.0\.1|0\.0\.0\.0):\d{2,5}/;
const GOES =
  /^(?:goto|visit|open|navigate|navigateTo|url|get|post|put|patch|delete|request|fetch|connect|waitForURL|newContext|launch)$/;

function text(node: ts.Node, walk: FactWalk): void {
  const written = (node as ts.StringLiteral | ts.TemplateHead).text;
  if (!LOCAL.test(written) || !isAddressHere(node, walk.ancestors)) return;
  walk.flaw('E2E-002', node, 'the address of the application is hard-coded in the test');
}

/** Whether an address is gone to, or kept under a name to be gone to; one that stands in for a missing setting is not. */
function isAddressHere(node: ts.Node, ancestors: readonly ts.Node[]): boolean {
  for (let at = ancestors.length - 1; at >= 0; at -= 1) {
    const each = ancestors[at];
    if (each === undefined) return false;
    if (
      ts.isBinaryExpression(each) ||
      ts.isConditionalExpression(each) ||
      ts.isParameter(each) ||
      ts.isBindingElement(each)
    )
      return false;
    if (ts.isCallExpression(each))
      return GOES.test(ts.calledName(each)) && each.arguments[0] === (ancestors[at + 1] ?? node);
    if (ts.isPropertyAssignment(each))
      return /^(?:url|baseUrl|apiUrl|server|host)$/i.test(ts.wordOf(each.name));
    if (ts.isVariableDeclaration(each) || ts.isPropertyDeclaration(each))
      return ts.isIdentifier(each.name) && isNameOfAddress(each.name.text);
    if (ts.isBlock(each) || ts.isFunctionLike(each)) return false;
  }
  return false;
}

function isNameOfAddress(name: string): boolean {
  return /url|base|host|origin|endpoint|server|address/i.test(name) && !/default|fallback/i.test(name);
}

/** What is wrong with end-to-end tests of TypeScript and JavaScript. */
export const endToEndInCode: FactFinder = {
  applies: isEndToEnd,
  visit: new Map([
    ts.on(ts.isCallExpression, call),
    [ts.SyntaxKind.StringLiteral, text],
    [ts.SyntaxKind.NoSubstitutionTemplateLiteral, text],
    [ts.SyntaxKind.TemplateHead, text],
  ]),
};
