import * as ts from '../../syntax/typescript/view.ts';

/** Words for writing down what somebody relies on. */
export const WRITES =
  /^(?:save|saveAll|create|createMany|insert|insertOne|insertMany|delete|deleteOne|deleteMany|destroy|update|updateOne|updateMany|upsert|bulkCreate|bulkWrite|persist|commit|sendMail|charge|capture|refund|saveChanges|saveChangesAsync)$/i;

/** Things that may be lost: they can be made again, or nobody waits for them. */
const SPARE =
  /cache|queryclient|redis|log|metric|analytic|telemetr|track|storage|session|seed|index|hash|cipher|hmac|document\b/i;

const CHANGES =
  /^(?:save|create|insert|delete|destroy|remove|update|upsert|persist|commit|send|charge|capture|refund|cancel|revoke|publish|enqueue|store|write|register|import|migrate|sync)(?![a-z])/;

/** Whether a call named so (`users.save`, `sendInvoice`) changes something that matters. */
export function isLossName(name: string): boolean {
  return CHANGES.test(name.split('.').at(-1) ?? '') && !SPARE.test(name);
}

/** Whether a block awaits a write of something that matters. */
export function isLoss(block: ts.Block): boolean {
  return ts.has(
    block,
    (node) => ts.isAwaitExpression(node) && ts.isCallExpression(node.expression) && isWrite(node.expression),
    (node) => ts.isFunctionLike(node) || ts.isTryStatement(node),
  );
}

const CHAINED = /^(?:set|where|values|returning|execute|onConflict\w*)$/;

/** Whether a call writes something down that matters. */
export function isWrite(node: ts.CallExpression): boolean {
  if (!ts.isPropertyAccessExpression(node.expression)) return false;
  const inner = node.expression.expression;
  // `db.update(orders).set(…).where(…)` is a write from its first step on.
  if (CHAINED.test(ts.calledName(node)) && ts.isCallExpression(inner)) return isWrite(inner);
  if (!WRITES.test(ts.calledName(node))) return false;
  return !SPARE.test(wordsOf(node.expression.expression));
}

/** What a thing is called by, all of it. */
function wordsOf(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node)) return `${wordsOf(node.expression)}.${node.name.text}`;
  return ts.isCallExpression(node) ? wordsOf(node.expression) : '';
}
