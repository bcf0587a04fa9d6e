import * as ts from '../../syntax/typescript/view.ts';

import type { FactFinder, FactWalk } from '../../engine/rule.ts';
import { returned } from '../../syntax/typescript/members.ts';
import { nameOf } from '../../syntax/typescript/names.ts';
import { type Pieces, piecesOf } from '../../syntax/typescript/pieces.ts';
import { remembered } from '../../syntax/typescript/remembered.ts';
import { declared } from '../../syntax/typescript/scope.ts';
import { wordSet } from '../../engine/words.ts';

declare module '../../engine/facts.ts' {
  interface Facts {
    readonly calls: CallFact[];
  }
}

/** What a call was given: a text, or options as far as they tell where a request goes. */
export type Argument =
  | { readonly text: Pieces }
  | { readonly options: Readonly<Record<string, Pieces>>; readonly isOpen: boolean };

/**
 * A call that may send a request. Whether it does is only known when it is known what `callee` is: a name from the top
 * of its module, or one of the surroundings.
 */
export type CallFact = {
  readonly callee: string;
  readonly isGlobal: boolean;
  readonly given: readonly Argument[];
  readonly line: number;
};

const VERBS = wordSet(`
  get post put patch delete del head options request ajax open $get $post $put $patch $delete getJSON`);
const maySend = remembered(
  /fetch|request|api|http|axios|ajax|ky\b|got\b|swr|client|server|query|mutat|upload|call|send/i,
);
/** Called with paths all day, and none of them is a request. */
const QUIET = wordSet(`
  push navigate redirect permanentRedirect revalidatePath startsWith endsWith includes indexOf split match
  test join resolve use route log error warn info debug describe it require import t i18n goto replace
  prefetch readFile readFileSync existsSync writeFileSync register set has add lazy Route`);
/** What an object may say of a request. */
const TELLING = wordSet('url method type baseURL baseUrl prefixUrl path endpoint uri');

function call(node: ts.CallExpression, walk: FactWalk): void {
  const [first, second] = node.arguments;
  if (first === undefined) return;
  const last = lastName(node.expression);
  if (last === '' || QUIET.has(last)) return;
  if ((last === 'query' || last === 'mutation') && endpoint(first, walk)) return;
  if (last.startsWith('useSWR') && isOwnFetcher(second)) return;
  const isVerb = VERBS.has(last);
  if (!isVerb && !maySend(last) && !isPath(first) && !isPath(second)) return;
  record(node, node.expression, walk);
}

/** `useSWR(key, () => service.all())`: what takes no key asks for what it likes, and is seen where it asks. */
function isOwnFetcher(node: ts.Expression | undefined): boolean {
  if (node === undefined) return false;
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].some(isOwnFetcher);
  const inner = ts.unwrapped(node);
  if (inner !== undefined) return isOwnFetcher(inner);
  return ts.isFunction(node) && node.parameters.length === 0;
}

function record(node: ts.CallExpression | ts.NewExpression, callee: ts.Expression, walk: FactWalk): void {
  const named = nameOf(callee, walk.ancestors);
  if (named === undefined) return;
  const given = (node.arguments ?? []).slice(0, 3).map((each) => argumentOf(each, walk.ancestors));
  walk.facts.calls.push({ callee: named.name, isGlobal: named.isGlobal, given, line: walk.line(node) });
}

function lastName(node: ts.Expression): string {
  const inner = ts.unwrapped(node);
  return inner === undefined ? ts.lastWord(node) : lastName(inner);
}

function isPath(node: ts.Expression | undefined): boolean {
  if (ts.isTemplateExpression(node)) return /^(?:$|\/)/.test(node.head.text);
  return (
    ts.textOf(node)?.startsWith('/') ??
    (ts.isObjectLiteralExpression(node) && ts.optionOf(node, 'url') !== undefined)
  );
}

