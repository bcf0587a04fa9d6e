import * as ts from '../../syntax/typescript/view.ts';

import { addFlaw } from '../../engine/flaws.ts';
import type { FactFinder, FactWalk } from '../../engine/rule.ts';
import { chainOf, dataCall, repositoriesOf } from './data-calls.ts';
import { isLoopedSource, REPLACED } from './where.ts';
import { wordSet } from '../../engine/words.ts';

const REMOVES = wordSet('deleteMany delete destroy remove del truncate deleteOne clear deleteBy');
const MAKES = wordSet(`
  createMany create insert bulkCreate insertMany save insertOne createManyAndReturn bulkInsert upsert`);
/** Passed on from call to call, whoever began it. */
const SAFE_ROOTS = /^(?:tx|trx|t|transaction\w*|manager|entityManager|em|queryRunner|session|batch)$/i;

type Removed = { readonly of: string; readonly path: readonly ts.Node[]; readonly line: number };

/** What is meant to end when a new one is made: losing the old one is the aim. */
const PASSING = /token|otp|verification|nonce|challenge/i;

const removedIn = new WeakMap<ts.Node, Removed[]>();

function call(node: ts.CallExpression, walk: FactWalk): void {
  const verb = ts.calledName(node);
  const isRemoved = REMOVES.has(verb);
  if (!isRemoved && !MAKES.has(verb)) return;
  const { source, text } = walk.file;
  const of = thingOf(node, source);
  if (of === undefined || PASSING.test(of)) return;
  const around = functionAround(walk.ancestors);
  if (around === undefined) return;
  const path = [...walk.ancestors, node];
  if (isRemoved) {
    const line = ts.lineOf(node, source);
    const known = removedIn.get(around);
    if (known === undefined) removedIn.set(around, [{ of, path, line }]);
    else known.push({ of, path, line });
    return;
  }
  const removed = removedIn.get(around)?.find((each) => each.of === of && isFollowed(each.path, path));
  if (removed === undefined || isInTransaction(around, text)) return;
  const isBegunAbove = path.some(
    (each) => ts.isCallExpression(each) && /transaction/i.test(ts.calledName(each)),
  );
  if (isBegunAbove) return;
  addFlaw(walk.facts, 'BACK-016', removed.line, REPLACED);
  removedIn.delete(around);
}

/** What rows are removed or made: `prisma.tag`, `tagRepository`, the table of a builder. */
function thingOf(node: ts.CallExpression, source: ts.SourceFile): string | undefined {
  const names = chainOf(node);
  const [root] = names;
  if (root === undefined || SAFE_ROOTS.test(root) || names.some((name) => SAFE_ROOTS.test(name)))
    return undefined;
  if (dataCall(node, source) !== 'database') return undefined;
  const isHolder =
    /(?:Repository|Repo|Model|Dao|Dal|DAL)$|^[A-Z]/.test(root) || repositoriesOf(source).has(root);
  if (names.length > 2 || isHolder) return names.slice(0, -1).join('.');
  // `db.delete(tags)` and `db.insert(tags)`.
  const [first] = node.arguments;
  return ts.isIdentifier(first) && /^(?:db|database|drizzle)$/.test(root) ? first.text : undefined;
}

const EACH = /^(?:map|forEach|flatMap|reduce|filter|then|all|allSettled)$/;

/** The function that does both, through the callbacks of lists and promises. */
function functionAround(ancestors: readonly ts.Node[]): ts.Node | undefined {
  for (let at = ancestors.length - 1; at >= 0; at -= 1) {
    const node = ancestors[at];
    if (!ts.isFunctionLike(node)) continue;
    const above = ancestors[at - 1];
    if (ts.isCallExpression(above) && EACH.test(ts.calledName(above))) continue;
    return node;
  }
  return undefined;
}

/** Whether the second is done after the first: not on another branch, nor after the first has left the function. */
function isFollowed(first: readonly ts.Node[], second: readonly ts.Node[]): boolean {
  let at = 0;
  while (at < first.length && first[at] === second[at]) at += 1;
  const common = first[at - 1];
  if (common === undefined || ts.isIfStatement(common) || ts.isConditionalExpression(common)) return false;
  if (ts.isTryStatement(common) || ts.isCaseBlock(common)) return false;
  const ways = [first[at], second[at]].map((node) => (ts.isIfStatement(node) ? chosenBy(node) : undefined));
  if (ways[0] !== undefined && ways[0] === ways[1]) return false;
  return !first.slice(at).some((node) => ts.isBlock(node) && isLeft(node));
}

/** `operation` in `if (operation === 'delete')`: what is one thing in this statement is another in the next. */
function chosenBy({ expression }: ts.IfStatement): string | undefined {
  return ts.isOperation(expression, '===') ? ts.wordOf(expression.left) || undefined : undefined;
}

function isLeft({ statements }: ts.Block): boolean {
  const last = statements.at(-1);
  return ts.isReturnStatement(last) || ts.isThrowStatement(last);
}

function isInTransaction(node: ts.Node, text: string): boolean {
  return /transaction|\btr?x\b|\bBEGIN\b|unitOfWork/i.test(text.slice(node.pos, node.end));
}

/** Rows of TypeScript and JavaScript that are removed and made again without a transaction. */
export const replacedInCode: FactFinder = {
  applies: isLoopedSource,
  visit: new Map([ts.on(ts.isCallExpression, call)]),
};
