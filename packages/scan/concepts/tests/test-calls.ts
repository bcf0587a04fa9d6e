import * as ts from '../../syntax/typescript/view.ts';
import { wordSet } from '../../engine/words.ts';

/** A call that declares a test or a group of tests: `it('…', fn)`, `test.only.each(rows)('…', fn)`. */
export type TestCall = {
  readonly isGroup: boolean;
  readonly isFocused: boolean;
  readonly isSkipped: boolean;
  readonly title: string;
  /** What is run: a function, the name of one, or a call that makes one. */
  readonly body: ts.Expression;
};

const TESTS = wordSet('it fit xit test xtest specify xspecify');
const GROUPS = wordSet('describe fdescribe xdescribe context fcontext xcontext suite');
/** What may stand behind the first word without its meaning something else than a test. */
const WORDS = wordSet(`
  only skip todo each for concurrent sequential serial parallel failing fails shuffle describe it test
  fixme skipIf runIf`);

/** The words of what is called, calls in between left out: `it.only.each(…)` is it, only, each. */
export function calleeWords(node: ts.Expression): readonly string[] {
  const words: string[] = [];
  let at: ts.Expression = node;
  for (;;) {
    if (ts.isPropertyAccessExpression(at)) {
      words.push(at.name.text);
      at = at.expression;
    } else if (ts.isCallExpression(at) || ts.isElementAccessExpression(at)) at = at.expression;
    else if (ts.isNonNullExpression(at) || ts.isParenthesizedExpression(at)) at = at.expression;
    else if (ts.isAwaitExpression(at) || ts.isAsExpression(at)) at = at.expression;
    else if (ts.isTaggedTemplateExpression(at)) at = at.tag;
    else break;
  }
  words.push(ts.isThis(at) ? 'this' : ts.wordOf(at));
  return words.reverse();
}

export function testCall(node: ts.CallExpression): TestCall | undefined {
  const { expression } = node;
  // Most calls are none: told by the first word before anything is built.
  if (!mayBeTest(expression)) return undefined;
  const words = calleeWords(expression);
  const [root = '', ...rest] = words;
  const isSubtest = root === 't' && rest[0] === 'test';
  if (!isSubtest && !TESTS.has(root) && !GROUPS.has(root)) return undefined;
  if (!rest.every((word) => WORDS.has(word))) return undefined;
  const [first, ...more] = node.arguments;
  // A name may be the options: a function that is written out comes first.
  const body = more.find(ts.isFunction) ?? more.find(isRunnable);
  if (first === undefined || body === undefined || isRunnable(first)) return undefined;
  const options = more.find(ts.isObjectLiteralExpression);
  return {
    isGroup: GROUPS.has(root) || rest.includes('describe'),
    isFocused:
      /^f(?:it|describe|context)$/.test(root) ||
      rest.includes('only') ||
      ts.isTrue(ts.optionOf(options, 'only')),
    isSkipped:
      root.startsWith('x') ||
      rest.some((word) => /^(?:skip|fixme|todo)$/.test(word)) ||
      ts.isTrue(ts.optionOf(options, 'skip')),
    title: ts.isStringLiteralLike(first) ? first.text : ts.isTemplateExpression(first) ? first.head.text : '',
    body,
  };
}

function mayBeTest(node: ts.Expression): boolean {
  let at: ts.Expression = node;
  while (!ts.isIdentifier(at)) {
    if (ts.isPropertyAccessExpression(at)) {
      if (!WORDS.has(at.name.text)) return false;
      at = at.expression;
    } else if (ts.isCallExpression(at)) at = at.expression;
    else if (ts.isTaggedTemplateExpression(at)) at = at.tag;
    else return false;
  }
  return at.text === 't' || TESTS.has(at.text) || GROUPS.has(at.text);
}

function isRunnable(node: ts.Expression): boolean {
  if (ts.isFunction(node)) return true;
  return ts.isIdentifier(node) || (ts.isCallExpression(node) && !ts.isStringLiteralLike(node));
}

/** A function with nothing in it. */
export function isEmptyFunction(node: ts.Expression): boolean {
  return ts.isFunction(node) && ts.isBlock(node.body) && node.body.statements.length === 0;
}

/** Whether a test or group around it is not run: `test.skip('…')`, or `test.fixme();` as a statement of its own. */
export function isLeftOut(ancestors: readonly ts.Node[]): boolean {
  return ancestors.some((each) => {
    if (ts.isCallExpression(each)) return testCall(each)?.isSkipped === true;
    return (
      ts.isBlock(each) &&
      each.statements.some(
        (statement) =>
          ts.isExpressionStatement(statement) &&
          ts.isCallExpression(statement.expression) &&
          statement.expression.arguments.length === 0 &&
          /^(?:skip|fixme)$/.test(calleeWords(statement.expression.expression).at(-1) ?? ''),
      )
    );
  });
}
