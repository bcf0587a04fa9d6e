import * as ts from '../../syntax/typescript/view.ts';

import type { FactFinder, FactWalk } from '../../engine/rule.ts';
import { dataCall } from './data-calls.ts';
import { changesWith, roundAround } from './loops.ts';
import { isLoopedSource, LOOPED } from './where.ts';

/** One finding is enough for a loop. */
const said = new WeakSet<ts.Node>();

function awaited(node: ts.AwaitExpression, walk: FactWalk): void {
  const { source } = walk.file;
  const asked = askedFor(node.expression, source);
  if (asked === undefined) return;
  const round = roundAround(node, walk.ancestors);
  if (round === undefined || said.has(round.loop) || !changesWith(node.expression, round)) return;
  const start = node.getStart(source);
  if (isBulk(node.expression) || isMeant(walk.file.text, start)) return;
  const written = walk.file.text.slice(start, node.end);
  // Files go one by one on purpose, and a row that is written among other things has its reasons.
  if (asked === 'request' ? /blob|formData|stream/i.test(written) : isWrite(written) && !isAlone(round.body))
    return;
  said.add(round.loop);
  walk.flaw('BACK-002', node, LOOPED[asked]);
}

function isWrite(call: string): boolean {
  return /\.(?:save|update|create|insert|add|upsert|merge|set)\w*\s*\(/i.test(call);
}

/** Whether a write is nearly all that is done in each round. */
function isAlone(body: ts.Node): boolean {
  return !ts.isBlock(body) || body.statements.length <= 2;
}

/** Somebody who switched the linter's rule off for this has thought of it. */
function isMeant(text: string, start: number): boolean {
  return (
    text.slice(Math.max(0, start - 160), start).includes('no-await-in-loop') ||
    /eslint-disable\s+[\w\s,/-]*no-await-in-loop/.test(text)
  );
}

/** What already speaks of many at once: a bulk write, or `where: { id: { in: … } }`. */
function isBulk(node: ts.Expression): boolean {
  if (!ts.isCallExpression(node)) return false;
  const name = ts.calledName(node);
  if (/^(?:createMany\w*|insertMany|bulkCreate|bulkWrite)$/.test(name)) return true;
  return /^(?:updateMany|deleteMany|findMany)$/.test(name) && ts.has(node, isIn);
}

function isIn(node: ts.Node): boolean {
  return ts.isPropertyAssignment(node) && /^(?:in|\$in)$/.test(ts.wordOf(node.name));
}

/** What is awaited, also by way of `firstValueFrom(…)` and `.then(…)`. */
function askedFor(node: ts.Expression, source: ts.SourceFile): 'database' | 'request' | undefined {
  const inner = ts.unwrapped(node);
  if (inner !== undefined) return askedFor(inner, source);
  if (!ts.isCallExpression(node)) return undefined;
  const [first] = node.arguments;
  const isTurned = /^(?:firstValueFrom|lastValueFrom)$/.test(ts.wordOf(node.expression));
  if (isTurned && first !== undefined) return askedFor(first, source);
  const on = ts.calledOn(node);
  if (on !== undefined && /^(?:then|catch|finally|json|pipe)$/.test(ts.calledName(node)))
    return askedFor(on, source);
  return dataCall(node, source);
}

/** Queries and requests of TypeScript and JavaScript that wait for one another in a loop. */
export const loopedInCode: FactFinder = {
  applies: isLoopedSource,
  visit: new Map([ts.on(ts.isAwaitExpression, awaited)]),
};
