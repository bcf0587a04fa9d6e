import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import type { Facts } from '../../engine/facts.ts';
import { dottedName } from '../../syntax/python/view.ts';
import { around, lineOf, nearestAround, within } from '../../syntax/tree-sitter/nodes.ts';
import * as ts from '../../syntax/typescript/view.ts';
import type { FactFinder, FactWalk, SyntaxFinder } from '../../engine/rule.ts';
import { functionName } from '../../syntax/typescript/scope.ts';
import { isLossName, isWrite } from './lost-writes.ts';
import { isShipped } from './where.ts';

declare module '../../engine/facts.ts' {
  interface Facts {
    readonly promises: PromiseFact[];
  }
}

/**
 * What a file shows of promises. Without types, a call gives a promise where its function is declared `async`, or where the
 * same call is awaited elsewhere. Names are the last two words of a call: `users.save`, `this.save`, `save`.
 */
export type PromiseFact =
  /** A function that runs asynchronously; `writes`: it waits for a write, and whoever calls it must see it fail. */
  | { readonly kind: 'async'; readonly name: string; readonly writes: boolean }
  | { readonly kind: 'awaited'; readonly name: string }
  /** A call as a statement in an asynchronous function, whose result nothing uses. */
  | {
      readonly kind: 'dropped';
      readonly name: string;
      readonly line: number;
      /** A `catch` around it looks as if it got the failure. */
      readonly inTry: boolean;
      /** By its words a query of Prisma, Drizzle or Mongoose, which is never sent unless somebody waits for it. */
      readonly isQuery?: true;
    }
  /** An asynchronous callback of something that does not wait for it. */
  | { readonly kind: 'unwaited'; readonly name: string; readonly line: number };

function add({ promises }: Facts, fact: PromiseFact): void {
  const isKnown =
    fact.kind !== 'dropped' && promises.some(({ kind, name }) => kind === fact.kind && name === fact.name);
  if (!isKnown || fact.kind === 'unwaited') promises.push(fact);
}

const nameOf = (words: string): string => words.split('.').slice(-2).join('.');

/** Work that is meant to go on by itself, and what is called when something has happened. */
const BACKGROUND = /^(?:start|run|watch|poll|schedule|listen|trigger|background|on)(?![a-z])/;

/** `this.users.save` as `users.save`; empty where it is called on anything but names. */
function calledAs({ expression }: ts.CallExpression): string {
  const words = ts.dotted(expression);
  if (ts.isThis(ts.ownerOf(expression))) return `this${words}`;
  return /^\.[^.]*$|\.$/.test(words) ? '' : nameOf(words);
}

function awaited(node: ts.AwaitExpression, { facts }: FactWalk): void {
  const call = ts.bare(node.expression);
  if (!ts.isCallExpression(call)) return;
  const name = calledAs(call);
  if (name !== '') add(facts, { kind: 'awaited', name });
}

function declared(node: ts.SignatureDeclaration, { facts, ancestors }: FactWalk): void {
  if (!ts.hasModifier(node, ts.SyntaxKind.AsyncKeyword) || !('body' in node) || node.body === undefined)
    return;
  const own = functionName(node, ancestors)?.split('.').at(-1) ?? '';
  if (own === '' || BACKGROUND.test(own)) return;
  // A method is only reached by the object it is of.
  const isMethod = ts.isMethodDeclaration(node) || ts.isPropertyDeclaration(ancestors.at(-1));
  const name = isMethod ? `this.${own}` : own;
  add(facts, { kind: 'async', name, writes: awaitsChange(node.body) });
}

/** Whether a body waits for a write whose failure it does not deal with itself. */
function awaitsChange(body: ts.Node): boolean {
  return ts.has(
    body,
    (each) => ts.isAwaitExpression(each) && ts.isCallExpression(each.expression) && isChange(each.expression),
    (each) => ts.isFunctionLike(each) || (ts.isTryStatement(each) && each.catchClause !== undefined),
  );
}

