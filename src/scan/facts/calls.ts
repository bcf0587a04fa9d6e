import ts from 'typescript-api';

import type { FactFinder, FactWalk } from '../rule.ts';
import { returned } from '../syntax/members.ts';
import { nameOf } from '../syntax/names.ts';
import { type Pieces, piecesOf, unwrapped } from '../syntax/pieces.ts';
import { remembered } from '../syntax/remembered.ts';
import { declared } from '../syntax/scope.ts';

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

const VERBS: ReadonlySet<string> = new Set(
  'get post put patch delete del head options request ajax open $get $post $put $patch $delete getJSON'.split(
    ' ',
  ),
);
const maySend = remembered(
  /fetch|request|api|http|axios|ajax|ky\b|got\b|swr|client|server|query|mutat|upload|call|send/i,
);
/** Called with paths all day, and none of them is a request. */
const QUIET: ReadonlySet<string> = new Set(
  (
    'push navigate redirect permanentRedirect revalidatePath startsWith endsWith includes indexOf split match test ' +
    'join resolve use route log error warn info debug describe it require import t i18n goto replace prefetch ' +
    'readFile readFileSync existsSync writeFileSync register set has add lazy Route'
  ).split(' '),
);
/** What an object may say of a request. */
const TELLING: ReadonlySet<string> = new Set(
  'url method type baseURL baseUrl prefixUrl path endpoint uri'.split(' '),
);

function call(node: ts.Node, walk: FactWalk): void {
  if (!ts.isCallExpression(node)) return;
  const [first, second] = node.arguments;
  if (first === undefined) return;
  const last = lastName(node.expression);
  if (last === undefined || QUIET.has(last)) return;
  if ((last === 'query' || last === 'mutation') && endpoint(first, walk)) return;
  if (last.startsWith('useSWR') && isOwnFetcher(second)) return;
  const isVerb = VERBS.has(last);
  if (!isVerb && !maySend(last) && !isPath(first) && (second === undefined || !isPath(second))) return;
  record(node, node.expression, walk);
}

/** `useSWR(key, () => service.all())`: what takes no key asks for what it likes, and is seen where it asks. */
function isOwnFetcher(node: ts.Expression | undefined): boolean {
  if (node === undefined) return false;
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].some(isOwnFetcher);
  const inner = unwrapped(node);
  if (inner !== undefined) return isOwnFetcher(inner);
  return (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) && node.parameters.length === 0;
}

function record(node: ts.CallExpression | ts.NewExpression, callee: ts.Expression, walk: FactWalk): void {
  const named = nameOf(callee, walk.ancestors);
  if (named === undefined) return;
  const given = (node.arguments ?? []).slice(0, 3).map((each) => argumentOf(each, walk.ancestors));
  walk.facts.calls.push({ callee: named.name, isGlobal: named.isGlobal, given, line: lineOf(node, walk) });
}

function lineOf(node: ts.Node, { file }: FactWalk): number {
  return file.source.getLineAndCharacterOfPosition(node.getStart(file.source)).line + 1;
}

function lastName(node: ts.Expression): string | undefined {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  const inner = unwrapped(node);
  return inner === undefined ? undefined : lastName(inner);
}

function isPath(node: ts.Expression): boolean {
  const start = ts.isStringLiteralLike(node)
    ? node.text
    : ts.isTemplateExpression(node)
      ? node.head.text
      : undefined;
  if (start !== undefined) return start.startsWith('/') || (start === '' && ts.isTemplateExpression(node));
  return ts.isObjectLiteralExpression(node) && optionNamed(node, 'url') !== undefined;
}

function optionNamed(node: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  for (const property of node.properties) {
    if (property.name === undefined || !ts.isIdentifier(property.name) || property.name.text !== name)
      continue;
    if (ts.isPropertyAssignment(property)) return property.initializer;
    if (ts.isShorthandPropertyAssignment(property)) return property.name;
  }
  return undefined;
}

function argumentOf(node: ts.Expression, ancestors: readonly ts.Node[]): Argument {
  const object = objectOf(node, ancestors);
  if (object !== undefined) {
    const options: Record<string, Pieces> = {};
    for (const property of object.node.properties) {
      const { name } = property;
      if (name === undefined || !ts.isIdentifier(name) || !TELLING.has(name.text)) continue;
      if (ts.isPropertyAssignment(property))
        options[name.text] = piecesOf(property.initializer, object.around);
      if (ts.isShorthandPropertyAssignment(property)) options[name.text] = piecesOf(name, object.around);
    }
    const spread = object.node.properties.find(ts.isSpreadAssignment);
    if (spread !== undefined && options['method'] === undefined)
      options['method'] = spreadMethod(spread.expression, object.around);
    return { options, isOpen: spread !== undefined };
  }
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) {
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
  const inner = unwrapped(node);
  if (inner !== undefined) return objectOf(inner, ancestors);
  if (!ts.isIdentifier(node)) return undefined;
  const where = declared(node.text, ancestors);
  if (where?.kind !== 'variable' || where.key !== undefined) return undefined;
  const { initializer } = where.declaration;
  return initializer !== undefined && ts.isObjectLiteralExpression(initializer)
    ? { node: initializer, around: where.around }
    : undefined;
}

/** `builder.query({ query: (id) => ({ url, method }) })` of RTK Query. */
function endpoint(first: ts.Expression, walk: FactWalk): boolean {
  if (!ts.isObjectLiteralExpression(first)) return false;
  for (const property of first.properties) {
    if (property.name === undefined || !ts.isIdentifier(property.name) || property.name.text !== 'query')
      continue;
    const made = ts.isPropertyAssignment(property) ? property.initializer : property;
    if (!ts.isArrowFunction(made) && !ts.isFunctionExpression(made) && !ts.isMethodDeclaration(made))
      continue;
    const value = returned(made.body);
    if (value === undefined || made.body === undefined) continue;
    const around = [...walk.ancestors, made, ...(ts.isBlock(made.body) ? [made.body] : [])];
    const given = argumentOf(value, around);
    walk.facts.calls.push({
      callee: 'fetchBaseQuery()',
      isGlobal: true,
      given: [given],
      line: lineOf(value, walk),
    });
    return true;
  }
  return false;
}

function construction(node: ts.Node, walk: FactWalk): void {
  if (!ts.isNewExpression(node) || !ts.isIdentifier(node.expression)) return;
  if (node.expression.text === 'EventSource') record(node, node.expression, walk);
}

/** `axios.defaults.baseURL = …`. */
function assignment(node: ts.Node, walk: FactWalk): void {
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return;
  const { left, right } = node;
  if (!ts.isPropertyAccessExpression(left) || left.name.text !== 'baseURL') return;
  const named = nameOf(left, walk.ancestors);
  if (named === undefined || !named.name.endsWith('.defaults.baseURL')) return;
  const given = [{ text: piecesOf(right, walk.ancestors) }];
  walk.facts.calls.push({ callee: named.name, isGlobal: named.isGlobal, given, line: lineOf(node, walk) });
}

/** Calls that may be requests to a server. */
export const callFacts: FactFinder = {
  words: [
    'fetch',
    'axios',
    'ttp',
    'api',
    'Api',
    'API',
    'equest',
    "'/",
    '"/',
    '`/',
    '`$',
    'ajax',
    'ky',
    'EventSource',
  ],
  applies: ({ isTest }) => !isTest,
  visit: new Map([
    [ts.SyntaxKind.CallExpression, call],
    [ts.SyntaxKind.NewExpression, construction],
    [ts.SyntaxKind.BinaryExpression, assignment],
  ]),
};
