import * as ts from '../../syntax/typescript/view.ts';

import type { FactFinder, FactWalk } from '../../engine/rule.ts';
import { isLoss, isWrite } from './lost-writes.ts';
import { fallsBack, isFallback, isOwnSecret, isShipped, UNVERIFIED, SWALLOWED } from './where.ts';

function call(node: ts.CallExpression, walk: FactWalk): void {
  const name = ts.calledName(node);
  if (name === 'catch') passedOver(node, walk);
  else if (READS_SETTING.test(name)) helper(node, walk);
}

/** `await prisma.order.update(…).catch(() => {});` */
function passedOver(node: ts.CallExpression, walk: FactWalk): void {
  const [handler] = node.arguments;
  if (
    !ts.isFunction(handler) ||
    !isNothing(handler.body, walk) ||
    !ts.isPropertyAccessExpression(node.expression)
  )
    return;
  const written = node.expression.expression;
  if (ts.isCallExpression(written) && isWrite(written)) walk.flaw('SAFE-005', handler, SWALLOWED);
}

const READS_SETTING = /env|config|setting|secret|option/i;

/** `readEnv('JWT_SECRET', '---')`: a helper that takes what stands in for a setting. */
function helper({ arguments: [setting, instead] }: ts.CallExpression, walk: FactWalk): void {
  const name = ts.textOf(setting);
  if (name === undefined || instead === undefined || !isOwnSecret(name)) return;
  const text = ts.textOf(instead) ?? ts.textOf(ts.optionOf(instead, 'default') ?? instead);
  if (isFallback(text ?? '') && !isRefused(name, walk))
    walk.flaw('SAFE-003', setting ?? instead, fallsBack(name));
}

/** `{}`, `undefined`, `null`; a comment inside says that somebody has thought of it. */
function isNothing(body: ts.ConciseBody, { file: { source, text } }: FactWalk): boolean {
  if (ts.isBlock(body))
    return body.statements.length === 0 && !/\/[/*]/.test(text.slice(body.getStart(source), body.end));
  return (
    ts.isNull(body) ||
    ts.wordOf(body) === 'undefined' ||
    (ts.isVoidExpression(body) && ts.isNumericLiteral(body.expression))
  );
}

const UNCHECKED = /^(?:rejectUnauthorized|strictSSL)$/;

function property(node: ts.PropertyAssignment, walk: FactWalk): void {
  if (!ts.isFalse(node.initializer)) return;
  if (!UNCHECKED.test(ts.keyOf(node.name))) return;
  // Who looks at certificates themselves has to get them first.
  if (walk.file.text.includes('getPeerCertificate') || isConditional(walk.ancestors)) return;
  walk.flaw('SAFE-002', node, UNVERIFIED);
}

/** What depends on something is somebody's decision. */
function isConditional(ancestors: readonly ts.Node[]): boolean {
  return ancestors.some(
    (node) =>
      ts.isIfStatement(node) ||
      ts.isConditionalExpression(node) ||
      ts.isSwitchStatement(node) ||
      ts.isOperation(node, '&&', '||'),
  );
}

function binary(node: ts.BinaryExpression, walk: FactWalk): void {
  if (ts.isOperation(node, '=')) return switchOff(node, walk);
  if (!ts.isOperation(node, '||', '??') || !isFallback(ts.textOf(node.right) ?? '')) return;
  const name = settingName(node.left);
  if (name === undefined || !isOwnSecret(name) || isRefused(name, walk)) return;
  walk.flaw('SAFE-003', node, fallsBack(name));
}

/** `process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'`. */
function switchOff(node: ts.BinaryExpression, walk: FactWalk): void {
  if (settingName(node.left) !== 'NODE_TLS_REJECT_UNAUTHORIZED' || isConditional(walk.ancestors)) return;
  if (ts.keyOf(node.right) === '0') walk.flaw('SAFE-002', node, UNVERIFIED);
}

/** The name of a setting: `process.env.X`, `env['X']`, `config.get('X')`. */
function settingName(node: ts.Expression): string | undefined {
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
    if (!/^env$/i.test(ts.lastWord(node.expression))) return undefined;
    return ts.isPropertyAccessExpression(node) ? node.name.text : ts.textOf(node.argumentExpression);
  }
  if (!ts.isCallExpression(node) || !/^(?:get|getOrThrow|env)$/.test(ts.calledName(node))) return undefined;
  return /config|env/i.test(ts.lastWord(ts.calledOn(node))) ? ts.textOf(node.arguments[0]) : undefined;
}

/** Whether the file ends where the setting is missing. */
function isRefused(name: string, { file: { text } }: FactWalk): boolean {
  return text.split('throw').some((after, nth) => nth > 0 && after.slice(0, 160).includes(name));
}

function attempt(node: ts.TryStatement, walk: FactWalk): void {
  if (node.catchClause === undefined) return;
  const { block } = node.catchClause;
  const { source, text } = walk.file;
  if (block.statements.length > 0 || /\/[/*]/.test(text.slice(block.getStart(source), block.end))) return;
  if (isLoss(node.tryBlock)) walk.flaw('SAFE-005', node.catchClause, SWALLOWED);
}

/** What TypeScript and JavaScript do that lets strangers in or loses what was to be kept. */
export const safetyInCode: FactFinder = {
  applies: (file) => isShipped(file) && (file.language === 'typescript' || file.language === 'javascript'),
  visit: new Map([
    ts.on(ts.isCallExpression, call),
    ts.on(ts.isPropertyAssignment, property),
    ts.on(ts.isBinaryExpression, binary),
    ts.on(ts.isTryStatement, attempt),
  ]),
};
