import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import { goArguments } from '../../syntax/go/view.ts';

/** One call of a chain: `.Group("/x")`. */
export type Link = {
  readonly name: string;
  readonly given: readonly SyntaxNode[];
  readonly node: SyntaxNode;
};

/** `r.With(guard).Get("/x", h)`: what it begins with, and what is called on it one after the other. */
export type Chain = { readonly base: SyntaxNode; readonly links: readonly Link[] };

export function chainOf(node: SyntaxNode): Chain {
  const links: Link[] = [];
  let at: SyntaxNode = node;
  while (at.type === 'call_expression') {
    const callee = at.childForFieldName('function');
    const operand = callee?.type === 'selector_expression' ? callee.childForFieldName('operand') : null;
    if (operand === null || callee === null) break;
    links.unshift({ name: callee.childForFieldName('field')?.text ?? '', given: goArguments(at), node: at });
    at = operand;
  }
  return { base: at, links };
}

const MAKERS: Readonly<Record<string, RegExp>> = {
  gin: /^(?:Default|New)$/,
  echo: /^New$/,
  chi: /^(?:NewRouter|NewMux)$/,
  mux: /^NewRouter$/,
  fiber: /^New$/,
  http: /^NewServeMux$/,
  httprouter: /^New$/,
  iris: /^(?:New|Default)$/,
  bunrouter: /^New$/,
  flow: /^New$/,
};

/** Whether `name.called()` makes a router; names are those the packages usually have. */
export function makesRouter(base: string, called: string, imported: ReadonlyMap<string, string>): boolean {
  const path = imported.get(base) ?? base;
  const name = path.split('/').findLast((each) => !/^v\d+$/.test(each)) ?? base;
  return MAKERS[name]?.test(called) === true;
}

/** The method a call adds a route for; `ANY` for all of them. */
export function verbOf(name: string): string | undefined {
  if (/^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/.test(name)) return name;
  if (/^(?:Get|Post|Put|Patch|Delete|Head|Options)$/.test(name)) return name.toUpperCase();
  return /^(?:Any|All)$/.test(name) ? 'ANY' : undefined;
}

/** `"GET"`, `http.MethodGet`. */
export function methodIn(node: SyntaxNode | undefined): string | undefined {
  const found = /^["`]([A-Za-z]+)["`]$|^\w+\.Method([A-Z][a-z]+)$/.exec(node?.text ?? '');
  const method = (found?.[1] ?? found?.[2])?.toUpperCase();
  return method !== undefined && /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/.test(method)
    ? method
    : undefined;
}

/** By its type it is something that routes are added to. */
export function isRouterType(type: string): boolean {
  return /^\*?(?:chi\.(?:Router|Mux)|gin\.(?:Engine|RouterGroup|IRouter|IRoutes)|echo\.(?:Echo|Group|Router)|fiber\.(?:App|Router|Group)|mux\.Router|http\.ServeMux|httprouter\.Router|(?:\w+\.)?\w*(?:Router|RouterGroup|ServeMux|Mux))$/.test(
    type,
  );
}
