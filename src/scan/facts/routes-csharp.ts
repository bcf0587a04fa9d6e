import type { SyntaxNode } from '../../ports/syntax.ts';
import { csharpPieces } from '../parse/csharp.ts';
import { childrenOf, lineOf } from '../parse/tree-sitter-nodes.ts';
import type { SyntaxFinder } from '../rule.ts';
import type { Pieces } from '../syntax/pieces.ts';
import type { Facts } from './facts.ts';
import { minimalRoutes } from './routes-minimal.ts';

const VERBS: Readonly<Record<string, string>> = {
  HttpGet: 'GET',
  HttpPost: 'POST',
  HttpPut: 'PUT',
  HttpPatch: 'PATCH',
  HttpDelete: 'DELETE',
  HttpHead: 'HEAD',
  HttpOptions: 'OPTIONS',
};

type Attribute = { readonly name: string; readonly path: Pieces | undefined; readonly line: number };

/** The attributes before a class or a method, with the text they were given. */
function attributesOf(node: SyntaxNode): readonly Attribute[] {
  return childrenOf(node)
    .filter(({ type }) => type === 'attribute_list')
    .flatMap(childrenOf)
    .filter(({ type }) => type === 'attribute')
    .map((attribute) => {
      const name = (attribute.childForFieldName('name')?.text ?? '').replace(/Attribute$/, '');
      const list = childrenOf(attribute).find(({ type }) => type === 'attribute_argument_list') ?? null;
      const first = childrenOf(list)
        .flatMap(childrenOf)
        .find(({ type }) => !/identifier|name_colon|name_equals/.test(type));
      const isNamed = /^\s*(?:Name|Order)\s*=/.test(childrenOf(list)[0]?.text ?? '');
      return {
        name,
        path: first === undefined || isNamed ? undefined : csharpPieces(first),
        line: lineOf(attribute),
      };
    });
}

function classAt(node: SyntaxNode, facts: Facts): void {
  const id = node.childForFieldName('name')?.text;
  if (id === undefined) return;
  const attributes = attributesOf(node);
  const routes = methodsOf(node);
  const paths = attributes.filter(({ name, path }) => name === 'Route' && path !== undefined);
  const base = childrenOf(node).find(({ type }) => type === 'base_list');
  const parent = childrenOf(base ?? null)[0]?.text.replace(/[<(].*$/s, '');
  constantsIn(node, id, facts);
  if (paths.length === 0 && routes.length === 0 && !/Controller/.test(id)) return;
  const named = (pieces: Pieces, action: string): Pieces =>
    pieces.map((each) =>
      typeof each === 'string'
        ? each
            .replaceAll(/\[controller\]/gi, id.replace(/Controller(?:Base)?$/, ''))
            .replaceAll(/\[action\]/gi, action)
        : each,
    );
  facts.routers.push({
    id,
    kind: 'controller',
    bases: paths.map(({ path }) => path ?? []),
    ...(parent === undefined ? {} : { extends: parent }),
  });
  for (const { method, path, line, action } of routes)
    facts.routes.push({ router: id, method, path: named(path, action), line });
}

type OwnRoute = {
  readonly method: string;
  readonly path: Pieces;
  readonly line: number;
  readonly action: string;
};

function methodsOf(node: SyntaxNode): readonly OwnRoute[] {
  const found: OwnRoute[] = [];
  for (const member of childrenOf(node.childForFieldName('body'))) {
    if (member.type !== 'method_declaration') continue;
    const action = (member.childForFieldName('name')?.text ?? '').replace(/Async$/, '');
    const attributes = attributesOf(member);
    const routes = attributes.filter(({ name }) => name === 'Route');
    const verbs = attributes.filter(({ name }) => Object.hasOwn(VERBS, name));
    for (const { name, path, line } of verbs) {
      const paths = path === undefined && routes.length > 0 ? routes.map((each) => each.path) : [path];
      for (const each of paths) found.push({ method: VERBS[name] ?? 'ANY', path: each ?? [], line, action });
    }
    if (verbs.length === 0)
      for (const { path, line } of routes) found.push({ method: 'ANY', path: path ?? [], line, action });
  }
  return found;
}

/** `public const string Base = "api/users";`. */
function constantsIn(node: SyntaxNode, id: string, facts: Facts): void {
  const members: Record<string, { readonly text: Pieces }> = {};
  for (const member of childrenOf(node.childForFieldName('body'))) {
    if (member.type !== 'field_declaration') continue;
    const found = /\bconst\s+string\s+(\w+)\s*=\s*"([^"]*)"/.exec(member.text);
    if (found?.[1] !== undefined) members[found[1]] = { text: [found[2] ?? ''] };
  }
  if (Object.keys(members).length > 0) facts.constants.push({ name: id, value: { members } });
}

function visit(node: SyntaxNode, facts: Facts): void {
  if (node.type === 'class_declaration') classAt(node, facts);
  if (
    /^(?:compilation_unit|namespace_declaration|file_scoped_namespace_declaration|declaration_list|class_declaration)$/.test(
      node.type,
    )
  )
    for (const each of childrenOf(node)) visit(each, facts);
}

/** Routes of ASP.NET: controllers, and minimal interfaces. */
export const csharpRoutes: SyntaxFinder = {
  language: 'csharp',
  words: ['Http', 'Route', 'Controller', '.Map', 'const string'],
  applies: ({ isTest }) => !isTest,
  find(root, facts, file) {
    visit(root, facts);
    if (file.text.includes('.Map')) minimalRoutes(root, facts);
  },
};
