import * as ts from '../../syntax/typescript/view.ts';

import type { FactFinder, FactWalk } from '../../engine/rule.ts';
import { importedAs } from '../../syntax/typescript/imported.ts';
import { isPrismaModel, isSelected } from './loaded-rows.ts';
import { memberOf } from '../../syntax/typescript/members.ts';
import { classAround, functionName } from '../../syntax/typescript/scope.ts';
import { usesIn } from '../../syntax/typescript/variable-uses.ts';

/** Something a function changed or made in memory and did not store, as far as the function says. */
export type UnsavedFact = {
  readonly what: string;
  /** `lazy`: a query that is built and never sent. `unwaited`: a coroutine that is never started. */
  readonly how: 'changed' | 'made' | 'added' | 'lazy' | 'unwaited';
  /** The function, by the name others call it by; empty without one. */
  readonly of: string;
  /** Answers a request by itself: nobody who calls it will store anything. */
  readonly isHandler: boolean;
  /** Given back to whoever calls: without a caller nobody can say what becomes of it. */
  readonly isReturned?: true;
  /** The type that was told, which counts only where the project declares it as a context of Entity Framework. */
  readonly context?: string;
  readonly line: number;
};

/** Something that stores what was changed, around every request or command. */
export type SaverFact = { readonly line: number };

const LOADS = /^(?:findOne(?:By|OrFail|ByOrFail)?|findById|findByPk)$/;
const CHAINED = /^(?:populate|select|exec|session|orFail)$/;
const MUTATING =
  /^(?:update|set|change|create|add|remove|edit|approve|reject|cancel|complete|finish|activate|deactivate|enable|disable|mark|toggle|assign|reset|ban|block|publish|archive|close|reopen|pay|ship|confirm|accept|decline|rename|move|verify|register|signup|execute|handle|patch|put|post|save|modify|apply|increment|transfer|deliver|start|stop|suspend|restore|follow|like|vote|invite|plan|reserve|book|schedule|reschedule|submit|place|lend|borrow|return|take|give|store|write|make|insert|grant|revoke|link|unlink|attach|detach|withdraw|hire|fire|promote|demote|lock|unlock|hide|show|open|pause|resume|release|claim|refund|renew|extend|switch|sync|merge|split|import|rate|review|comment|answer|resolve|escalate|log|record|track|count|use|redeem|charge|deposit|upgrade|downgrade|subscribe|unsubscribe|enrol|join|leave|report|flag|star|pin|upload|persist)/i;
/** Names of functions that are not there to make anything that stays. */
const READING =
  /^(?:get|find|retrieve|query|search|select|lookup|resolve|compute|calculate|list|load|fetch|read|is|has|can|to|from|parse|map|format|build|default|empty|init|prepare|hydrate|sample|clone|copy|validate|check|compare|with|preview|draft|view|present|render|serialize|enrich|decorate|populate|transform|normalize|sanitize|strip|mask|describe|authenticate|login)/i;

type Around = ts.FunctionLikeDeclaration & { readonly body: ts.ConciseBody };

function declaration(node: ts.VariableDeclaration, walk: FactWalk): void {
  if (node.initializer === undefined) return;
  const held = heldIn(node.name);
  if (held === undefined) return;
  const how = kept(unwaited(node.initializer), walk);
  if (how === undefined) return;
  const at = walk.ancestors.findLastIndex((each) => ts.isFunctionLike(each));
  const around = walk.ancestors[at] as Around | undefined;
  if (around?.body === undefined || !ts.isBlock(around.body)) return;
  const { isHandler, name } = contextOf(around, at, walk.ancestors);
  const isMeant = isHandler || MUTATING.test(name) || (how !== 'plain' && name !== '' && !READING.test(name));
  if (!isMeant) return;
  const uses = usesIn(around.body, held, node);
  if (uses.isGiven || uses.isStored || (how !== 'made' && uses.change === undefined)) return;
  const place = how === 'made' ? node : (uses.change ?? node);
  // A plain record may be dressed up for whoever sees it; a new state or time is meant to stay.
  if (how === 'plain' && !isLasting(place, walk)) return;
  const done = how === 'plain' ? 'changed' : how;
  walk.facts.unsaved.push({ what: held, how: done, of: name, isHandler, line: walk.line(place) });
}

/** `order`, or `order` of `const [order] = await db.select()…`. */
function heldIn(name: ts.BindingName): string | undefined {
  if (ts.isIdentifier(name)) return name.text;
  const [only, ...more] = ts.isArrayBindingPattern(name) ? name.elements : [];
  return ts.isBindingElement(only) && ts.isIdentifier(only.name) && more.length === 0
    ? only.name.text
    : undefined;
}

function isLasting(place: ts.Node, { file }: FactWalk): boolean {
  const after = file.text.slice(place.end, place.end + 60);
  if (STATE.test(after)) return true;
  // `user.isFollowed = true` is said to whoever looks; `order.paid = true` is a fact.
  return (
    /^\s*=\s*(?:true|false)\s*(?:;|\n)/.test(after) &&
    !/\.(?:is|has|can|was|should)[A-Z]\w*$/.test(file.text.slice(place.pos, place.end))
  );
}

