import * as ts from '../../syntax/typescript/view.ts';

import { importedAs } from '../../syntax/typescript/imported.ts';
import { remembered } from '../../syntax/typescript/remembered.ts';

/** Words that only things that fail a test are called by. */
const isStrong = remembered(
  /^_?(?:expect|assert|should|waitFor(?!Timeout|LoadState)|getBy|getAllBy|findBy|findAllBy|checkA11y|fail$|deepEqual|strictEqual|notEqual|rejects$|toMatch|toHave|toBe)|[sS]napshot|Expectations?$|(?:[a-z]|^_?)(?:Assert|Expect|Should)(?:[A-Z]|$)/,
);
/** Words that mean a check in the mouth of a test, and anything in that of the code it is for. */
const isWeak = remembered(/^(?:verify|ensure|check|validate|must|confirm|done$|test|run$)(?!box|out)/i);
/** What drives a page and finds things on it. */
const isPage = remembered(/^(?:page|locator|frame|browser|popup)$/i);
const isLikePage = remembered(/Page$|Locator$/);
const isFinding = remembered(/^(?:get|find)/);
/** Whoever checks on behalf of a test. */
const SPEAKERS =
  /page|screen|harness|robot|driver|actor|util|helper|mock|stub|sandbox|^(?:td|cy|this|nock|scope|axe|approvals|httpTestingController|http)$|tester|fixture/i;
const SUPPORT = /test|spec|support|fixture|helper|util|page|assert|expect|harness|mock|verif|check/i;

/** Whether a call is one that can fail the test it stands in, by what is called. */
export function isAssertion(
  node: ts.CallExpression,
  words: readonly string[],
  source: ts.SourceFile,
): boolean {
  const [root = ''] = words;
  if (root === 'cy') return isCypressCheck(node, words);
  if (words.some((word) => isStrong(word) && !(isFinding(word) && (isPage(root) || isLikePage(root)))))
    return true;
  // `import { strict } from 'assert'`
  if (/^(?:node:)?assert(?:\/strict)?$/.test(importedAs(source, root)?.from ?? '')) return true;
  const last = words.at(-1) ?? '';
  if (!isWeak(last)) return false;
  if (words.length > 1) return SPEAKERS.test(root);
  const imported = importedAs(source, last);
  return imported === undefined
    ? last === 'done' || !/^(?:test|run)/i.test(last)
    : SUPPORT.test(imported.from);
}

function isCypressCheck(node: ts.CallExpression, words: readonly string[]): boolean {
  const last = words.at(-1) ?? '';
  if (last === 'wait') return node.arguments[0] !== undefined && !ts.isNumericLiteral(node.arguments[0]);
  return words.some((word) =>
    /^(?:should|and|contains|find(?:All)?By|verify|check(?!$)|assert|expect)|[sS]napshot/.test(word),
  );
}

const EQUAL =
  /^(?:toBe|toEqual|toStrictEqual|equal|equals|eql|eq|deepEqual|deepStrictEqual|strictEqual|is|same|toMatchObject)$/;
const TRUE = /^(?:toBeTruthy|toBeTrue|toBeDefined|ok|true|exist|isTrue|isOk|truthy|exists)$/;
const FALSE = /^(?:toBeFalsy|toBeFalse|false|isFalse|isNotOk|notOk|falsy)$/;

/** A getter or a proxy may give another value the second time. */
export const ITSELF = 'a value is compared with itself';

