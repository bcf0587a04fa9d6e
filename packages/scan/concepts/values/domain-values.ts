import * as ts from '../../syntax/typescript/view.ts';

import type { FactFinder, FactWalk } from '../../engine/rule.ts';
import { isDomainField } from './domain-words.ts';

declare module '../../engine/facts.ts' {
  interface Facts {
    readonly domainValues: DomainValueFact[];
  }
}

/** One value of a closed set where code uses it: `order.status === 'paid'`, `order.status = OrderStatus.Paid`. */
export type DomainValueFact = {
  readonly field: string;
  /** What the field belongs to, as it is written: `order`, `prisma.order.update`; empty when nothing says. */
  readonly of: string;
  /** A text, or the name of a member of `ofEnum`. */
  readonly value: string;
  readonly ofEnum?: string;
  readonly how: 'compared' | 'set';
  /** Set in something that is given to a call, which `of` names; otherwise `of` is the owner itself. */
  readonly inCall?: true;
  /** For a value that is set: the values the field is known to have at this place. */
  readonly from?: readonly Chosen[];
  readonly line: number;
};

export type Chosen = { readonly value: string; readonly ofEnum?: string };

/** Orders of sorting are no states. */
const VALUE = /^(?!(?:asc|desc)$)[A-Za-z][\w -]{0,40}$/i;

/** A text, or `OrderStatus.Paid`. */
function chosen(node: ts.Expression): Chosen | undefined {
  const inner = ts.bare(node);
  if (ts.isStringLiteralLike(inner)) return VALUE.test(inner.text) ? { value: inner.text } : undefined;
  if (!ts.isPropertyAccessExpression(inner) || !ts.isIdentifier(inner.expression)) return undefined;
  const ofEnum = inner.expression.text;
  return /^[A-Z]/.test(ofEnum) ? { value: inner.name.text, ofEnum } : undefined;
}

type Field = { readonly field: string; readonly of: string };

/** `order.status`, `this.order?.status`, `orderStatus`. */
function fieldOf(node: ts.Expression): Field | undefined {
  const inner = ts.bare(node);
  if (ts.isIdentifier(inner)) return isDomainField(inner.text) ? { field: inner.text, of: '' } : undefined;
  if (!ts.isPropertyAccessExpression(inner) || !isDomainField(inner.name.text)) return undefined;
  return { field: inner.name.text, of: written(inner.expression) };
}

/** The names in an expression, joined: `this.orders[0]` is `orders`. */
function written(node: ts.Expression): string {
  const inner = ts.bare(node);
  if (ts.isIdentifier(inner)) return inner.text;
  if (ts.isPropertyAccessExpression(inner)) {
    const of = written(inner.expression);
    return of === '' ? inner.name.text : `${of}.${inner.name.text}`;
  }
  if (ts.isElementAccessExpression(inner)) return written(inner.expression);
  return ts.isCallExpression(inner) ? written(inner.expression) : '';
}

function binary(node: ts.BinaryExpression, walk: FactWalk): void {
  const isSet = ts.isOperation(node, '=');
  if (!isSet && !ts.isOperation(node, '===', '==', '!==', '!=')) return;
  const field = fieldOf(node.left);
  const value = field === undefined ? undefined : chosen(node.right);
  if (field === undefined || value === undefined) return;
  const before = isSet ? knownBefore(field, walk.ancestors) : undefined;
  const from = before === undefined ? {} : { from: before };
  const how = isSet ? 'set' : 'compared';
  walk.facts.domainValues.push({ ...field, ...value, how, ...from, line: walk.line(node) });
}

/**
 * What a field is known to be where it is set: inside of `if (order.status === 'open')`, after
 * `if (order.status !== 'open') throw …`, or in a case of a switch.
 */
