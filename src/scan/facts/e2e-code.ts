import * as ts from '../parse/typescript.ts';

import type { FactFinder, FactWalk } from '../rule.ts';
import { isEmptyFunction, isLeftOut } from '../syntax/test-calls.ts';
import { isRecordData } from '../syntax/record-data.ts';
import { isEndToEnd, isEndToEndByName } from './e2e-files.ts';

function call(node: ts.CallExpression, walk: FactWalk): void {
  const name = ts.calledName(node);
  if (isSleep(name, node, walk) && !isMeant(node, walk))
    walk.flaw('E2E-001', node, 'the test waits for a time instead of for what it waits for');
  if (isEmptyTest(name, node) && !isLeftOut(walk.ancestors))
    walk.flaw('E2E-004', node, 'this test does nothing, and passes');
  if (!MOCKS.test(walk.file.path) && isStub(name, node, walk))
    walk.flaw('E2E-003', node, 'an answer of the own application is made up in an end-to-end test');
}

/** Somebody who switched the linter's rule off for this pause has thought of it. */
function isMeant(node: ts.Node, { file }: FactWalk): boolean {
  const start = node.getStart(file.source);
  return /no-(?:wait-for-timeout|unnecessary-waiting)/.test(file.text.slice(Math.max(0, start - 160), start));
}

/** Tests that say in their folder that they run without the application, or that only the interface is looked at. */
const MOCKS =
  /(?:^|\/)(?:[\w-]*(?:mock|stub)[\w-]*|a11y|accessibility|visual)\/|(?:mock|stub)[\w.-]*\.[cm]?[jt]sx?$/i;

