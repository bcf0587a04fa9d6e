import * as ts from '../../syntax/typescript/view.ts';

import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import { childrenOf, lineOf, nearestAround, within } from '../../syntax/tree-sitter/nodes.ts';
import { views } from '../../syntax/views.ts';
import type { FactFinder, FactWalk, SyntaxFinder } from '../../engine/rule.ts';
import type { Chosen } from './domain-values.ts';
import type { Facts } from '../../engine/facts.ts';

declare module '../../engine/facts.ts' {
  interface Facts {
    readonly transitions: TransitionFact[];
  }
}

/** What a project says of which state may follow which: `{ open: ['paid', 'cancelled'], paid: [] }`. */
export type TransitionFact = {
  readonly name: string;
  readonly moves: readonly { readonly from: Chosen; readonly to: readonly Chosen[]; readonly line: number }[];
  readonly line: number;
};

const NAME = /transition|allowed_?(?:next|moves?|status)|next_?stat|state_?machine|workflow|status_?flow/i;

function chosen(node: ts.Node): Chosen | undefined {
  const inner = ts.isExpression(node) ? ts.bare(node) : node;
  if (ts.isStringLiteralLike(inner)) return { value: inner.text };
  if (!ts.isPropertyAccessExpression(inner) || !ts.isIdentifier(inner.expression)) return undefined;
  return { value: inner.name.text, ofEnum: inner.expression.text };
}

function keyOf(name: ts.PropertyName): Chosen | undefined {
  if (ts.isIdentifier(name) || ts.isStringLiteral(name)) return { value: name.text };
  return ts.isComputedPropertyName(name) ? chosen(name.expression) : undefined;
}

/** `['a', 'b']`, `new Set(['a'])`. */
function listOf(node: ts.Expression): readonly Chosen[] | undefined {
  const inner = ts.bare(node);
  if (ts.isNewExpression(inner)) {
    const [first] = inner.arguments ?? [];
    return first === undefined ? [] : listOf(first);
  }
  if (!ts.isArrayLiteralExpression(inner)) return undefined;
  const values = inner.elements.map(chosen);
  return values.every((each) => each !== undefined) ? values : undefined;
}

function declared(node: ts.Node, walk: FactWalk): void {
  if (!ts.isVariableDeclaration(node) && !ts.isPropertyDeclaration(node)) return;
  if (!ts.isIdentifier(node.name) || node.initializer === undefined || !NAME.test(node.name.text)) return;
  let value = ts.bare(node.initializer);
  // `Object.freeze({…})`
  if (ts.isCallExpression(value) && value.arguments[0] !== undefined) value = ts.bare(value.arguments[0]);
  if (!ts.isObjectLiteralExpression(value)) return;
  const moves: TransitionFact['moves'][number][] = [];
  for (const each of value.properties) {
    if (!ts.isPropertyAssignment(each)) return;
    const from = keyOf(each.name);
    const to = listOf(each.initializer);
    if (from === undefined || to === undefined) return;
    moves.push({ from, to, line: walk.line(each) });
  }
  if (moves.length >= 2) walk.facts.transitions.push({ name: node.name.text, moves, line: walk.line(node) });
}

/** Tables of transitions in TypeScript and JavaScript. */
export const transitionFacts: FactFinder = {
  applies: ({ isTest, isSide }) => !isTest && !isSide,
  visit: new Map([
    [ts.SyntaxKind.VariableDeclaration, declared],
    [ts.SyntaxKind.PropertyDeclaration, declared],
  ]),
};

const CHOSEN = /"([\w -]+)"|'([\w -]+)'|\b([A-Z]\w*)\.(\w+)/g;

function chosenIn(text: string): readonly Chosen[] {
  return [...text.matchAll(CHOSEN)].map((found) => {
    const value = found[1] ?? found[2];
    return value === undefined ? { value: found[4] ?? '', ofEnum: found[3] ?? '' } : { value };
  });
}

/** A table in one statement, as far as each line of it begins with a state. */
function add(name: string, pairs: readonly SyntaxNode[], at: SyntaxNode, facts: Facts): void {
  const moves = pairs.flatMap((pair) => {
    const [from, ...to] = chosenIn(pair.text.replaceAll(/\b(?:List|HashSet|IReadOnly\w+)<[^>]*>/g, ''));
    return from === undefined ? [] : [{ from, to, line: lineOf(pair) }];
  });
  if (moves.length >= 2 && moves.length === pairs.length)
    facts.transitions.push({ name, moves, line: lineOf(at) });
}

const INSIDE =
  /^(?:function_definition|method_declaration|constructor_declaration|accessor_declaration|local_function_statement)$/;

/** Tables of transitions in Python and C#. */
export const transitionsInOthers: readonly SyntaxFinder[] = [views.python, views.csharp].map((view) => ({
  language: view.language,
  applies: ({ isTest, isSide }) => !isTest && !isSide,
  find(root, facts) {
    for (const set of within(root, ...view.declares))
      for (const [{ text: name }, value] of view.assigned(set)) {
        if (!NAME.test(name) || nearestAround(set, INSIDE) !== undefined) continue;
        const table = value.type === 'dictionary' ? value : within(value, 'initializer_expression')[0];
        const pairs = childrenOf(table ?? null).filter(({ type }) => type !== 'comment');
        add(name, pairs, set, facts);
      }
  },
}));
