import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import type { FactWalk } from '../../engine/rule.ts';
import { blanked, HIDDEN, isComment } from '../../syntax/blanked.ts';
import { lineOf, nearestAround, within } from '../../syntax/tree-sitter/nodes.ts';
import { functionName } from '../../syntax/typescript/scope.ts';
import * as ts from '../../syntax/typescript/view.ts';
import { views } from '../../syntax/views.ts';

/** A function as text, for what is told by its text alone. */
export type TextFunction = {
  readonly name: string;
  /** Annotations and signature; of a function that is handed to a call, the call as far as the function's body. */
  readonly head: string;
  /** The body, without what stands in comments. */
  readonly source: string;
  /** The same, in other languages than TypeScript without what stands in texts. */
  readonly code: string;
  /** The same without what stands in functions inside. */
  readonly own: string;
  readonly line: number;
  readonly nameLine: number;
  readonly isHandler: boolean;
  /** Called by its name with a request and a response. */
  readonly isNamedHandler: boolean;
  /** The class around; empty without one. */
  readonly owner: string;
};

/** Heads and owners of functions that answer requests by themselves. */
const HANDLERS: Readonly<Record<string, RegExp>> = {
  python:
    /\.(?:post|put|patch|delete|route|api_route)\s*\(|api_view|action\(|\bdef (?:post|put|patch|delete|create|update|partial_update)\(self, request/,
  csharp: /\[Http(?:Post|Put|Patch|Delete)|\bHandle(?:Async)?\(|^\(.*=>/,
  java: /@(?:Post|Put|Patch|Delete|Request)Mapping\b|@(?:POST|PUT|PATCH|DELETE)\b/,
  go: /http\.ResponseWriter|\*gin\.Context|echo\.Context|fiber\.Ctx/,
};

/** Names of functions that are not there to make anything that stays. */
export const READING =
  /^_?(?:get|find|retrieve|query|search|select|lookup|resolve|compute|calculate|list|load|fetch|read|is|has|can|to|from|parse|map|format|build|default|empty|init|prepare|hydrate|sample|clone|copy|validate|check|compare|with|preview|draft|view|present|render|serialize|enrich|decorate|populate|transform|normalize|sanitize|strip|mask|describe|authenticate|login|detail|index|show)(?![a-z])/;

/** Functions without a name. */
const HANDED: Readonly<Record<string, string>> = { csharp: 'lambda_expression', go: 'func_literal' };

/** `app.MapPost("/orders", async (Order order, ShopContext db) => { … })`, `r.Post("/orders", func(…) { … })`. */
function routeOf(node: SyntaxNode): SyntaxNode | undefined {
  const call = nearestAround(node, /^(?:invocation_expression|call_expression)$/);
  const called = call?.childForFieldName('function')?.text ?? '';
  return /\.(?:Map)?(?:Get|Post|Put|Patch|Delete|GET|POST|PUT|PATCH|DELETE)$/.test(called) ? call : undefined;
}

/** Every function of a file in another language that has a name or is handed to a route. */
export function functionsOf(root: SyntaxNode, language: keyof typeof views): readonly TextFunction[] {
  const given = HANDED[language];
  const handed = given === undefined ? [] : within(root, given).filter((node) => routeOf(node) !== undefined);
  const nodes = [...within(root, ...views[language].methods), ...handed];
  const around = { nodes, owners: new Map<number, string>() };
  return nodes.flatMap((node) => read(node, language, around));
}

type Around = {
  readonly nodes: readonly SyntaxNode[];
  /** Classes by where they begin: a large one is made blank once, not for each of its methods. */
  readonly owners: Map<number, string>;
};

function ownerOf(node: SyntaxNode, language: string, { owners }: Around): string {
  const owner = nearestAround(node, /^(?:class|interface)_de(?:claration|finition)$/);
  if (owner === undefined) return '';
  const text = owners.get(owner.startIndex) ?? blanked(owner.text, language);
  owners.set(owner.startIndex, text);
  return text;
}

function read(node: SyntaxNode, language: string, around: Around): readonly TextFunction[] {
  const body = node.childForFieldName('body');
  if (body === null) return [];
  const name = node.childForFieldName('name');
  const decorated = node.parent?.type === 'decorated_definition' ? node.parent : node;
  const from = name === null ? (routeOf(node) ?? node) : decorated;
  const head = from.text.slice(0, body.startIndex - from.startIndex);
  const code = blanked(body.text, language);
  const inner = around.nodes
    .filter(({ startIndex, endIndex }) => startIndex >= body.startIndex && endIndex <= body.endIndex)
    .map((each) => [each.startIndex - body.startIndex, each.endIndex - body.startIndex] as const);
  return [
    {
      name: name?.text ?? '',
      head,
      source: withoutComments(body.text, language),
      code,
      own: without(code, inner),
      line: lineOf(body),
      nameLine: lineOf(name ?? from),
      isHandler:
        HANDLERS[language]?.test(head) === true || (name === null && !/\.(?:Map)?G(?:et|ET)\(/.test(head)),
      isNamedHandler: false,
      owner: ownerOf(node, language, around),
    },
  ];
}

function withoutComments(text: string, language: string): string {
  const hidden = HIDDEN[language];
  const blank = (each: string): string => each.replaceAll(/[^\n]/g, ' ');
  if (hidden === undefined) return text.replaceAll(/(?<!:)\/\/[^\n]*|\/\*[^]*?\*\//g, blank);
  const plain = text.replaceAll(new RegExp(hidden, 'g'), (each) =>
    isComment(each, language) ? blank(each) : each,
  );
  // A text at the beginning says what a function of Python does.
  return language === 'python'
    ? plain.replace(/^\s*(?:"""[^]*?"""|'''[^]*?'''|"[^"\n]*"(?=\n))/, blank)
    : plain;
}

function without(code: string, inner: readonly (readonly [number, number])[]): string {
  let own = code;
  for (const [from, to] of inner)
    own = own.slice(0, from) + own.slice(from, to).replaceAll(/[^\n]/g, ' ') + own.slice(to);
  return own;
}

const VERBS = /^(?:get|post|put|patch|delete|del)$/i;
const ROUTES = /^(?:post|put|patch|delete|del)$/;
const ROUTE_DECORATORS = /^(?:Post|Put|Patch|Delete|Mutation|CommandHandler)$/;

/** Every function of a file that has a block. */
export function scriptFunctions(walk: FactWalk): readonly TextFunction[] {
  const found: TextFunction[] = [];
  const around: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    const { body } = node as { readonly body?: ts.Node };
    if (ts.isFunctionLike(node) && body !== undefined) found.push(readScript(node, body, around, walk));
    around.push(node);
    ts.forEachChild(node, visit);
    around.pop();
  };
  visit(walk.file.source);
  return found;
}

function readScript(
  node: ts.SignatureDeclaration,
  body: ts.Node,
  around: readonly ts.Node[],
  { file: { source, text }, line }: FactWalk,
): TextFunction {
  const from = body.getStart(source);
  const inner: (readonly [number, number])[] = [];
  const find = (each: ts.Node): void => {
    if (ts.isFunctionLike(each)) inner.push([each.pos - from, each.end - from]);
    else ts.forEachChild(each, find);
  };
  ts.forEachChild(body, find);
  const code = withoutComments(text.slice(from, body.end), 'script');
  const [first, second] = node.parameters.map((each) => ts.wordOf(each.name));
  const answers = /^_?req(?:uest)?$/.test(first ?? '') && /^_?res(?:ponse)?$/.test(second ?? '');
  const name = functionName(node, around)?.split('.').at(-1) ?? '';
  const call = around.at(-1);
  const isRouted = ts.isCallExpression(call) && VERBS.test(ts.calledName(call));
  const given = isRouted ? call : node;
  const isDecorated = [...ts.decoratorsOf(node).keys()].some((each) => ROUTE_DECORATORS.test(each));
  const isHandler =
    (answers && !READING.test(name)) ||
    isDecorated ||
    around.some((each) => ts.isCallExpression(each) && ROUTES.test(ts.calledName(each)));
  const { name: own } = node as { readonly name?: ts.Node };
  return {
    name,
    head: text.slice(given.getStart(source), from),
    source: code,
    code,
    own: without(code, inner),
    line: line(body),
    nameLine: line(isRouted ? nameIn(call) : (own ?? around.findLast(ts.isVariableDeclaration) ?? node)),
    isHandler,
    isNamedHandler: answers,
    owner: ts.nearest(around, ts.isClassDeclaration)?.getText(source).slice(0, 300) ?? '',
  };
}

/** `post` of `router.post(…)`. */
function nameIn({ expression }: ts.CallExpression): ts.Node {
  return ts.isPropertyAccessExpression(expression) ? expression.name : expression;
}
