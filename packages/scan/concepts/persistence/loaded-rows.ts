import * as ts from '../../syntax/typescript/view.ts';

/** `db.select().from(orders).where(…)` of Drizzle. */
export function isSelected(node: ts.CallExpression): boolean {
  for (let at: ts.Expression = node; ts.isCallExpression(at);) {
    if (!ts.isPropertyAccessExpression(at.expression)) return false;
    if (ts.calledName(at) === 'select') return isStore(at.expression.expression);
    at = ts.bare(at.expression.expression);
  }
  return false;
}

function isStore(node: ts.Expression): boolean {
  return /^(?:db|tx|database|drizzle)$/.test(ts.lastWord(ts.bare(node)));
}

/** `prisma.order`, `db.query.orders`: whatever asks it gets plain records. */
export function isPrismaModel(node: ts.Expression): boolean {
  const inner = ts.bare(node);
  if (!ts.isPropertyAccessExpression(inner)) return false;
  const client = ts.bare(inner.expression);
  if (/^prisma(?:Client|Service)?$/i.test(ts.lastWord(client))) return true;
  return ts.isPropertyAccessExpression(client) && client.name.text === 'query' && isStore(client.expression);
}
