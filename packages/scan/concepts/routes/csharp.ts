import { textAt } from '../../syntax/language-view.ts';
import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import { defined } from '../../engine/defined.ts';
import { attributesOf, csharpPieces, csharpTypes } from '../../syntax/csharp/view.ts';
import type { Mark } from '../../syntax/language-view.ts';
import { childrenOf } from '../../syntax/tree-sitter/nodes.ts';
import type { SyntaxFinder } from '../../engine/rule.ts';
import type { Pieces } from '../../syntax/typescript/pieces.ts';
import type { Facts } from '../../engine/facts.ts';
import type { RouteFact } from './typescript.ts';
import { minimalRoutes } from './csharp-minimal.ts';

const VERB = /^Http(Get|Post|Put|Patch|Delete|Head|Options)$/;

/** What an attribute says of the path; undefined where nothing. */
function pathOf({ value, named }: Mark): Pieces | undefined {
  const given = value ?? named.get('Template');
  return given === undefined || given.type === 'identifier' ? undefined : csharpPieces(given);
}

function classAt(node: SyntaxNode, facts: Facts): void {
  const id = node.childForFieldName('name')?.text;
  if (id === undefined) return;
  const routes = methodsOf(node, id);
  const bases = attributesOf(node)
    .filter(({ name }) => name === 'Route')
    .map(pathOf)
    .filter((each) => each !== undefined);
  const base = childrenOf(node).find(({ type }) => type === 'base_list');
  const parent = childrenOf(base ?? null)[0]?.text.replace(/[<(].*$/s, '');
  constantsIn(node, id, facts);
  if (bases.length === 0 && routes.length === 0 && !/Controller/.test(id)) return;
  const above = parent === undefined ? undefined : [parent];
  facts.routers.push(defined({ id, kind: 'controller' as const, bases, above }));
  facts.routes.push(...routes);
}

function methodsOf(node: SyntaxNode, router: string): readonly RouteFact[] {
  return childrenOf(node.childForFieldName('body')).flatMap((member): readonly RouteFact[] => {
    if (member.type !== 'method_declaration') return [];
    const action = textAt(member, 'name').replace(/Async$/, '');
    const named = (pieces: Pieces = []): Pieces =>
      pieces.map((each) =>
        typeof each === 'string'
          ? each
              .replaceAll(/\[controller\]/gi, router.replace(/Controller(?:Base)?$/, ''))
              .replaceAll(/\[action\]/gi, action)
          : each,
      );
    const attributes = attributesOf(member);
    const routes = attributes.filter(({ name }) => name === 'Route');
    const verbs = attributes.filter(({ name }) => VERB.test(name));
    const ofVerbs = verbs.flatMap((each) => {
      const method = VERB.exec(each.name)?.[1]?.toUpperCase() ?? 'ANY';
      const isBare = pathOf(each) === undefined && routes.length > 0;
      const paths = (isBare ? routes : [each]).map(pathOf);
      return paths.map((path) => ({ router, method, path: named(path), line: each.line }));
    });
    return verbs.length > 0
      ? ofVerbs
      : routes.map((each) => ({ router, method: 'ANY', path: named(pathOf(each)), line: each.line }));
  });
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

/** Routes of ASP.NET: controllers, and minimal interfaces. */
export const csharpRoutes: SyntaxFinder = {
  language: 'csharp',
  applies: ({ isTest }) => !isTest,
  find(root, facts, file) {
    for (const type of csharpTypes(root)) if (type.type === 'class_declaration') classAt(type, facts);
    if (file.text.includes('.Map')) minimalRoutes(root, facts);
  },
};
