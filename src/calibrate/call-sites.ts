import { typescript as ts } from '../../packages/scan/index.ts';

import { short } from './condition-sites.ts';
import type { PlantingPlace } from './kinds.ts';

/** Whose arguments may be swapped or left out without anything being wrong. */
const INDIFFERENT =
  /^(?:Math\.(?:min|max)|console\.\w+|Object\.is|expect|assert|test|it|describe|super|require|import)$/;

/** The same of whoever is called so, wherever it hangs. */
const INDIFFERENT_ANYWHERE =
  /(?:^|\.)(?:parseInt|setTimeout|JSON\.stringify|\w*(?:[eE]quals?|[sS]ame)(?![a-z])\w*)$/;

/** Calls that wait for nothing, get the wrong arguments, or hide what went wrong. */
export function callSites(node: ts.Node, isTest: boolean): readonly PlantingPlace[] {
  if (ts.isAwaitExpression(node)) return awaitSites(node, isTest);
  if (ts.isCatchClause(node)) return catchSites(node);
  if (isTest || !ts.isCallExpression(node)) return [];
  return argumentSites(node);
}

function awaitSites(node: ts.AwaitExpression, isTest: boolean): readonly PlantingPlace[] {
  const { expression, parent } = node;
  const said = short(expression.getText());
  const whole = { start: node.getStart(), end: node.getEnd() };
  const isReturned = ts.isReturnStatement(parent) || ts.isArrowFunction(parent);
  const dropped: readonly PlantingPlace[] = isReturned
    ? []
    : [{ kind: 'missing-await', ...whole, text: expression.getText(), what: `${said} is not awaited` }];
  if (isTest || !ts.isExpressionStatement(parent) || !ts.isCallExpression(expression)) return dropped;
  const { end } = whole;
  const what = `errors in ${said} are swallowed`;
  return [...dropped, { kind: 'swallowed-error', start: end, end, text: '.catch(() => undefined)', what }];
}

function catchSites({ block }: ts.CatchClause): readonly PlantingPlace[] {
  const [only, ...others] = block.statements;
  if (only === undefined || (others.length === 0 && isSwallowing(only))) return [];
  const what = 'the error that is caught is swallowed';
  return [{ kind: 'swallowed-error', start: block.getStart(), end: block.getEnd(), text: '{}', what }];
}

/** Nothing is done about the error there as it is. */
function isSwallowing(node: ts.Statement): boolean {
  if (ts.isContinueStatement(node) || ts.isBreakStatement(node)) return true;
  return ts.isReturnStatement(node) && /^(?:undefined|null)?$/.test(node.expression?.getText() ?? '');
}

function argumentSites(call: ts.CallExpression): readonly PlantingPlace[] {
  const { arguments: given, expression } = call;
  const name = expression.getText();
  if (INDIFFERENT.test(name) || INDIFFERENT_ANYWHERE.test(name)) return [];
  if (given.length < 2 || given.some(ts.isSpreadElement)) return [];
  return [...swapped(given, name), ...leftOut(given, name)];
}

function swapped(given: readonly ts.Expression[], name: string): readonly PlantingPlace[] {
  const at = given.findIndex((each, index) => {
    const next = given[index + 1];
    return next !== undefined && isPlain(each) && isPlain(next) && each.getText() !== next.getText();
  });
  const [first, second] = [given[at], given[at + 1]];
  if (first === undefined || second === undefined) return [];
  const between = first.getSourceFile().text.slice(first.getEnd(), second.getStart());
  const text = `${second.getText()}${between}${first.getText()}`;
  const what = `${first.getText()} and ${second.getText()} are passed to ${short(name)} in the wrong order`;
  return [{ kind: 'swapped-arguments', start: first.getStart(), end: second.getEnd(), text, what }];
}

function isPlain(node: ts.Expression): boolean {
  return ts.isIdentifier(node) || ts.isPropertyAccessExpression(node);
}

function leftOut(given: readonly ts.Expression[], name: string): readonly PlantingPlace[] {
  const [before, last] = given.slice(-2);
  if (before === undefined || last === undefined) return [];
  if (ts.isFunction(last) || last.getText() === 'undefined') return [];
  const what = `${short(name)} is called without its last argument ${short(last.getText())}`;
  return [{ kind: 'wrong-arity', start: before.getEnd(), end: last.getEnd(), text: '', what }];
}
