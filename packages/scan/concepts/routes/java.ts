import { nameless } from './router-refs.ts';
import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import {
  annotationNamed,
  annotationsOf,
  argumentsIn,
  typesAbove,
  javaMembers,
  javaPieces,
  javaTypes,
  modifiersOf,
} from '../../syntax/java/view.ts';
import type { Mark } from '../../syntax/language-view.ts';
import { childrenOf, lineOf, within } from '../../syntax/tree-sitter/nodes.ts';
import type { SyntaxFinder } from '../../engine/rule.ts';
import type { Pieces } from '../../syntax/typescript/pieces.ts';
import { openedPath } from './path-patterns.ts';
import type { Facts } from '../../engine/facts.ts';

/** Annotations of Spring, JAX-RS and Micronaut that name a method by themselves. */
const VERB =
  /^(?:(?:\w*(?=(?:Get|Post|Put|Patch|Delete)Mapping))?(Get|Post|Put|Patch|Delete)(?:Mapping)?|(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS))$/;
const CONTROLLERS = /^(?:RestController|Controller|Path|RequestMapping)$/;

function typeAt(node: SyntaxNode, facts: Facts): void {
  const id = node.childForFieldName('name')?.text;
  if (id === undefined) return;
  constantsIn(node, id, facts);
  // A client that is declared as an interface asks another server; it serves nothing.
  if (annotationNamed(node, /^(?:FeignClient|HttpExchange|RegisterRestClient|Client)$/) !== undefined) return;
  const annotations = annotationsOf(node);
  const exported = annotations.find(({ name }) => name === 'RepositoryRestResource');
  if (exported !== undefined) {
    // What it is called in addresses is made of the name of its entity, where nothing is said.
    const path = exported.named.get('path');
    const bases = [path === undefined ? [] : javaPieces(path)];
    return void facts.routers.push({ id, kind: 'controller', bases, isOpaque: true });
  }
  const routes = javaMembers(node)
    .filter(({ type }) => type === 'method_declaration')
    .flatMap((method) => routesOf(method));
  const isController = annotations.some(({ name }) => CONTROLLERS.test(name));
  if (!isController && routes.length === 0) return;
  const bases = annotations
    .filter(({ name }) => /^(?:RequestMapping|Path|Controller)$/.test(name))
    .flatMap((each) => (each.name === 'Controller' ? micronautBase(each) : pathsOf(each)));
  // An annotation of the project's own may carry these: what it says holds for all that have it.
  const above = [...typesAbove(node), ...(isController ? [] : annotations.map(({ name }) => `@${name}`))];
  facts.routers.push({
    id,
    kind: 'controller',
    bases: bases.length > 0 ? bases : isController ? [[]] : [],
    ...(above.length === 0 ? {} : { above }),
    ...(isController && routes.length === 0 && isServed(annotations) && above.length > 0
      ? { isOpaque: true as const }
      : {}),
  });
  for (const { method, path, line } of routes) facts.routes.push({ router: id, method, path, line });
}

/** `@RestController @RequestMapping("/api/users") public @interface UserApi {}` */
function composedAt(node: SyntaxNode, facts: Facts): void {
  const annotations = annotationsOf(node);
  const id = `@${node.childForFieldName('name')?.text ?? ''}`;
  if (!annotations.some(({ name }) => CONTROLLERS.test(name))) return;
  const bases = annotations.filter(({ name }) => name === 'RequestMapping').flatMap(pathsOf);
  facts.routers.push({ id, kind: 'controller', bases: bases.length > 0 ? bases : [[]] });
}

/** `@Controller` is a word of Spring too, where its text names the object and no path. */
function micronautBase({ value }: Mark): readonly Pieces[] {
  const pieces = value === undefined ? [] : javaPieces(value);
  return typeof pieces[0] === 'string' && pieces[0].startsWith('/') ? [pieces] : [];
}

/** It answers requests, by what it takes over from something that may not be here. */
function isServed(annotations: readonly Mark[]): boolean {
  return annotations.some(({ name }) => name === 'RestController' || name === 'Path');
}

type OwnRoute = { readonly method: string; readonly path: Pieces; readonly line: number };

function routesOf(method: SyntaxNode): readonly OwnRoute[] {
  const annotations = annotationsOf(method);
  return annotations.flatMap((each) => {
    const [, verb, plain] = VERB.exec(each.name) ?? [];
    const own = (verb ?? plain)?.toUpperCase();
    const methods = each.name === 'RequestMapping' ? requestMethods(each) : own === undefined ? [] : [own];
    // JAX-RS has the path in an annotation of its own.
    const named = plain === undefined ? each : annotations.find(({ name }) => name === 'Path');
    const paths = named === undefined ? [] : pathsOf(named);
    return (paths.length === 0 ? [[]] : paths).flatMap((path) =>
      methods.map((one) => ({ method: one, path, line: each.line })),
    );
  });
}

