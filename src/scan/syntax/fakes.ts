import ts from 'typescript-api';

import { importedAs } from './imported.ts';
import type { TestsOfFile } from './open-tests.ts';
import { remembered } from './remembered.ts';
import { calleeWords } from './test-calls.ts';
import { unwrapped } from './pieces.ts';

const MAKERS = /^(?:vi|jest|sinon|td|mock|jasmine)$/;
const MADE =
  /^(?:fn|stub|spy|mock|mockDeep|func|object|createSpy|createSpyObj|createStubInstance|mocked|fake|createMockFromModule|replace|returns|resolves|rejects|mock[A-Z]\w*|and|returnValue|returnValues|resolveTo|callsFake)$/;
/** What prepares a fake, or asks it what happened, without calling it. */
const SETTING =
  /^(?:mock[A-Z]\w*|returns|resolves|rejects|callsFake|onCall|onFirstCall|withArgs|throws|calledWith|getCall|reset|restore|resetHistory|and|returnValue|callThrough|when|thenReturn)$/;
const BUILT_IN =
  /^(?:JSON|Object|Array|Promise|Math|Date|Number|String|Boolean|Map|Set|Symbol|console|structuredClone|BigInt|parseInt|parseFloat|RegExp)$/;
const speaks = remembered(/^(?:vi|jest|sinon|td|jasmine|expect|assert|sandbox)$/);
const isBuiltIn = remembered(BUILT_IN);

/** Whether an expression is something that only answers what it was told to. */
export function isFakeMade(node: ts.Expression, state: TestsOfFile): boolean {
  const inner = unwrapped(node);
  if (inner !== undefined) return isFakeMade(inner, state);
  if (ts.isIdentifier(node)) return state.fakes.has(node.text);
  if (ts.isObjectLiteralExpression(node)) {
    let fakes = 0;
    for (const each of node.properties) {
      if (ts.isShorthandPropertyAssignment(each)) {
        if (state.fakes.has(each.name.text)) fakes += 1;
        continue;
      }
      if (!ts.isPropertyAssignment(each)) return false;
      if (isFakeMade(each.initializer, state)) fakes += 1;
      else if (ts.isFunctionLike(each.initializer)) return false;
    }
    return fakes > 0;
  }
  if (!ts.isCallExpression(node)) return false;
  const words = calleeWords(node.expression);
  const [root = '', ...rest] = words;
  const isMade = MAKERS.test(root)
    ? rest.length > 0 || root === 'mock'
    : /^(?:createMock|mockDeep)$/.test(root);
  return isMade && rest.every((word) => MADE.test(word)) && !worksItself(node);
}

/** `vi.fn((x) => realThing(x))` is the real thing with a watcher. */
function worksItself(node: ts.CallExpression): boolean {
  let works = false;
  const visit = (each: ts.Node): void => {
    if (works) return;
    if (ts.isCallExpression(each) && !isBuiltIn(calleeWords(each.expression)[0] ?? '')) works = true;
    else ts.forEachChild(each, visit);
  };
  for (let at: ts.Expression = node; ;) {
    if (ts.isCallExpression(at)) {
      for (const each of at.arguments) if (ts.isFunctionLike(each)) ts.forEachChild(each, visit);
      at = at.expression;
    } else if (ts.isPropertyAccessExpression(at)) at = at.expression;
    else return works;
  }
}

/** `vi.mock('../service')`: whatever is imported from there is made up, unless the real one is taken in. */
export function learnFake(node: ts.CallExpression, words: readonly string[], state: TestsOfFile): void {
  if (words.length !== 2 || words[1] !== 'mock' || (words[0] !== 'vi' && words[0] !== 'jest')) return;
  const [module, factory] = node.arguments;
  if (module === undefined || !ts.isStringLiteralLike(module)) return;
  if (factory === undefined || !takesReal(factory)) state.replaced.add(module.text);
}

function takesReal(node: ts.Node): boolean {
  if (ts.isIdentifier(node))
    return /^(?:requireActual|importActual|importOriginal|actual|original)$/.test(node.text);
  return ts.forEachChild(node, (each) => takesReal(each) || undefined) ?? false;
}

/** Keeps in mind for the test at hand whether anything it calls is more than made up. */
export function judgeFakes(words: readonly string[], source: ts.SourceFile, state: TestsOfFile): void {
  const open = state.open.findLast(({ test }) => test !== undefined);
  if (open?.test === undefined || open.real) return;
  const [root = '', ...rest] = words;
  if (speaks(root) || isBuiltIn(root)) return;
  if (isFake(root, source, state)) {
    if (!rest.some((word) => SETTING.test(word))) open.test.isFakeOnly = true;
    return;
  }
  // A method of a text or a list that is written out.
  if ((root === '' && rest.length > 0) || (state.values.has(root) && rest.length > 0)) return;
  open.real = true;
  open.test.isFakeOnly = false;
}

function isFake(root: string, source: ts.SourceFile, state: TestsOfFile): boolean {
  if (state.fakes.has(root)) return true;
  const imported = importedAs(source, root);
  return imported !== undefined && state.replaced.has(imported.from);
}