const SETS = /^(?:set|put|post|patch|unlink|rename)$/;

function isChange(call: ts.CallExpression): boolean {
  return isWrite(call) || isLossName(calledAs(call)) || SETS.test(ts.calledName(call));
}

const QUERY =
  /^(?:this\.)?(?:prisma\w*\.\w+\.\w+\(|(?:db|tx)\.(?:update|insert|delete)\(\w+\)\s*\.|[A-Z]\w*\.(?:update|delete|replace)(?:One|Many)\()/;

function isQuery(call: ts.CallExpression, { file: { source } }: FactWalk): boolean {
  return QUERY.test(call.getText(source)) && isWrite(call) && !ts.isFunction(call.arguments.at(-1));
}

function statement(node: ts.ExpressionStatement, walk: FactWalk): void {
  const { facts, ancestors, line } = walk;
  const call = ts.bare(node.expression);
  if (!ts.isCallExpression(call)) return;
  const query = isQuery(call, walk) ? { isQuery: true as const } : {};
  const name = calledAs(call) || (query.isQuery ? ts.calledName(call) : '');
  const owner = ancestors.findLastIndex(ts.isFunctionLike);
  const own = ancestors[owner];
  if (name === '' || own === undefined || !ts.hasModifier(own, ts.SyntaxKind.AsyncKeyword)) return;
  const inTry = ancestors.some(
    (each, at) =>
      at > owner &&
      ts.isTryStatement(each) &&
      each.catchClause !== undefined &&
      ancestors[at + 1] === each.tryBlock,
  );
  add(facts, { kind: 'dropped', name, line: line(node), inTry, ...query });
}

/** `rows.forEach(async (row) => { await … })`. */
function callback(node: ts.CallExpression, { facts, line }: FactWalk): void {
  const [given] = node.arguments;
  if (ts.calledName(node) !== 'forEach' || !ts.isFunction(given)) return;
  if (!ts.hasModifier(given, ts.SyntaxKind.AsyncKeyword)) return;
  if (awaitsChange(given.body)) add(facts, { kind: 'unwaited', name: 'forEach', line: line(node) });
}

/** Promises of TypeScript and JavaScript. */
export const promiseFacts: FactFinder = {
  applies: isShipped,
  visit: new Map([
    ts.on(ts.isAwaitExpression, awaited),
    ts.on(ts.isExpressionStatement, statement),
    ts.on(ts.isCallExpression, callback),
    ts.on(ts.isFunctionDeclaration, declared),
    ts.on(ts.isMethodDeclaration, declared),
    ts.on(ts.isArrowFunction, declared),
    ts.on(ts.isFunctionExpression, declared),
  ]),
};

const isAsync = (node: SyntaxNode): boolean => node.text.startsWith('async ');

/** Coroutines of Python: one that is called and not awaited never runs. */
export const coroutineFacts: SyntaxFinder = {
  language: 'python',
  applies: isShipped,
  find(root, facts) {
    for (const node of within(root, 'function_definition'))
      if (isAsync(node) && within(node, 'yield').length === 0) {
        const own = node.childForFieldName('name')?.text ?? '';
        const isMethod = nearestAround(node, /^(?:class|function)_definition$/)?.type === 'class_definition';
        add(facts, { kind: 'async', name: isMethod ? `this.${own}` : own, writes: true });
      }
    for (const call of within(root, 'call')) {
      const name = nameOf(dottedName(call.childForFieldName('function')) ?? '').replace(/^self\./, 'this.');
      if (name === '') continue;
      if (call.parent?.type === 'await') add(facts, { kind: 'awaited', name });
      const own = nearestAround(call, /^function_definition$/);
      if (call.parent?.type !== 'expression_statement' || own === undefined || !isAsync(own)) continue;
      const inTry = [...around(call)].some(({ type }) => type === 'try_statement');
      add(facts, { kind: 'dropped', name, line: lineOf(call), inTry });
    }
  },
};