function requestMethods({ named }: Mark): readonly string[] {
  const given = named.get('method')?.text.match(/\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b/g);
  return given ?? ['ANY'];
}

/** `"/a"`, `{"/a", "/b"}`, `value = …`, `path = …`, `uri = …`. */
function pathsOf({ value, named }: Mark): readonly Pieces[] {
  const given = value ?? named.get('path') ?? named.get('uri');
  if (given === undefined) return [];
  const each =
    given.type === 'element_value_array_initializer'
      ? childrenOf(given).filter(({ type }) => !type.endsWith('comment'))
      : [given];
  return each.map((one) => openedPath(javaPieces(one)));
}

/** `static final String BASE = "/api/users";`, also those of an interface, which are nothing else. */
function constantsIn(node: SyntaxNode, id: string, facts: Facts): void {
  const members: Record<string, { readonly text: Pieces }> = {};
  for (const member of javaMembers(node)) {
    const isFixed = member.type === 'constant_declaration' || /\bfinal\b/.test(modifiersOf(member));
    if (!/^(?:field|constant)_declaration$/.test(member.type) || !isFixed) continue;
    if (member.childForFieldName('type')?.text !== 'String') continue;
    const declared = member.childForFieldName('declarator');
    const name = declared?.childForFieldName('name')?.text;
    const text = javaPieces(declared?.childForFieldName('value') ?? null);
    if (
      name === undefined ||
      text.length === 0 ||
      text.some((each) => typeof each === 'object' && 'hole' in each)
    )
      continue;
    members[name] = { text };
    // Inside of the class it is called by its name alone.
    facts.constants.push({ name, value: { text } });
  }
  if (Object.keys(members).length > 0) facts.constants.push({ name: id, value: { members } });
}

/** `@ApplicationPath("/api")`, `configurer.addPathPrefix("/api", …)`: what stands before every address. */
function prefixIn(root: SyntaxNode, facts: Facts): void {
  for (const type of javaTypes(root)) {
    const path = annotationNamed(type, /^ApplicationPath$/)?.value;
    if (path !== undefined) facts.servers.push({ kind: 'prefix', path: javaPieces(path), except: [] });
  }
  for (const call of within(root, 'method_invocation')) {
    const [path] = call.childForFieldName('name')?.text === 'addPathPrefix' ? argumentsIn(call) : [];
    // Which classes it holds for is a question of code: with it and without it are both served.
    if (path !== undefined) facts.servers.push({ kind: 'prefix', path: javaPieces(path), except: ['*'] });
  }
}

const FUNCTIONAL = /^(?:GET|POST|PUT|PATCH|DELETE)$/;

/** `route(GET("/x"), handler::x)`, `RouterFunctions.route().GET("/x", …)` of WebFlux, and what they are nested in. */
function functionalRoutes(root: SyntaxNode, facts: Facts): void {
  let isAny = false;
  for (const call of within(root, 'method_invocation')) {
    const method = call.childForFieldName('name')?.text ?? '';
    const [path] = FUNCTIONAL.test(method) ? argumentsIn(call) : [];
    if (path === undefined) continue;
    const pieces = [...nestedIn(call), ...openedPath(javaPieces(path))];
    isAny = true;
    facts.routes.push({ router: nameless('functional'), method, path: pieces, line: lineOf(call) });
  }
  if (isAny) facts.routers.push({ id: nameless('functional'), kind: 'app', bases: [] });
}

/** `nest(path("/api"), route(…))`, `.path("/api", builder -> builder.GET(…))`. */
function nestedIn(call: SyntaxNode): Pieces {
  const before: Pieces[] = [];
  for (let at = call.parent; at !== null; at = at.parent) {
    const name = at.type === 'method_invocation' ? at.childForFieldName('name')?.text : undefined;
    if (name !== 'nest' && name !== 'path') continue;
    const [first, ...rest] = argumentsIn(at);
    const isInside = rest.some(
      (each) => each.startIndex <= call.startIndex && call.endIndex <= each.endIndex,
    );
    if (first === undefined || !isInside) continue;
    const path = first.type === 'method_invocation' ? argumentsIn(first)[0] : first;
    before.unshift(openedPath(javaPieces(path ?? null)));
  }
  return before.flatMap((each) => [...each, '/']);
}

/** Routes of Spring, JAX-RS and Micronaut. */
export const javaRoutes: SyntaxFinder = {
  language: 'java',
  applies: ({ isTest }) => !isTest,
  find(root, facts, file) {
    for (const each of javaTypes(root)) typeAt(each, facts);
    for (const each of within(root, 'annotation_type_declaration')) composedAt(each, facts);
    prefixIn(root, facts);
    if (file.text.includes('RouterFunction')) functionalRoutes(root, facts);
  },
};
