import * as ts from '../../syntax/typescript/view.ts';

import type { FactFinder, FactWalk } from '../../engine/rule.ts';
import { defined } from '../../engine/defined.ts';
import { nameOf } from '../../syntax/typescript/names.ts';
import { type Pieces, piecesOf } from '../../syntax/typescript/pieces.ts';

const METHODS: ReadonlyMap<string, string> = new Map([
  ...['Get', 'Post', 'Put', 'Patch', 'Delete', 'Head', 'Options'].map(
    (name) => [name, name.toUpperCase()] as const,
  ),
  ['All', 'ANY'],
  ['Sse', 'GET'],
]);

function classes(node: ts.ClassDeclaration, walk: FactWalk): void {
  const decorators = ts.decoratorsOf(node);
  // `@ApiExcludeController()` only speaks of one.
  const given =
    decorators.get('Controller') ??
    [...decorators].find(([name]) => /Controller$|^Route$/.test(name) && !name.startsWith('Api'))?.[1];
  const routes = node.members.filter(ts.isMethodDeclaration).flatMap((member) => routesOf(member, walk));
  if (given === undefined && routes.length === 0) return;
  const id = node.name?.text ?? 'default';
  const parent = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
  // `extends Crud(User)`: the function that makes the class.
  const made = parent?.expression;
  const base = ts.isCallExpression(made) ? made.expression : made;
  const of = base === undefined ? undefined : nameOf(base, walk.ancestors);
  const version = decorators.get('Version')?.[0];
  walk.facts.routers.push({
    id,
    kind: 'controller',
    bases: given === undefined ? [] : basesOf(given[0], walk),
    versions: given === undefined ? [] : versionsOf(version ?? ts.optionOf(given[0], 'version')),
    ...(of === undefined ? {} : { above: [of.name] }),
  });
  for (const route of routes) walk.facts.routes.push({ router: id, ...route });
}

type OwnRoute = Omit<FactWalk['facts']['routes'][number], 'router'>;

function routesOf(member: ts.MethodDeclaration, walk: FactWalk): readonly OwnRoute[] {
  const decorators = ts.decoratorsOf(member);
  const own = versionsOf(decorators.get('Version')?.[0]);
  const versions = own.length === 0 ? undefined : own;
  const line = walk.line(member.name);
  return [...decorators].flatMap(([name, [first]]) => {
    const method = METHODS.get(name);
    return method === undefined
      ? []
      : basesOf(first, walk).map((path) => defined({ method, path, line, versions }));
  });
}

/** The paths a decorator names: none is the empty one. */
function basesOf(node: ts.Expression | undefined, walk: FactWalk): readonly Pieces[] {
  if (node === undefined) return [[]];
  if (ts.isArrayLiteralExpression(node)) return node.elements.map((each) => piecesOf(each, walk.ancestors));
  if (ts.isObjectLiteralExpression(node)) return basesOf(ts.optionOf(node, 'path'), walk);
  return [piecesOf(node, walk.ancestors)];
}

function versionsOf(node: ts.Expression | undefined): readonly string[] {
  if (node === undefined) return [];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(versionsOf);
  return ts.isIdentifier(node) && node.text === 'VERSION_NEUTRAL' ? [''] : [];
}

/** Routes of servers whose controllers are classes with decorators: NestJS and its like. */
export const controllerFacts: FactFinder = {
  applies: ({ isTest, language }) => !isTest && language === 'typescript',
  visit: new Map([ts.on(ts.isClassDeclaration, classes)]),
};
