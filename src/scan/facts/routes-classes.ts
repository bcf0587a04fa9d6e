import ts from 'typescript-api';

import type { FactFinder, FactWalk } from '../rule.ts';
import { decoratorsOf } from '../syntax/decorators.ts';
import { nameOf } from '../syntax/names.ts';
import { type Pieces, piecesOf } from '../syntax/pieces.ts';

const METHODS: Readonly<Record<string, string>> = {
  Get: 'GET',
  Post: 'POST',
  Put: 'PUT',
  Patch: 'PATCH',
  Delete: 'DELETE',
  Head: 'HEAD',
  Options: 'OPTIONS',
  All: 'ANY',
  Sse: 'GET',
};

function classes(node: ts.Node, walk: FactWalk): void {
  if (!ts.isClassDeclaration(node)) return;
  const decorators = decoratorsOf(node);
  // `@ApiExcludeController()` only speaks of one.
  const given =
    decorators.get('Controller') ??
    [...decorators].find(([name]) => /Controller$|^Route$/.test(name) && !name.startsWith('Api'))?.[1];
  const routes = node.members.filter(ts.isMethodDeclaration).flatMap((member) => routesOf(member, walk));
  if (given === undefined && routes.length === 0) return;
  const id = node.name?.text ?? 'default';
  const parent = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
  const of = parent === undefined ? undefined : nameOf(superclass(parent.expression), walk.ancestors);
  const version = decorators.get('Version')?.[0];
  walk.facts.routers.push({
    id,
    kind: 'controller',
    bases: given === undefined ? [] : basesOf(given[0], walk),
    versions: given === undefined ? [] : versionsOf(version ?? optionIn(given[0], 'version')),
    ...(of === undefined ? {} : { extends: of.name }),
  });
  for (const route of routes) walk.facts.routes.push({ router: id, ...route });
}

/** `extends Crud(User)`: the function that makes the class. */
function superclass(node: ts.Expression): ts.Expression {
  return ts.isCallExpression(node) ? node.expression : node;
}

type OwnRoute = Omit<FactWalk['facts']['routes'][number], 'router'>;

function routesOf(member: ts.MethodDeclaration, walk: FactWalk): readonly OwnRoute[] {
  const decorators = decoratorsOf(member);
  const versions = versionsOf(decorators.get('Version')?.[0]);
  const found: OwnRoute[] = [];
  for (const [name, given] of decorators) {
    const method = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
    if (method === undefined) continue;
    const at = member.name.getStart(walk.file.source);
    const line = walk.file.source.getLineAndCharacterOfPosition(at).line + 1;
    for (const path of basesOf(given[0], walk))
      found.push({ method, path, line, ...(versions.length === 0 ? {} : { versions }) });
  }
  return found;
}

/** The paths a decorator names: none is the empty one. */
function basesOf(node: ts.Expression | undefined, walk: FactWalk): readonly Pieces[] {
  if (node === undefined) return [[]];
  if (ts.isArrayLiteralExpression(node)) return node.elements.map((each) => piecesOf(each, walk.ancestors));
  if (ts.isObjectLiteralExpression(node)) return basesOf(optionIn(node, 'path'), walk);
  return [piecesOf(node, walk.ancestors)];
}

function optionIn(node: ts.Expression | undefined, name: string): ts.Expression | undefined {
  if (node === undefined || !ts.isObjectLiteralExpression(node)) return undefined;
  for (const each of node.properties)
    if (ts.isPropertyAssignment(each) && ts.isIdentifier(each.name) && each.name.text === name)
      return each.initializer;
  return undefined;
}

function versionsOf(node: ts.Expression | undefined): readonly string[] {
  if (node === undefined) return [];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(versionsOf);
  return ts.isIdentifier(node) && node.text === 'VERSION_NEUTRAL' ? [''] : [];
}

/** Routes of servers whose controllers are classes with decorators: NestJS and its like. */
export const controllerFacts: FactFinder = {
  words: ['@Get', '@Post', '@Put', '@Patch', '@Delete', '@All', '@Controller', '@Sse'],
  applies: ({ isTest, language }) => !isTest && language === 'typescript',
  visit: new Map([[ts.SyntaxKind.ClassDeclaration, classes]]),
};
