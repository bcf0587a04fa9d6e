import * as ts from '../../syntax/typescript/view.ts';

import type { FactFinder, FactWalk } from '../../engine/rule.ts';
import { alwaysTrue, isAssertion, isOtherwiseFailed, ITSELF, literal } from './assertions.ts';
import { type OpenTest, proven, testsOf, TYPE_TEST } from './open-tests.ts';
import { sleepIn } from './sleeps.ts';
import { calleeWords, isEmptyFunction, isLeftOut, testCall } from './test-calls.ts';

declare module '../../engine/facts.ts' {
  interface Facts {
    readonly tests: TestFact[];
    readonly helpers: HelperFact[];
    readonly testFlaws: TestFlawFact[];
  }
}

/** A function of a test file: whether it asserts something itself, and by what names it calls others. */
export type HelperFact = {
  readonly name: string;
  readonly asserts: boolean;
  /** `name` for a function, `.name` for a member of something; empty where it asserts something itself. */
  readonly calls: readonly string[];
};

/** The name under which what runs after every test is kept. */
export const AFTER_EACH = 'afterEach';

export type TestFact = {
  readonly title: string;
  readonly line: number;
  readonly lastLine: number;
  readonly asserts: boolean;
  readonly calls: readonly string[];
};

/** What is wrong with a test that one sees in its own file. */
export type TestFlawFact = {
  readonly kind: 'always true' | 'focused' | 'skipped' | 'empty' | 'sleep';
  readonly line: number;
  readonly what: string;
};

/** Where tests are run from, as against what they are run with. */
const RUN =
  /(?:[._-](?:test|tests|spec|cy|e2e|e2e-spec|integration|unit)|(?:^|\/)(?:__tests__|tests?|specs?|e2e|cypress|playwright|integration)\/(?!(?:.*\/)?(?:fixtures|mocks|__mocks__|__fixtures__)\/).*)\.[cm]?[jt]sx?$/i;

const NONE: ReadonlyMap<string, string> = new Map();

function call(node: ts.CallExpression, walk: FactWalk): void {
  const state = testsOf(walk.file.source);
  state.at(node.pos);
  const test = state.isRun(walk.file.path, RUN) ? testCall(node) : undefined;
  if (test !== undefined) return declared(node, test, walk);
  // Looked at by all that follow: a test file has little else than calls.
  const words = calleeWords(node.expression);
  const command = words[0] === 'Cypress' ? commandName(node, words) : hookName(words);
  const made = node.arguments.at(-1);
  if (command !== undefined && made !== undefined) helper(command, made, walk);
  if (words[0] === 'cy' && words.at(-1) === 'wait') sleeping(node, walk);
  if (state.open.length === 0) return;
  const isCheck = isAssertion(node, words, walk.file.source) || isGiven(state.given, words, node);
  if (isCheck) for (const each of state.open) proven(each);
  else if (state.open.some(({ fact }) => !fact.asserts)) addCalls(calledNames(node), state.open);
  if (isCheck) alwaysTrueAt(node, node, walk);
}

/** Titles of tests that ask for a value twice on purpose. */
const ASKED_TWICE = /\b(?:same|stable|identical|identity|cache[sd]?|memo\w*|referential\w*|singleton)\b/i;

function alwaysTrueAt(node: ts.Node, asserted: ts.Expression, walk: FactWalk): void {
  const state = testsOf(walk.file.source);
  const what = alwaysTrue(asserted, state.constants);
  if (what === undefined || isOtherwiseFailed(node, walk)) return;
  // The compiler checks what stands in such a file, and a runner wants one test in every file.
  if (what !== ITSELF && state.hasTypeTests(walk.file.text)) return;
  if (what === ITSELF && ASKED_TWICE.test(state.open.at(-1)?.test?.title ?? '')) return;
  flaw('always true', node, walk, what);
}

function addCalls(names: readonly string[], open: readonly OpenTest[]): void {
  for (const { fact } of open)
    if (!fact.asserts) for (const name of names) if (!fact.calls.includes(name)) fact.calls.push(name);
}

function flaw(kind: TestFlawFact['kind'], node: ts.Node, walk: FactWalk, what: string | undefined): void {
  if (what !== undefined) walk.facts.testFlaws.push({ kind, line: walk.line(node), what });
}

function declared(
  node: ts.CallExpression,
  test: NonNullable<ReturnType<typeof testCall>>,
  walk: FactWalk,
): void {
  const state = testsOf(walk.file.source);
  const what = test.isGroup ? 'group' : 'test';
  if (test.isFocused) flaw('focused', node, walk, what);
  if (test.isSkipped) {
    const isTodo = calleeWords(node.expression).includes('todo');
    if (!isTodo && !isConditional(walk.ancestors)) flaw('skipped', node, walk, what);
  }
  if (test.isGroup) return;
  if (isEmptyFunction(test.body)) {
    if (!test.isSkipped && !isLeftOut(walk.ancestors)) flaw('empty', node, walk, test.title);
    return;
  }
  if (test.isSkipped) return;
  const { body } = test;
  const fact = {
    title: test.title,
    line: walk.line(node),
    lastLine: walk.file.source.getLineAndCharacterOfPosition(body.end).line + 1,
    asserts: state.hasTypeTests(walk.file.text) && isTypeTest(walk.file.text, body),
    calls: ts.isIdentifier(body) ? [body.text] : [],
  };
  walk.facts.tests.push(fact);
  if (!ts.isIdentifier(body)) state.open.push({ end: body.end, fact, test: fact });
  const parameter = ts.isFunction(body) ? body.parameters[0]?.name : undefined;
  state.given = ts.wordOf(parameter);
  state.constants.clear();
}