/** What is assigned: `= 'CONFIRMED'`, `= OrderStatus.Paid`, `= new Date()`. */
const STATE = /^\s*=\s*(?:'[A-Za-z_-]+'|"[A-Za-z_-]+"|[A-Z]\w*\.\w+|new Date\(\))\s*(?:;|\n)/;
const PRISMA_LOADS = /^find(?:Unique|First)(?:OrThrow)?$/;

function unwaited(node: ts.Expression): ts.Expression {
  const inner = ts.bare(node);
  return ts.isAwaitExpression(inner) ? ts.bare(inner.expression) : inner;
}

/** Whether an expression loads something that a change of has to be saved, or makes something that has to be. */
function kept(node: ts.Expression, walk: FactWalk): 'changed' | 'made' | 'plain' | undefined {
  if (ts.isNewExpression(node)) return isModel(node.expression, walk) ? 'made' : undefined;
  if (!ts.isCallExpression(node)) return undefined;
  if (ts.isIdentifier(node.expression)) return keptBy(node.expression.text, walk);
  if (!ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { name, expression } = node.expression;
  if (isSelected(node)) return 'plain';
  if (CHAINED.test(name.text)) return kept(unwaited(expression), walk);
  if (PRISMA_LOADS.test(name.text) && isPrismaModel(expression)) return 'plain';
  if (ts.isThis(expression) && isOwnLoad(name.text, walk)) return 'changed';
  const isLoad = LOADS.test(name.text);
  // Most calls are neither: who is asked is found out for those that are.
  if (!isLoad && name.text !== 'create' && name.text !== 'build') return undefined;
  const holder = holderOf(expression, walk);
  if (isLoad) {
    const isPlain = node.arguments.some((each) => /\b(?:raw|lean)\s*:\s*true/.test(textOf(each, walk)));
    return holder === undefined || isPlain ? undefined : 'changed';
  }
  // A repository of the project's own may well store what it creates; that of TypeORM does not, and does not wait.
  if (holder === 'repository' && name.text === 'create' && !ts.isIdentifier(ts.bare(expression)))
    return 'made';
  if (holder === 'model' && name.text === 'build') return 'made';
  return undefined;
}

/** `one(id)`, where the file has a function that looks for one and gives it back. */
function keptBy(name: string, walk: FactWalk): 'changed' | 'plain' | undefined {
  for (const each of walk.file.source.statements) {
    if (!ts.isFunctionDeclaration(each) || each.name?.text !== name) continue;
    const text = textOf(each, walk);
    if (/\.(?:create|insert|update|upsert|save)\(|\blean\b|\braw\s*:/.test(text)) return undefined;
    if (/\.find(?:Unique|First)(?:OrThrow)?\(|\.select\(\)\s*\.from\(/.test(text)) return 'plain';
    return /\b[A-Z]\w*\.(?:findOne|findById|findByPk)\(/.test(text) ? 'changed' : undefined;
  }
  return undefined;
}

/** `this.one(id)`, where the class has a method that looks for one in its store and gives it back. */
function isOwnLoad(name: string, walk: FactWalk): boolean {
  if (!ownsStore(walk)) return false;
  const around = classAround(walk.ancestors);
  const member = around === undefined ? undefined : memberOf(around.node, name, []);
  if (member?.kind !== 'method') return false;
  const text = textOf(member.node, walk);
  return /\.(?:findOne\w*|findById|findByPk)\(/.test(text) && !/\blean\b|\braw\s*:|\.create\(/.test(text);
}

function textOf(node: ts.Node, { file }: FactWalk): string {
  return file.text.slice(node.pos, node.end);
}

/** What is asked: a repository of TypeORM, a model of Mongoose or Sequelize, or the class itself that has one of them. */
function holderOf(node: ts.Expression, walk: FactWalk): 'repository' | 'model' | 'own' | undefined {
  const inner = ts.bare(node);
  if (ts.isIdentifier(inner)) {
    if (/^[A-Z][a-z]\w*$/.test(inner.text)) return 'model';
    return /(?:Repository|Repo)$|^(?:manager|em|entityManager)$/.test(inner.text) ? 'repository' : undefined;
  }
  if (ts.isThis(inner)) return ownsStore(walk) ? 'own' : undefined;
  if (ts.isCallExpression(inner)) return ts.calledName(inner) === 'getRepository' ? 'repository' : undefined;
  if (!ts.isPropertyAccessExpression(inner) || !ts.isThis(inner.expression)) return undefined;
  const around = classAround(walk.ancestors);
  const member = around === undefined ? undefined : memberOf(around.node, inner.name.text, []);
  if (member?.kind !== 'typed') return undefined;
  if (/^(?:Repository|EntityManager|EntityRepository)$/.test(member.type)) return 'repository';
  return /^(?:Model|ReturnModelType|PaginateModel)$/.test(member.type) ? 'model' : undefined;
}

function ownsStore({ ancestors, file }: FactWalk): boolean {
  const around = classAround(ancestors);
  if (around === undefined) return false;
  const { node } = around;
  const owns =
    owners.get(node) ?? /\b(?:Repository|EntityRepository|Model)</.test(file.text.slice(node.pos, node.end));
  owners.set(node, owns);
  return owns;
}

/** Every call of its own methods in a class asks. */
const owners = new WeakMap<ts.Node, boolean>();

/** A class that comes from where models are, in a file that stores models. */
function isModel(node: ts.Expression, { file }: FactWalk): boolean {
  if (!ts.isIdentifier(node) || /(?:Dto|DTO|Error|Exception|Schema|Service)$/.test(node.text)) return false;
  const from = importedAs(file.source, node.text)?.from ?? requiredFrom(file.text, node.text);
  if (from === undefined || !/(?:^|[/._-])(?:models?|entity|entities|schemas?)(?:[/._-]|$)/i.test(from))
    return false;
  const asks = new RegExp(
    String.raw`\b${node.text}\.(?:find\w*|create|build|updateOne|deleteOne|count\w*)\(|Repository<${node.text}>`,
  );
  return asks.test(file.text) || /\b(?:req|request)\b[^)]*\bres(?:ponse)?\b/.test(file.text);
}

function requiredFrom(text: string, name: string): string | undefined {
  return new RegExp(String.raw`\b${name}\b\s*\}?\s*=\s*require\(\s*['"]([^'"]+)`).exec(text)?.[1];
}

const ROUTES = /^(?:post|put|patch|delete|del)$/;
const ROUTE_DECORATORS = /^(?:Post|Put|Patch|Delete|Mutation|CommandHandler)$/;

function contextOf(
  around: Around,
  at: number,
  ancestors: readonly ts.Node[],
): { readonly isHandler: boolean; readonly name: string } {
  const outside = ancestors.slice(0, at);
  const name = functionName(around, outside)?.split('.').at(-1) ?? '';
  const isRouted = outside.some((each) => ts.isCallExpression(each) && ROUTES.test(ts.calledName(each)));
  const isDecorated = [...ts.decoratorsOf(around).keys()].some((each) => ROUTE_DECORATORS.test(each));
  const parameters = around.parameters.map((each) => ts.wordOf(each.name));
  const answers = /^req(?:uest)?$/.test(parameters[0] ?? '') && /^res(?:ponse)?$/.test(parameters[1] ?? '');
  return { isHandler: isRouted || isDecorated || (answers && MUTATING.test(name)), name };
}

const PRISMA_WRITES = /^(?:create|update|delete|upsert|createMany|updateMany|deleteMany)$/;
const QUERY_WRITES =
  /^(?:updateOne|updateMany|deleteOne|deleteMany|replaceOne|findByIdAndUpdate|findOneAndUpdate|findByIdAndDelete|findOneAndDelete)$/;

/** `prisma.user.update(…);` and `User.updateOne(…);` do nothing until somebody waits for them. */
function statement(node: ts.ExpressionStatement, walk: FactWalk): void {
  const call = ts.isVoidExpression(node.expression) ? node.expression.expression : node.expression;
  if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return;
  const { name, expression } = call.expression;
  const isPrisma = PRISMA_WRITES.test(name.text) && isPrismaModel(expression);
  const built = isPrisma ? undefined : drizzleWrite(call);
  if (built !== undefined) return lazy(node, built, walk);
  const isQuery = QUERY_WRITES.test(name.text) && holderOf(expression, walk) === 'model';
  const last = call.arguments.at(-1);
  if ((!isPrisma && !isQuery) || ts.isFunction(last)) return;
  lazy(node, name.text, walk);
}

function lazy(node: ts.Node, what: string, walk: FactWalk): void {
  const line = walk.line(node);
  walk.facts.unsaved.push({ what, how: 'lazy', of: '', isHandler: true, line });
}

/** `update` of `db.update(boxes).set(…).where(…)`, which Drizzle sends when somebody waits for it. */
function drizzleWrite(node: ts.CallExpression): string | undefined {
  let call: ts.Expression = node;
  let steps = 0;
  while (ts.isCallExpression(call) && ts.isPropertyAccessExpression(call.expression)) {
    const { name, expression }: ts.PropertyAccessExpression = call.expression;
    const inner = ts.bare(expression);
    if (ts.isIdentifier(inner)) {
      const isStore = /^(?:db|tx|database|drizzle)$/.test(inner.text) && call.arguments.length === 1;
      return isStore && steps > 0 && /^(?:update|insert|delete)$/.test(name.text) ? name.text : undefined;
    }
    if (!/^(?:set|where|values|returning|onConflict\w*)$/.test(name.text)) return undefined;
    steps += 1;
    call = inner;
  }
  return undefined;
}

/** What functions of TypeScript and JavaScript change or make and do not store: TypeORM, Mongoose, Sequelize, Prisma. */
export const unsavedFacts: FactFinder = {
  applies: ({ isTest, isSide, language, path }) =>
    !isTest && !isSide && !/^(?:tsx|jsx|vue|svelte)$/.test(language) && !/(?:^|\/)migrations?\//.test(path),
  visit: new Map([ts.on(ts.isVariableDeclaration, declaration), ts.on(ts.isExpressionStatement, statement)]),
};