function knownBefore(field: Field, ancestors: readonly ts.Node[]): readonly Chosen[] | undefined {
  for (let at = ancestors.length - 1; at > 0; at -= 1) {
    const node = ancestors[at];
    if (node === undefined) return undefined;
    const inner = ancestors[at + 1];
    const found = inner === undefined ? undefined : knownBy(field, node, inner);
    if (found !== undefined) return found;
    if (ts.isFunctionLike(node)) return undefined;
    if (ts.isCaseClause(node)) {
      const around = ancestors[at - 2];
      if (ts.isSwitchStatement(around) && isSame(fieldOf(around.expression), field))
        return ofCases(node, around);
    }
  }
  return undefined;
}

function knownBy(field: Field, node: ts.Node, inner: ts.Node): readonly Chosen[] | undefined {
  if (ts.isIfStatement(node) && inner === node.thenStatement) return required(node.expression, field, true);
  if (!ts.isBlock(node)) return undefined;
  for (let at = node.statements.indexOf(inner as ts.Statement) - 1; at >= 0; at -= 1) {
    const statement = node.statements[at];
    if (statement === undefined) continue;
    // Set in between: what it was before is no longer of interest.
    if (ts.isExpressionStatement(statement) && ts.isBinaryExpression(statement.expression))
      if (isSame(fieldOf(statement.expression.left), field)) return undefined;
    if (!ts.isIfStatement(statement) || !isLeaving(statement.thenStatement)) continue;
    const found = required(statement.expression, field, false);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Ends what is under way: throws, returns, goes on with the next. */
function isLeaving(node: ts.Statement): boolean {
  if (ts.isBlock(node)) {
    const last = node.statements.at(-1);
    return last !== undefined && isLeaving(last);
  }
  return ts.isThrowStatement(node) || ts.isReturnStatement(node) || ts.isContinueStatement(node);
}

/** The values of this case and of the empty ones before it. */
function ofCases(node: ts.CaseClause, around: ts.SwitchStatement): readonly Chosen[] | undefined {
  const { clauses } = around.caseBlock;
  const found: Chosen[] = [];
  for (let at = clauses.indexOf(node); at >= 0; at -= 1) {
    const clause = clauses[at];
    if (!ts.isCaseClause(clause)) return undefined;
    if (clause !== node && clause.statements.length > 0) break;
    const value = chosen(clause.expression);
    if (value === undefined) return undefined;
    found.push(value);
  }
  return found;
}

function isSame(one: Field | undefined, other: Field): boolean {
  return one !== undefined && one.field === other.field && one.of === other.of;
}

/** The values a condition leaves when it holds, or when it does not. */
function required(condition: ts.Expression, field: Field, holds: boolean): readonly Chosen[] | undefined {
  const inner = ts.bare(condition);
  if (!ts.isBinaryExpression(inner)) return undefined;
  if (ts.isOperation(inner, holds ? '&&' : '||'))
    return required(inner.left, field, holds) ?? required(inner.right, field, holds);
  if (ts.isOperation(inner, holds ? '||' : '&&')) {
    const left = required(inner.left, field, holds);
    const right = required(inner.right, field, holds);
    return left === undefined || right === undefined ? undefined : [...left, ...right];
  }
  const isCompared = holds ? ts.isOperation(inner, '===', '==') : ts.isOperation(inner, '!==', '!=');
  const value = isCompared && isSame(fieldOf(inner.left), field) ? chosen(inner.right) : undefined;
  return value === undefined ? undefined : [value];
}

function switched(node: ts.SwitchStatement, walk: FactWalk): void {
  const field = fieldOf(node.expression);
  if (field === undefined) return;
  for (const clause of node.caseBlock.clauses) {
    const value = ts.isCaseClause(clause) ? chosen(clause.expression) : undefined;
    if (value !== undefined)
      walk.facts.domainValues.push({ ...field, ...value, how: 'compared', line: walk.line(clause) });
  }
}

/** `status: 'paid'` in something that is given to a call, or made for one. */
function property(node: ts.PropertyAssignment, walk: FactWalk): void {
  if (!ts.isIdentifier(node.name) || !isDomainField(node.name.text)) return;
  const value = chosen(node.initializer);
  if (value === undefined) return;
  const { of, where, call: around } = callAround(walk.ancestors);
  if (of === undefined) return;
  const how = where === 'where' ? 'compared' : 'set';
  const line = walk.line(node);
  const asked = how === 'set' && around !== undefined ? askedFor(around, node.name.text) : undefined;
  const from = asked === undefined ? {} : { from: [asked] };
  walk.facts.domainValues.push({ field: node.name.text, of, ...value, how, inCall: true, ...from, line });
}

/** `updateOne({ status: 'open' }, …)`, `update({ where: { status: 'open' }, … })`: what the field is before. */
function askedFor(node: ts.CallExpression | ts.NewExpression, field: string): Chosen | undefined {
  const [first] = node.arguments ?? [];
  if (!ts.isObjectLiteralExpression(first)) return undefined;
  if (!/(?:^|\.)(?:update\w*|findOneAndUpdate)$/.test(written(node.expression))) return undefined;
  const where = ts.optionOf(first, 'where');
  const asked = ts.isObjectLiteralExpression(where) ? where : first;
  // Without `where` the first argument is what is asked for only when the change is another argument.
  if (asked === first && (node.arguments?.length ?? 0) < 2) return undefined;
  const value = ts.optionOf(asked, field);
  return value === undefined ? undefined : chosen(value);
}

const MOVING =
  /^(?:transition\w*|moveTo|set_?Status)$|^(?:change|update|mark|patch)_?(\w*(?:Status|State|Role|Priority|Stage|Phase))$/i;

/** `order.transitionTo('paid')`, `this.changeStatus(order, OrderStatus.Paid)`, `api.updateOrderStatus(id, 'paid')`. */
function call(node: ts.CallExpression, walk: FactWalk): void {
  const moving = MOVING.exec(ts.calledName(node));
  if (moving === null) return;
  const [first] = node.arguments;
  const last = node.arguments.at(-1);
  const value = last === undefined ? undefined : chosen(last);
  if (value !== undefined && first !== undefined)
    walk.facts.domainValues.push({
      field: moving[1]?.replace(/^./, (first) => first.toLowerCase()) ?? 'status',
      of: first === last ? written(node.expression) : `${written(node.expression)} ${written(first)}`,
      ...value,
      how: 'set',
      line: walk.line(node),
    });
}

const ASKING = /^(?:where|filter|query|params|match|having|find\w*|count|exists)$/;

/** The first argument of an update of MongoDB is what is asked for. */
function isUpdate(node: ts.CallExpression | ts.NewExpression, name: string): boolean {
  return /^(?:updateOne|updateMany|findOneAndUpdate)$/.test(name) && (node.arguments?.length ?? 0) > 1;
}

/** The call an object is given to; whether it stands under what is asked for. */
function callAround(ancestors: readonly ts.Node[]): {
  readonly of: string | undefined;
  readonly where: 'where' | 'data';
  readonly call?: ts.CallExpression | ts.NewExpression;
} {
  let where: 'where' | 'data' = 'data';
  for (let at = ancestors.length - 1; at >= 0; at -= 1) {
    const node = ancestors[at];
    if (node === undefined || ts.isStatement(node) || ts.isFunctionLike(node)) break;
    if (ts.isPropertyAssignment(node) && ASKING.test(ts.wordOf(node.name))) where = 'where';
    if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) continue;
    const of = written(node.expression);
    const isFirst = node.arguments?.[0] === ancestors[at + 1];
    const last = of.slice(of.lastIndexOf('.') + 1);
    const isAsked =
      (isFirst && ASKING.test(last) && !last.endsWith('AndUpdate')) || (isFirst && isUpdate(node, last));
    return { of, where: isAsked ? 'where' : where, call: node };
  }
  return { of: undefined, where };
}

/** Where values of closed sets are compared and set. */
export const domainValueFacts: FactFinder = {
  applies: ({ isTest, isSide }) => !isTest && !isSide,
  visit: new Map([
    ts.on(ts.isBinaryExpression, binary),
    ts.on(ts.isSwitchStatement, switched),
    ts.on(ts.isPropertyAssignment, property),
    ts.on(ts.isCallExpression, call),
  ]),
};