function isSleep(name: string, node: ts.CallExpression, { file, ancestors }: FactWalk): boolean {
  const [first, second] = node.arguments;
  if (first === undefined || isPolling(ancestors)) return false;
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

function isStub(name: string, node: ts.CallExpression, { file, ancestors }: FactWalk): boolean {
  if (name === 'fulfill') {
    const route = ancestors.findLast(
      (each): each is ts.CallExpression => ts.isCallExpression(each) && ts.calledName(each) === 'route',
    );
    return (
      isGoodAnswer(node.arguments[0], /^(?:json|body|path)$/) &&
      !isForeign(route?.arguments[0], file.source) &&
      !isTextFile(route?.arguments[0]) &&
      !(route !== undefined && isAsked(route, file))
    );
  }
  if (name === 'intercept' && isOn(node, /^cy$/)) {
    const answer = node.arguments.at(-1);
    return (
      node.arguments.length > 1 &&
      (isGoodAnswer(answer, /^(?:body|fixture)$/) || isPlainBody(answer)) &&
      !node.arguments.some((each) => isForeign(each, file.source))
    );
  }
  const [mocked] = node.arguments;
  const isOwn = ts.isStringLiteralLike(mocked) && mocked.text.startsWith('.');
  // Whoever only writes about a browser in its texts is a test of something else.
  const isMocked = name === 'mock' && isOwn && isOn(node, /^(?:jest|vi)$/) && isEndToEndByName(file.path);
  return isMocked || name === 'setupServer';
}

/** The application was asked, and its answer is given on with a change. */
function isAsked({ pos, end }: ts.Node, { text }: { readonly text: string }): boolean {
  return /\.fetch\(/.test(text.slice(pos, end));
}

/** What may stand in the options of an answer or of what is waited for. */
const OPTIONS =
  /^(?:|body|fixture|statusCode|headers|delay|delayMs|throttleKbps|forceNetworkError|log|url|method|path|pathname|query|hostname|times|middleware|https|port|matchUrlAgainstPath|auth|req|res)$/;

/** `cy.intercept('GET', '/api/users', [{ id: 1 }])`: the answer itself, with none of the names of its options. */
function isPlainBody(node: ts.Expression | undefined): boolean {
  if (ts.isArrayLiteralExpression(node)) return isRecordData(node);
  const members = ts.isObjectLiteralExpression(node) ? node.properties : [];
  return (
    members.length > 0 &&
    members.every((each) => ts.isPropertyAssignment(each) && !OPTIONS.test(ts.keyOf(each.name)))
  );
}

/** An answer with content and no error: errors cannot be had from a healthy application. */
function isGoodAnswer(node: ts.Expression | undefined, content: RegExp): boolean {
  if (!ts.isObjectLiteralExpression(node)) return false;
  let hasContent = false;
  for (const each of node.properties) {
    const name = ts.wordOf(each.name);
    const isEmpty = ts.isPropertyAssignment(each) && ts.textOf(each.initializer) === '';
    if (content.test(name) && !isEmpty) hasContent = true;
    // The real answer with a change, or a file that a store of others would give.
    if (name === 'response' || (name === 'contentType' && !isOfApplication(each))) return false;
    if (!/^status(?:Code)?$/.test(name) || !ts.isPropertyAssignment(each)) continue;
    if (!ts.isNumericLiteral(each.initializer) || Number(each.initializer.text) >= 300) return false;
  }
  return hasContent;
}

function isOfApplication(node: ts.ObjectLiteralElementLike): boolean {
  return ts.isPropertyAssignment(node) && /json|html|plain/.test(ts.textOf(node.initializer) ?? '');
}

/** A text that is written by hand and shown as it is. */
function isTextFile(node: ts.Expression | undefined): boolean {
  return /\.(?:md|txt|svg|png)$/i.test(ts.textOf(node) ?? '');
}

/** Another server's address: what is not ours may be stood in for. */
function isForeign(node: ts.Expression | undefined, source: ts.SourceFile): boolean {
  if (node === undefined || ts.isObjectLiteralExpression(node) || ts.isFunctionLike(node)) return false;
  const text = node.getText(source);
  return /https?:\\?\/\\?\/(?!localhost|127\.|\$\{)|https:\/\/\$\{(?!base|app|own|origin)|\*\*?[./]?(?:[\w-]+\.)+(?:com|io|net|org|dev)\b|google|stripe|sentry|analytics/i.test(
    text,
  );
}

function variable(node: ts.VariableDeclaration, walk: FactWalk): void {
  if (!ts.isIdentifier(node.name)) return;
  // Tests of a server alone stand in for the servers of others that it asks.
  if (/\.e2e-spec\.[jt]s$/.test(walk.file.path) || MOCKS.test(walk.file.path)) return;
  if (
    /^(?:mock|fake)(?:Data|Response|[A-Z]\w*(?:s|Data|Response|List))$/.test(node.name.text) &&
    ts.isArrayLiteralExpression(node.initializer) &&
    isRecordData(node.initializer)
  )
    walk.flaw('E2E-003', node, `${node.name.text} is made-up data in an end-to-end test`);
}

const LOCAL = /^(?:\w+:\/\/)?(?:localhost|127\.0\.0\.1|0\.0\.0\.0):\d{2,5}/;
const GOES =
  /^(?:goto|visit|open|navigate|navigateTo|url|get|post|put|patch|delete|request|fetch|connect|waitForURL|newContext|launch)$/;

function text(node: ts.Node, walk: FactWalk): void {
  const written = (node as ts.StringLiteral | ts.TemplateHead).text;
  if (!LOCAL.test(written) || !isAddressHere(node, walk.ancestors)) return;
  walk.flaw('E2E-002', node, 'the address of the application is written into the test');
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
  words: [],
  applies: isEndToEnd,
  visit: new Map([
    ts.on(ts.isCallExpression, call),
    ts.on(ts.isVariableDeclaration, variable),
    [ts.SyntaxKind.StringLiteral, text],
    [ts.SyntaxKind.NoSubstitutionTemplateLiteral, text],
    [ts.SyntaxKind.TemplateHead, text],
  ]),
};