/** The compiler is what checks it. */
function isTypeTest(text: string, body: ts.Node): boolean {
  const at = text.indexOf(TYPE_TEST, body.pos);
  return at >= 0 && at < body.end;
}

/** Under an `if` or a `?`, a test is left out for a reason that is written there. */
function isConditional(ancestors: readonly ts.Node[]): boolean {
  return ancestors.some((node) => ts.isIfStatement(node) || ts.isConditionalExpression(node));
}

/** `Cypress.Commands.add('login', fn)`. */
function commandName(node: ts.CallExpression, words: readonly string[]): string | undefined {
  return words[1] === 'Commands' ? ts.textOf(node.arguments[0]) : undefined;
}

/** What is run after every test may check for all of them. */
function hookName(words: readonly string[]): string | undefined {
  return words.at(-1) === AFTER_EACH ? AFTER_EACH : undefined;
}

/** `t.is(…)` and `done()`: what the runner handed to the test. */
function isGiven(given: string, words: readonly string[], node: ts.CallExpression): boolean {
  if (given === '') return false;
  if (/^(?:done|cb|callback|next|end|finish)$/.test(given)) return calledNames(node).includes(given);
  if (!/^(?:t|tc|tap|assert)$/.test(given)) return false;
  return (
    words[0] === given && !/^(?:test|mock|before|after|plan|log|diagnostic|teardown)/.test(words[1] ?? '')
  );
}

/** What a call calls, and the functions it hands on: `then(expectUser)`. */
function calledNames(node: ts.CallExpression): readonly string[] {
  return [node.expression, ...node.arguments].flatMap((each) => {
    if (ts.isPropertyAccessExpression(each)) return [`.${each.name.text}`];
    return ts.isIdentifier(each) ? [each.text] : [];
  });
}

function helper(name: string, node: ts.Node, { file, facts }: FactWalk): void {
  const fact = { name, asserts: false, calls: [] };
  facts.helpers.push(fact);
  testsOf(file.source).open.push({ end: node.end, fact, test: undefined });
}

function named(node: ts.Node, walk: FactWalk): void {
  const state = testsOf(walk.file.source);
  state.at(node.pos);
  const { name } = node as { readonly name?: ts.Node };
  if (ts.isIdentifier(name)) helper(name.text, node, walk);
  else if (ts.isFunctionDeclaration(node)) helper('default', node, walk);
}

function variable({ name, initializer, pos }: ts.VariableDeclaration, walk: FactWalk): void {
  if (initializer === undefined) return;
  const state = testsOf(walk.file.source);
  state.at(pos);
  if (!ts.isIdentifier(name)) return;
  if (ts.isFunction(initializer)) return helper(name.text, initializer, walk);
  const text = literal(initializer, NONE);
  const list = walk.ancestors.at(-1);
  const isConst = list !== undefined && (list.flags & ts.NodeFlags.Const) !== 0;
  if (text !== undefined && isConst && state.open.at(-1)?.test !== undefined)
    state.constants.set(name.text, text);
}

function assigned(node: ts.Node, walk: FactWalk): void {
  if (ts.isOperation(node, '=')) testsOf(walk.file.source).constants.delete(ts.wordOf(node.left));
}

/** A test that throws by itself or waits for what it was promised. */
function failing(node: ts.Node, walk: FactWalk): void {
  const state = testsOf(walk.file.source);
  state.at(node.pos);
  const isPromise = ts.isNewExpression(node) && ts.wordOf(node.expression) === 'Promise';
  const isWaiting = isPromise && !walk.file.text.slice(node.pos, node.end).includes('setTimeout');
  if (ts.isThrowStatement(node) || isWaiting) for (const each of state.open) proven(each);
}

/** `value.should.be.true`, `expect(value).to.be.true`: properties that are read and fail. */
function statement(node: ts.Node, walk: FactWalk): void {
  if (!ts.isExpressionStatement(node) || !ts.isPropertyAccessExpression(node.expression)) return;
  const state = testsOf(walk.file.source);
  state.at(node.pos);
  if (calleeWords(node.expression).includes('should')) for (const each of state.open) proven(each);
  alwaysTrueAt(node, node.expression, walk);
}

function sleeping(node: ts.Node, walk: FactWalk): void {
  const state = testsOf(walk.file.source);
  if (!state.isRun(walk.file.path, RUN)) return;
  flaw('sleep', node, walk, sleepIn(node, walk));
}

/** Tests of TypeScript and JavaScript, the functions they may leave their assertions to, and what is wrong with them. */
export const testFacts: FactFinder = {
  applies: ({ isTest, path }) => isTest || /test|spec|cypress|e2e|assert|expect/i.test(path),
  visit: new Map([
    ts.on(ts.isCallExpression, call),
    [ts.SyntaxKind.FunctionDeclaration, named],
    [ts.SyntaxKind.MethodDeclaration, named],
    ts.on(ts.isVariableDeclaration, variable),
    [ts.SyntaxKind.BinaryExpression, assigned],
    [ts.SyntaxKind.NewExpression, failing],
    [ts.SyntaxKind.ThrowStatement, failing],
    [ts.SyntaxKind.ExpressionStatement, statement],
    [ts.SyntaxKind.AwaitExpression, sleeping],
  ]),
};
