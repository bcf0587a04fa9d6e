import * as ts from '../../syntax/typescript/view.ts';

import type { FactFinder, FactWalk } from '../../engine/rule.ts';
import type { Facts } from '../../engine/facts.ts';

declare module '../../engine/facts.ts' {
  interface Facts {
    readonly functions: FunctionFact[];
  }
}

/**
 * A function that does some work. `shape` is a number made of the signs in its text, which stay the same however names
 * are chosen: functions of different shapes are different, those of one shape are worth comparing.
 */
export type FunctionFact = {
  readonly name: string;
  readonly shape: number;
  /** Where its parameters begin, where they end, where its body begins, and where that ends. */
  readonly from: number;
  readonly until: number;
  readonly body: number;
  readonly to: number;
  readonly line: number;
};

/** Shorter ones are one-liners that anybody would write the same way. */
const SHORTEST = 160;
const LONGEST = 20_000;
const FEWEST_LINES = 4;

export function addFunction(facts: Facts, text: string, found: Omit<FunctionFact, 'shape'>): void {
  const { body, to } = found;
  if (to - body < SHORTEST || to - body > LONGEST || hasFewLines(text, body, to)) return;
  facts.functions.push({ ...found, shape: shapeOf(text, body, to) });
}

function hasFewLines(text: string, from: number, to: number): boolean {
  let lines = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines < FEWEST_LINES;
}

/** Signs that writers and formatters put or leave out are not counted: `;`, `,`, quotes, brackets around one thing. */
const COUNTED: readonly boolean[] = Array.from({ length: 128 }, (_, code) =>
  '=<>!&|?:+-*%[]'.includes(String.fromCharCode(code)),
);

/** A number of the signs of a text, in order; what stands in comments counts too, and is compared later. */
function shapeOf(text: string, from: number, to: number): number {
  let hash = 7;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 47) {
      // Comments are left out.
      const next = text.charCodeAt(at + 1);
      if (next === 47) at = lineEnd(text, at, to);
      else if (next === 42) at = Math.max(at, text.indexOf('*/', at + 2) + 1);
      continue;
    }
    if (code < 128 && COUNTED[code] === true) hash = (Math.imul(hash, 31) + code) | 0;
  }
  return hash;
}

function lineEnd(text: string, at: number, to: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? to : end;
}

const LIFECYCLE = /^(?:ng[A-Z]\w+|render|componentDid\w+|setup|mounted|created|up|down)$/;

function declaration(node: ts.Node, walk: FactWalk): void {
  if (!ts.isFunctionDeclaration(node) && !ts.isMethodDeclaration(node)) return;
  const name = ts.isIdentifier(node.name) ? node.name.text : undefined;
  // What a framework calls by its own name is alike in many places.
  if (name === undefined || node.body === undefined || LIFECYCLE.test(name)) return;
  add(name, node, { parameters: node.parameters, body: node.body }, walk);
}

/** `const format = (value) => { … }`. */
function variable(node: ts.VariableDeclaration, walk: FactWalk): void {
  if (ts.isIdentifier(node.name) && ts.isFunction(node.initializer))
    add(node.name.text, node, node.initializer, walk);
}

type Work = { readonly parameters: ts.NodeArray<ts.ParameterDeclaration>; readonly body: ts.Node };

function add(name: string, node: ts.Node, of: Work, { file, facts, line }: FactWalk): void {
  const { parameters, body } = of;
  if (body.end - body.pos < SHORTEST) return;
  const place = { from: parameters.pos, until: parameters.end, body: body.pos, to: body.end };
  addFunction(facts, file.source.text, { name, line: line(node), ...place });
}

/** Functions of TypeScript and JavaScript that might be written out more than once. */
export const functionFacts: FactFinder = {
  applies: ({ isTest, isSide, path }) => !isTest && !isSide && !/migrations?\//i.test(path),
  visit: new Map([
    [ts.SyntaxKind.FunctionDeclaration, declaration],
    [ts.SyntaxKind.MethodDeclaration, declaration],
    ts.on(ts.isVariableDeclaration, variable),
  ]),
};