function argumentOf(node: ts.Expression, ancestors: readonly ts.Node[]): Argument {
  const object = objectOf(node, ancestors);
  if (object !== undefined) {
    const options: Record<string, Pieces> = {};
    for (const [key, value] of ts.valuesOf(object.node))
      if (TELLING.has(key)) options[key] = piecesOf(value, object.around);
    const spread = object.node.properties.find(ts.isSpreadAssignment);
    if (spread !== undefined && options['method'] === undefined)
      options['method'] = spreadMethod(spread.expression, object.around);
    return { options, isOpen: spread !== undefined };
  }
  if (ts.isFunction(node)) {
    const value = returned(node.body);
    const around = [...ancestors, node, ...(ts.isBlock(node.body) ? [node.body] : [])];
    return { text: value === undefined ? [{ hole: '' }] : piecesOf(value, around) };
  }
  return { text: piecesOf(node, ancestors) };
}

function spreadMethod(node: ts.Expression, around: readonly ts.Node[]): Pieces {
  const [piece] = piecesOf(node, around);
  return typeof piece === 'object' && 'parameter' in piece
    ? [{ ...piece, key: 'method' }]
    : [{ hole: 'method' }];
}

/** The object that is written here, or one declared a little before. */
function objectOf(
  node: ts.Expression,
  ancestors: readonly ts.Node[],
): { readonly node: ts.ObjectLiteralExpression; readonly around: readonly ts.Node[] } | undefined {
  if (ts.isObjectLiteralExpression(node)) return { node, around: ancestors };
  const inner = ts.unwrapped(node);
  if (inner !== undefined) return objectOf(inner, ancestors);
  if (!ts.isIdentifier(node)) return undefined;
  const where = declared(node.text, ancestors);
  if (where?.kind !== 'variable' || where.key !== undefined) return undefined;
  const { initializer } = where.declaration;
  return ts.isObjectLiteralExpression(initializer) ? { node: initializer, around: where.around } : undefined;
}

/** `builder.query({ query: (id) => ({ url, method }) })` of RTK Query. */
function endpoint(first: ts.Expression, walk: FactWalk): boolean {
  if (!ts.isObjectLiteralExpression(first)) return false;
  for (const property of first.properties) {
    if (!ts.isIdentifier(property.name) || property.name.text !== 'query') continue;
    const made = ts.isPropertyAssignment(property) ? property.initializer : property;
    if (!ts.isFunction(made) && !ts.isMethodDeclaration(made)) continue;
    const value = returned(made.body);
    if (value === undefined || made.body === undefined) continue;
    const around = [...walk.ancestors, made, ...(ts.isBlock(made.body) ? [made.body] : [])];
    const given = [argumentOf(value, around)];
    walk.facts.calls.push({ callee: 'fetchBaseQuery()', isGlobal: true, given, line: walk.line(value) });
    return true;
  }
  return false;
}

function construction(node: ts.NewExpression, walk: FactWalk): void {
  if (ts.wordOf(node.expression) === 'EventSource') record(node, node.expression, walk);
}

/** `axios.defaults.baseURL = …`. */
function assignment(node: ts.BinaryExpression, walk: FactWalk): void {
  const { left, right } = node;
  if (!ts.isOperation(node, '=') || ts.lastWord(left) !== 'baseURL') return;
  const named = nameOf(left, walk.ancestors);
  if (named === undefined || !named.name.endsWith('.defaults.baseURL')) return;
  const given = [{ text: piecesOf(right, walk.ancestors) }];
  walk.facts.calls.push({ callee: named.name, isGlobal: named.isGlobal, given, line: walk.line(node) });
}

/** Calls that may be requests to a server. */
export const callFacts: FactFinder = {
  applies: ({ isTest }) => !isTest,
  visit: new Map([
    ts.on(ts.isCallExpression, call),
    ts.on(ts.isNewExpression, construction),
    ts.on(ts.isBinaryExpression, assignment),
  ]),
};
