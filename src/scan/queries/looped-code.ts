import ts from 'typescript-api';

import { addFlaw } from '../facts/flaws.ts';
import type { FactFinder, FactWalk } from '../rule.ts';
import { calledName } from '../syntax/around.ts';
import { unwrapped } from '../syntax/pieces.ts';
import { dataCall } from './data-calls.ts';
import { changesWith, roundAround } from './loops.ts';
import { isLoopedSource, LOOPED } from './where.ts';

/** One finding is enough for a loop. */
const said = new WeakSet<ts.Node>();

function awaited(node: ts.Node, walk: FactWalk): void {
  if (!ts.isAwaitExpression(node)) return;
  const { source } = walk.file;
  const asked = askedFor(node.expression, source);
  if (asked === undefined) return;
  const round = roundAround(node, walk.ancestors);
  if (round === undefined || said.has(round.loop) || !changesWith(node.expression, round)) return;
  const start = node.getStart(source);
  if (isBulk(node.expression) || isMeant(walk.file.text, start)) return;
  said.add(round.loop);
  const line = source.getLineAndCharacterOfPosition(start).line + 1;
  addFlaw(walk.facts, 'BACK-002', line, LOOPED[asked]);
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
  const call = ts.isCallExpression(node) ? node : undefined;
  if (call === undefined) return false;
  const name = calledName(call);
  if (/^(?:createMany\w*|insertMany|bulkCreate|bulkWrite)$/.test(name)) return true;
  return /^(?:updateMany|deleteMany|findMany)$/.test(name) && hasIn(call);
}

function hasIn(node: ts.Node): boolean {
  if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && /^(?:in|\$in)$/.test(node.name.text))
    return true;
  return ts.forEachChild(node, (child) => hasIn(child) || undefined) ?? false;
}

/** What is awaited, also by way of `firstValueFrom(…)` and `.then(…)`. */
function askedFor(node: ts.Expression, source: ts.SourceFile): 'database' | 'request' | undefined {
  const inner = unwrapped(node);
  if (inner !== undefined) return askedFor(inner, source);
  if (!ts.isCallExpression(node)) return undefined;
  const [first] = node.arguments;
  const isTurned =
    ts.isIdentifier(node.expression) && /^(?:firstValueFrom|lastValueFrom)$/.test(node.expression.text);
  if (isTurned && first !== undefined) return askedFor(first, source);
  if (ts.isPropertyAccessExpression(node.expression)) {
    const isHandled = /^(?:then|catch|finally|json|pipe)$/.test(node.expression.name.text);
    if (isHandled) return askedFor(node.expression.expression, source);
  }
  return dataCall(node, source);
}

/** Queries and requests of TypeScript and JavaScript that wait for one another in a loop. */
export const loopedInCode: FactFinder = {
  words: ['await '],
  applies: isLoopedSource,
  visit: new Map([[ts.SyntaxKind.AwaitExpression, awaited]]),
};
