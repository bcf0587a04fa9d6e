import * as ts from '../../syntax/typescript/view.ts';

import type { FactFinder, FactWalk } from '../../engine/rule.ts';
import { writtenObject, writtenValue, writtenValues } from '../../syntax/typescript/objects.ts';
import { type EnumFact, enumFact, listFact } from './fact.ts';

function enumeration(node: ts.EnumDeclaration, walk: FactWalk): void {
  const members: EnumFact['members'][number][] = [];
  let next = 0;
  let isOpen = false;
  for (const { name, initializer } of node.members) {
    const value = initializer === undefined ? next : writtenValue(initializer);
    if (value === undefined || (!ts.isIdentifier(name) && !ts.isStringLiteral(name))) isOpen = true;
    else members.push({ name: name.text, value });
    next = typeof value === 'number' ? value + 1 : Number.NaN;
  }
  walk.facts.enums.push(enumFact(node.name.text, members, walk.line(node), { isOpen }));
}

/** `type Status = 'open' | 'closed'`. */
function union(node: ts.TypeAliasDeclaration, walk: FactWalk): void {
  if (!ts.isUnionTypeNode(node.type)) return;
  const values: string[] = [];
  for (const type of node.type.types) {
    if (!ts.isLiteralTypeNode(type) || !ts.isStringLiteral(type.literal)) return;
    values.push(type.literal.text);
  }
  walk.facts.enums.push(listFact(node.name.text, values, walk.line(node), 'union'));
}

/** `const Status = { Open: 'open' } as const`, `const STATUSES = ['open', 'closed'] as const`. */
function constant(node: ts.VariableDeclaration, walk: FactWalk): void {
  if (!ts.isIdentifier(node.name) || node.initializer === undefined) return;
  if (walk.ancestors.length > 3) return;
  const frozen = frozenIn(node.initializer);
  if (frozen === undefined) return;
  const name = node.name.text;
  const line = walk.line(node);
  const values = writtenValues(frozen);
  if (values !== undefined) return void walk.facts.enums.push(listFact(name, values, line));
  const object = writtenObject(frozen);
  if (object === undefined || object.isOpen || object.members.size === 0) return;
  const members: EnumFact['members'][number][] = [];
  for (const [key, each] of object.members) {
    const value = writtenValue(each);
    if (value === undefined) return;
    members.push({ name: key, value });
  }
  walk.facts.enums.push(enumFact(name, members, line, { kind: 'object' }));
}

/** What is written in `… as const` and `Object.freeze(…)`. */
function frozenIn(node: ts.Expression): ts.Expression | undefined {
  if (ts.isSatisfiesExpression(node)) return frozenIn(node.expression);
  if (ts.isAsExpression(node)) {
    const { type } = node;
    const isConst = ts.isTypeReferenceNode(type) && ts.wordOf(type.typeName) === 'const';
    return isConst ? node.expression : undefined;
  }
  const isFreeze = ts.isCallExpression(node) && ts.dotted(node.expression).endsWith('.freeze');
  return isFreeze ? node.arguments[0] : undefined;
}

/** Closed lists of values in TypeScript and JavaScript. */
export const enumFacts: FactFinder = {
  applies: ({ isTest }) => !isTest,
  visit: new Map([
    ts.on(ts.isEnumDeclaration, enumeration),
    ts.on(ts.isTypeAliasDeclaration, union),
    ts.on(ts.isVariableDeclaration, constant),
  ]),
};
