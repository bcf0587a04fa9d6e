import * as ts from '../../syntax/typescript/view.ts';

import type { FactFinder, FactWalk } from '../../engine/rule.ts';
import { piecesOf } from '../../syntax/typescript/pieces.ts';

declare module '../../engine/facts.ts' {
  interface Facts {
    readonly runtime: RuntimeFact[];
  }
}

/** What a program expects of the place it runs in. */
export type RuntimeFact =
  /** A variable of the environment. `optional`: without it something else stands, or it is asked whether it is there. */
  | {
      readonly is: 'env';
      readonly name: string;
      readonly use: 'needed' | 'kept' | 'optional';
      readonly line: number;
    }
  /** A port it listens on, or the name it has at the top of the file; `variable` is asked first. */
  | {
      readonly is: 'listen';
      readonly port: number | string;
      readonly variable: string | null;
      readonly line: number;
    }
  /** Pages that may call it. */
  | { readonly is: 'origins'; readonly origins: readonly string[]; readonly line: number }
  /** A database, queue or cache it connects to. */
  | { readonly is: 'host'; readonly host: string; readonly line: number };

function isEnv(node: ts.Expression): boolean {
  return ts.dotted(node) === 'process.env';
}

function read(node: ts.Node, walk: FactWalk): void {
  if (!ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node)) return;
  if (!isEnv(node.expression)) return;
  const key = ts.isPropertyAccessExpression(node) ? node.name : node.argumentExpression;
  const isName = ts.isPropertyAccessExpression(node) ? ts.isIdentifier(key) : ts.isStringLiteral(key);
  if (!isName) return;
  const use = useOf(node, walk.ancestors);
  walk.facts.runtime.push({ is: 'env', name: ts.keyOf(key), use, line: walk.line(node) });
}

/** What is done with a value that may not be there. Whatever is not plainly needed is taken as optional. */
function useOf(node: ts.Node, ancestors: readonly ts.Node[]): 'needed' | 'kept' | 'optional' {
  let inner = node;
  for (let at = ancestors.length - 1; at >= 0; at -= 1) {
    const around = ancestors[at];
    if (around === undefined) break;
    if (ts.isNonNullExpression(around)) return 'needed';
    if (ts.isPrefixUnaryExpression(around)) return guards(ancestors.slice(0, at)) ? 'needed' : 'optional';
    if (ts.isCallExpression(around))
      return around.expression === inner ? 'optional' : argument(around, ancestors.slice(0, at));
    if (ts.isNewExpression(around)) return 'needed';
    if (ts.isTemplateSpan(around)) return 'needed';
    if (ts.isVariableDeclaration(around)) return 'kept';
    if (!ts.isAsExpression(around) && !ts.isParenthesizedExpression(around)) return 'optional';
    inner = around;
  }
  return 'optional';
}

/** What cannot do its work without: who parses, asks or keeps a value may have an answer of its own. */
const NEEDING =
  /^(?:connect\w*|sign\w*|verify\w*|create(?:Client|Connection|Pool|Transport|Hmac|Cipheriv|Decipheriv)|open|send\w*|fetch|axios|hash|hmac|encrypt|decrypt)$/;

/** `connect(process.env.URL)` needs it; `Number(process.env.N) || 3` and `isEnabled(process.env.X)` do not. */
function argument(call: ts.CallExpression, ancestors: readonly ts.Node[]): 'needed' | 'optional' {
  const around = ancestors.at(-1);
  const isTested = ts.isBinaryExpression(around) || ts.isPrefixUnaryExpression(around);
  return !isTested && NEEDING.test(ts.calledName(call)) ? 'needed' : 'optional';
}

/** `if (!process.env.X) throw …`. */
function guards(ancestors: readonly ts.Node[]): boolean {
  // Inside another condition it is needed only at times.
  const [around, ...more] = ancestors.filter((each) => ts.isIfStatement(each));
  if (around === undefined || more.length > 0) return false;
  const then = around.thenStatement;
  const first = ts.isBlock(then) ? then.statements.at(-1) : then;
  return ts.isThrowStatement(first);
}

function listen(node: ts.CallExpression, walk: FactWalk): void {
  if (!/^(?:listen|serve)$/.test(ts.calledName(node))) return;
  const [first] = node.arguments;
  const given = ts.isObjectLiteralExpression(first)
    ? first.properties.find((each) => ts.wordOf(each.name) === 'port')
    : first;
  const value = ts.isPropertyAssignment(given) ? given.initializer : given;
  if (!ts.isExpression(value)) return;
  const asked = askedPort(value);
  const pieces = asked === undefined ? piecesOf(value, walk.ancestors) : [asked.port];
  const [only] = pieces;
  if (only === undefined || pieces.length > 1) return;
  const known = typeof only === 'string' ? only : 'name' in only ? only.name : '';
  if (!/^\d{2,5}$|^[A-Za-z_]\w*(?:\.\w+)*$/.test(known)) return;
  const variable =
    asked?.variable ??
    /process\.env\.(\w*PORT\w*)/.exec(walk.file.text)?.[1] ??
    /\.(\w*PORT)$/.exec(known)?.[1] ??
    null;
  const port = /^\d/.test(known) ? Number(known) : known;
  walk.facts.runtime.push({ is: 'listen', port, variable, line: walk.line(node) });
}

/** `Number(process.env.PORT ?? 3000)`, `parseInt(process.env.PORT || '3000', 10)`, `+process.env.PORT`. */
function askedPort(node: ts.Expression): { readonly port: string; readonly variable: string } | undefined {
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isNonNullExpression(node))
    return askedPort(node.expression);
  if (ts.isPrefixUnaryExpression(node)) return askedPort(node.operand);
  if (ts.isCallExpression(node)) {
    const [first] = node.arguments;
    return first !== undefined && /^(?:Number|parseInt)$/.test(ts.calledName(node))
      ? askedPort(first)
      : undefined;
  }
  if (ts.isPropertyAccessExpression(node) && isEnv(node.expression))
    return { port: node.name.text, variable: node.name.text };
  if (!ts.isBinaryExpression(node)) return undefined;
  const left = askedPort(node.left);
  const { right } = node;
  const isWritten = ts.isNumericLiteral(right) || ts.isStringLiteralLike(right);
  return left === undefined ? undefined : isWritten ? { ...left, port: right.text } : left;
}

/** What TypeScript and JavaScript expect. */
export const runtimeFacts: FactFinder = {
  applies: ({ isTest, isSide }) => !isTest && !isSide,
  visit: new Map([
    [ts.SyntaxKind.PropertyAccessExpression, read],
    [ts.SyntaxKind.ElementAccessExpression, read],
    ts.on(ts.isCallExpression, listen),
  ]),
};
