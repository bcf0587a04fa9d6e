import ts from 'typescript-api';

import { calledName } from './around.ts';
import { bare } from './record-data.ts';

/** `db.select().from(orders).where(…)` of Drizzle. */
export function isSelected(node: ts.CallExpression): boolean {
  for (let at: ts.Expression = node; ts.isCallExpression(at);) {
    if (!ts.isPropertyAccessExpression(at.expression)) return false;
    if (calledName(at) === 'select') return isStore(at.expression.expression);
    at = bare(at.expression.expression);
  }
  return false;
}

function isStore(node: ts.Expression): boolean {
  return /^(?:db|tx|database|drizzle)$/.test(lastName(node));
}

function lastName(node: ts.Expression): string {
  const inner = bare(node);
  if (ts.isIdentifier(inner)) return inner.text;
  return ts.isPropertyAccessExpression(inner) ? inner.name.text : '';
}

/** `prisma.order`, `db.query.orders`: whatever asks it gets plain records. */
export function isPrismaModel(node: ts.Expression): boolean {
  const inner = bare(node);
  if (!ts.isPropertyAccessExpression(inner)) return false;
  const client = bare(inner.expression);
  const isDrizzle = lastName(client) === 'query' && ts.isPropertyAccessExpression(client);
  return /^prisma(?:Client|Service)?$/i.test(lastName(client)) || (isDrizzle && isStore(client.expression));
}