const FAILS =
  /\bexpect\(\s*(?:false|0|null)\s*\)\.(?:toBeTruthy|toBe\(true|toEqual\(true|to\.be\.true)|\bexpect\(\s*true\s*\)\.(?:toBeFalsy|toBe\(false|toEqual\(false|to\.be\.false)|\bassert(?:\.ok)?\(\s*false|\b(?:assert|expect)\.fail\(|(?<![\w.])fail\(|\bthrow\b/;

/** `if (count === 1) expect(true).toBe(true); else expect(true).toBe(false);`: the other way the test fails. */
export function isOtherwiseFailed(
  node: ts.Node,
  { file, ancestors }: { readonly file: { readonly text: string }; readonly ancestors: readonly ts.Node[] },
): boolean {
  return ancestors.some((each) => {
    if (!ts.isIfStatement(each) || each.elseStatement === undefined) return false;
    const isElse = node.pos >= each.elseStatement.pos;
    const other = isElse ? each.thenStatement : each.elseStatement;
    return node.pos >= each.thenStatement.pos && FAILS.test(file.text.slice(other.pos, other.end));
  });
}

/** Why an assertion can never fail; undefined where it can. `constants`: what the test itself gave a name to. */
export function alwaysTrue(node: ts.Expression, constants: ReadonlyMap<string, string>): string | undefined {
  const matcher = ts.isCallExpression(node) ? node.expression : node;
  const [given] = ts.isCallExpression(node) ? node.arguments : [];
  if (ts.wordOf(matcher) === 'assert') return given === undefined ? undefined : whyTrue(given);
  if (!ts.isPropertyAccessExpression(matcher)) return undefined;
  const name = matcher.name.text;
  const subject = subjectOf(matcher.expression);
  if (subject !== undefined) return whyHolds(name, subject, given, constants);
  if (!/^(?:assert|t)$/.test(ts.wordOf(matcher.expression))) return undefined;
  if (!ts.isCallExpression(node) || given === undefined) return undefined;
  return whyHolds(name, given, node.arguments[1], constants);
}

/** What `expect(…)` is given, where nothing turns the answer round on the way. */
function subjectOf(node: ts.Expression): ts.Expression | undefined {
  let at = node;
  while (ts.isPropertyAccessExpression(at)) {
    if (/^(?:not|resolves|rejects)$/.test(at.name.text)) return undefined;
    at = at.expression;
  }
  return ts.isCallExpression(at) && ts.wordOf(at.expression) === 'expect' ? at.arguments[0] : undefined;
}

function whyHolds(
  matcher: string,
  subject: ts.Expression,
  given: ts.Expression | undefined,
  constants: ReadonlyMap<string, string>,
): string | undefined {
  if (/^(?:toBeGreaterThanOrEqual|least|gte)$/.test(matcher) && isLength(subject) && isZero(given))
    return 'a length is never below zero';
  if (TRUE.test(matcher)) return given === undefined || matcher !== 'is' ? whyTrue(subject) : undefined;
  if (FALSE.test(matcher)) return ts.isFalse(subject) ? 'false is always false' : undefined;
  if (!EQUAL.test(matcher) || given === undefined) return undefined;
  const left = literal(subject, constants);
  const right = literal(given, constants);
  if (left !== undefined && left === right) return 'a constant is compared with itself';
  if (ts.isTrue(given) && ts.isBinaryExpression(subject)) return whyTrue(subject);
  const path = pathOf(subject);
  return path !== undefined && path === pathOf(given) ? ITSELF : undefined;
}

function whyTrue(node: ts.Expression): string | undefined {
  if (ts.isTrue(node)) return 'true is always true';
  if (ts.isNumericLiteral(node)) return node.text === '0' ? undefined : 'a number is always defined';
  if (!ts.isBinaryExpression(node)) return undefined;
  const { left, right } = node;
  if (ts.isOperation(node, '||') && ts.isTrue(right)) return '"or true" is always true';
  if (ts.isOperation(node, '>=') && isLength(left) && isZero(right)) return 'a length is never below zero';
  if (!ts.isOperation(node, '===', '==')) return undefined;
  const none: ReadonlyMap<string, string> = new Map();
  const value = literal(left, none) ?? pathOf(left);
  return value !== undefined && value === (literal(right, none) ?? pathOf(right)) ? ITSELF : undefined;
}

function isLength(node: ts.Expression): boolean {
  return ts.isPropertyAccessExpression(node) && /^(?:length|size)$/.test(node.name.text);
}

function isZero(node: ts.Expression | undefined): boolean {
  return ts.isNumericLiteral(node) && node.text === '0';
}

/** A literal as a text, or the name of one. */
export function literal(node: ts.Expression, constants: ReadonlyMap<string, string>): string | undefined {
  if (ts.isTrue(node)) return 'true';
  if (ts.isFalse(node)) return 'false';
  if (ts.isNull(node)) return 'null';
  if (ts.isNumericLiteral(node)) return node.text;
  if (ts.isStringLiteralLike(node)) return JSON.stringify(node.text);
  return ts.isIdentifier(node) ? constants.get(node.text) : undefined;
}

/** `a.b.c` where nothing is called on the way: the same text is the same value. */
function pathOf(node: ts.Expression): string | undefined {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isThis(node)) return 'this';
  if (!ts.isPropertyAccessExpression(node)) return undefined;
  const of = pathOf(node.expression);
  return of === undefined ? undefined : `${of}.${node.name.text}`;
}
