import ts from 'typescript-api';

import type { FactFinder, FactWalk } from '../rule.ts';
import { calledName } from '../syntax/around.ts';
import { bare } from '../syntax/record-data.ts';
import { memberOf } from '../syntax/members.ts';
import { classAround, declared, functionName } from '../syntax/scope.ts';

/** A handler of a person's action that returns before it sends anything, without saying why. */
export type SilentReturnFact = {
  readonly handler: string;
  /** What a person filled in that was found missing. */
  readonly names: readonly string[];
  /** Where the page is that belongs to it, if that is another file. */
  readonly template?: string;
  /** Counts only if that page hands it what a person does: its name alone does not say so. */
  readonly needsEvent?: true;
  /** The value of a state that it stops at. */
  readonly state?: string;
  readonly line: number;
};

const HANDLER =
  /^(?:handle|on)(?:Submit|Save|Create|Add|Send|Update|Confirm|Register|Login|SignUp|Checkout|Pay|Order|Publish|Book|Invite|Cancel|Delete|Remove|Approve|Reject|Accept|Finish|Complete|Assign|Reserve|Apply|Buy|Purchase|Rent|Request|Transfer|Rate|Review|Vote|Upload)\w*$|^(?:submit|save|register|checkout)(?:Form|[A-Z]\w*)?$/;
/** What is empty while a person writes or searches is left alone on purpose. */
const WRITING =
  /message|comment|query|search|prompt|chat|input|text|tag|keyword|filter|note|reply|todo|content/i;
const SENDS =
  /^(?:fetch|post|put|patch|mutate|mutateAsync|submit|create\w*|update\w*|save\w*|register\w*|login\w*|signIn\w*|signUp\w*|send\w*|add\w*|delete\w*|invite\w*|checkout\w*|book\w*|dispatch|subscribe|cancel\w*|remove\w*|approve\w*|reject\w*|accept\w*|finish\w*|complete\w*|confirm\w*|assign\w*)$/i;

function statement(node: ts.Node, walk: FactWalk): void {
  if (!ts.isIfStatement(node) || node.elseStatement !== undefined || !isBareReturn(node.thenStatement))
    return;
  const block = walk.ancestors.at(-1);
  const handler = walk.ancestors.at(-2);
  if (block === undefined || !ts.isBlock(block) || handler === undefined || !isFunction(handler)) return;
  const name = functionName(handler, walk.ancestors.slice(0, -2))?.split('.').at(-1) ?? '';
  const template = templateOf(walk.ancestors);
  const isCalledSo = HANDLER.test(name);
  // A page that stands elsewhere is looked at later.
  if (!isCalledSo && template === undefined && !isBound(name, walk.file.text)) return;
  const state = stateOf(node.expression, walk);
  const names = state === undefined ? missing(node.expression, walk) : [state.field];
  if (names === undefined || names.length === 0) return;
  const at = block.statements.indexOf(node);
  // Something before may have said it, and what is not sent afterwards is not lost.
  if (!block.statements.slice(at + 1).some(sends) || block.statements.slice(0, at).some(says)) return;
  const line = walk.file.source.getLineAndCharacterOfPosition(node.getStart(walk.file.source)).line + 1;
  walk.facts.silentReturns.push({
    handler: name,
    names,
    ...(template === undefined ? {} : { template }),
    ...(isCalledSo || template === undefined ? {} : { needsEvent: true }),
    ...(state === undefined ? {} : { state: state.value }),
    line,
  });
}

/** `onClick={() => take(x)}`, `@click="take"`, `(ngSubmit)="plan()"`, `on:click={take}`: what a person does, handed on. */
export function isBound(name: string, text: string): boolean {
  return (
    name !== '' &&
    new RegExp(
      String.raw`(?:\bon(?:Click|Submit|Press|Confirm|Save)=|@(?:click|submit)[\w.]*=|\((?:click|ngSubmit|submit)\)=|\bon:?(?:click|submit)[|\w]*=)\s*["{'](?:[^"'\n]{0,80}[^\w"'\n])?${name}\b`,
    ).test(text)
  );
}

const EQUALITY: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
]);

/** `status` and `confirmed` of `booking.status === 'confirmed'`, where the booking was given to the handler. */
function stateOf(
  condition: ts.Expression,
  walk: FactWalk,
): { readonly field: string; readonly value: string } | undefined {
  const inner = bare(condition);
  if (!ts.isBinaryExpression(inner) || !EQUALITY.has(inner.operatorToken.kind)) return undefined;
  const left = bare(inner.left);
  const right = bare(inner.right);
  if (!ts.isPropertyAccessExpression(left) || !ts.isIdentifier(left.expression)) return undefined;
  if (!ts.isStringLiteralLike(right) || !/^(?:status|state)$|(?:Status|State)$/.test(left.name.text))
    return undefined;
  return declared(left.expression.text, walk.ancestors)?.kind === 'parameter' && right.text !== ''
    ? { field: left.name.text, value: right.text }
    : undefined;
}

function isFunction(node: ts.Node): boolean {
  return (
    ts.isArrowFunction(node) ||
    ts.isFunctionExpression(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node)
  );
}

function isBareReturn(node: ts.Statement): boolean {
  if (ts.isReturnStatement(node)) return node.expression === undefined;
  return ts.isBlock(node) && node.statements.length === 1 && isBareReturn(node.statements[0] as ts.Statement);
}

/** The names a condition is about, if they are all what a person filled in; undefined if any is not. */
function missing(condition: ts.Expression, walk: FactWalk): readonly string[] | undefined {
  const inner = bare(condition);
  if (ts.isBinaryExpression(inner) && inner.operatorToken.kind === ts.SyntaxKind.BarBarToken) {
    const left = missing(inner.left, walk);
    const right = missing(inner.right, walk);
    return left === undefined || right === undefined ? undefined : [...left, ...right];
  }
  if (isInvalidForm(inner)) return ['the form'];
  const empty = comparedWithNothing(inner);
  if (empty !== undefined) {
    const filled = filledIn(empty, walk);
    return filled === undefined || WRITING.test(filled) ? undefined : [filled];
  }
  const little = tooLittle(inner, walk);
  if (little !== undefined) return WRITING.test(little) ? undefined : [little];
  if (!ts.isPrefixUnaryExpression(inner) || inner.operator !== ts.SyntaxKind.ExclamationToken)
    return undefined;
  if (isValidForm(bare(inner.operand))) return ['the form'];
  const name = filledIn(inner.operand, walk);
  return name === undefined || WRITING.test(name) ? undefined : [name];
}

/** `title` of `title === ''` and of `title.length === 0`. */
function comparedWithNothing(node: ts.Expression): ts.Expression | undefined {
  if (!ts.isBinaryExpression(node)) return undefined;
  const { kind } = node.operatorToken;
  if (kind !== ts.SyntaxKind.EqualsEqualsEqualsToken && kind !== ts.SyntaxKind.EqualsEqualsToken)
    return undefined;
  const left = bare(node.left);
  const right = bare(node.right);
  if (ts.isStringLiteralLike(right) && right.text === '') return left;
  const isLength = ts.isPropertyAccessExpression(left) && left.name.text === 'length';
  return isLength && ts.isNumericLiteral(right) && right.text === '0' ? left.expression : undefined;
}

/** `seats` of `seats < 1`. */
function tooLittle(node: ts.Expression, walk: FactWalk): string | undefined {
  if (!ts.isBinaryExpression(node)) return undefined;
  const { left, right, operatorToken } = node;
  const isLess =
    operatorToken.kind === ts.SyntaxKind.LessThanToken ||
    operatorToken.kind === ts.SyntaxKind.LessThanEqualsToken;
  const inner = bare(left);
  if (!isLess || !ts.isNumericLiteral(right) || !ts.isIdentifier(inner)) return undefined;
  const where = declared(inner.text, walk.ancestors);
  const value = where?.kind === 'variable' ? where.declaration.initializer : undefined;
  const [first] = value !== undefined && ts.isCallExpression(value) ? value.arguments : [];
  const isState = value !== undefined && ts.isCallExpression(value) && calledName(value) === 'useState';
  return isState && first !== undefined && ts.isNumericLiteral(first) ? inner.text : undefined;
}

/** `this.form.invalid`. */
function isInvalidForm(node: ts.Expression): boolean {
  return ts.isPropertyAccessExpression(node) && node.name.text === 'invalid' && isMember(node.expression);
}

function isValidForm(node: ts.Expression): boolean {
  return ts.isPropertyAccessExpression(node) && node.name.text === 'valid' && isMember(node.expression);
}

function isMember(node: ts.Expression): boolean {
  return ts.isPropertyAccessExpression(node) && node.expression.kind === ts.SyntaxKind.ThisKeyword;
}

/** A state that began empty, or a part of one: `title`, `title.trim()`, `form.email`, `email.value`. */
function filledIn(node: ts.Expression, walk: FactWalk): string | undefined {
  let inner = bare(node);
  while (
    ts.isCallExpression(inner) &&
    /^(?:trim|includes|match|startsWith|endsWith)$/.test(calledName(inner)) &&
    ts.isPropertyAccessExpression(inner.expression)
  )
    inner = bare(inner.expression.expression);
  const plain = memberValue(inner, walk);
  if (plain !== undefined && ts.isPropertyAccessExpression(inner))
    return isEmptyText(plain) ? inner.name.text : undefined;
  let key: string | undefined;
  if (ts.isPropertyAccessExpression(inner)) {
    key = inner.name.text;
    inner = bare(inner.expression);
  }
  const own = memberValue(inner, walk);
  if (own !== undefined) {
    return key === undefined ? undefined : emptyPart(own, key);
  }
  if (!ts.isIdentifier(inner)) return undefined;
  const where = declared(inner.text, walk.ancestors);
  if (where?.kind === 'parameter' && key === undefined) return isTextAsked(node) ? inner.text : undefined;
  const initializer = where?.kind === 'variable' ? where.declaration.initializer : topValue(inner.text, walk);
  const value = initializer === undefined ? undefined : begin(bare(initializer));
  if (value === undefined) return undefined;
  if (key === undefined || key === 'value') return isEmptyText(value) ? inner.text : undefined;
  return emptyPart(value, key);
}

/** Whether what is asked can only be asked of a text: `reason.trim()`, `reason === ''`. */
function isTextAsked(node: ts.Expression): boolean {
  const inner = bare(node);
  return ts.isCallExpression(inner) && calledName(inner) === 'trim';
}

/** What a field of the class around begins with: `draft` of `this.draft.name`, `name` of `this.name`. */
function memberValue(node: ts.Expression, walk: FactWalk): ts.Expression | undefined {
  const isThis = node.kind === ts.SyntaxKind.ThisKeyword;
  const isMember = ts.isPropertyAccessExpression(node) && node.expression.kind === ts.SyntaxKind.ThisKeyword;
  if (!isMember || isThis) return undefined;
  const around = classAround(walk.ancestors);
  const member = around === undefined ? undefined : memberOf(around.node, node.name.text, []);
  return member?.kind === 'value' ? bare(member.value) : undefined;
}

function emptyPart(value: ts.Expression, key: string): string | undefined {
  if (!ts.isObjectLiteralExpression(value)) return undefined;
  const part = value.properties.find(
    (each): each is ts.PropertyAssignment =>
      ts.isPropertyAssignment(each) && ts.isIdentifier(each.name) && each.name.text === key,
  );
  return part !== undefined && isEmptyText(part.initializer) ? key : undefined;
}

/** What a state of React or Vue begins with, or a variable of Svelte. */
function begin(value: ts.Expression): ts.Expression | undefined {
  if (!ts.isCallExpression(value)) return isEmptyText(value) ? value : undefined;
  const [first] = value.arguments;
  return /^(?:useState|ref|reactive|\$state|signal)$/.test(calledName(value)) && first !== undefined
    ? bare(first)
    : undefined;
}

function isEmptyText(node: ts.Expression): boolean {
  const inner = bare(node);
  return (ts.isStringLiteralLike(inner) && inner.text === '') || inner.kind === ts.SyntaxKind.FalseKeyword;
}

/** Scripts of Vue and Svelte have their state at the top of the file. */
function topValue(name: string, { file }: FactWalk): ts.Expression | undefined {
  if (file.language !== 'vue' && file.language !== 'svelte') return undefined;
  for (const each of file.source.statements)
    if (ts.isVariableStatement(each))
      for (const { name: own, initializer } of each.declarationList.declarations)
        if (ts.isIdentifier(own) && own.text === name) return initializer;
  return undefined;
}

/** What is waited for in such a handler is what it sends. */
function sends(node: ts.Node): boolean {
  if (ts.isAwaitExpression(node)) return true;
  if (ts.isCallExpression(node) && SENDS.test(calledName(node))) return true;
  return ts.forEachChild(node, (each) => sends(each) || undefined) ?? false;
}

const SAYS = /toast|alert|error|notify|message|snack|warn|log|touched|valid|focus|confirm/i;

function says(node: ts.Node): boolean {
  if (ts.isCallExpression(node) && SAYS.test(calledName(node))) return true;
  return ts.forEachChild(node, (each) => says(each) || undefined) ?? false;
}

/** `templateUrl` of the component around. */
function templateOf(ancestors: readonly ts.Node[]): string | undefined {
  const owner = ancestors.find((each) => ts.isClassDeclaration(each));
  if (owner === undefined || !ts.isClassDeclaration(owner)) return undefined;
  for (const { expression } of ts.getDecorators(owner) ?? []) {
    const options = ts.isCallExpression(expression) ? expression.arguments[0] : undefined;
    if (options === undefined || !ts.isObjectLiteralExpression(options)) continue;
    for (const each of options.properties)
      if (
        ts.isPropertyAssignment(each) &&
        ts.isIdentifier(each.name) &&
        each.name.text === 'templateUrl' &&
        ts.isStringLiteralLike(each.initializer)
      )
        return each.initializer.text;
  }
  return undefined;
}

/** Early returns in handlers of what a person does. */
export const silentReturnFacts: FactFinder = {
  words: ['return;', 'return\n', 'return }'],
  applies: ({ isTest, isSide, language, path }) =>
    !isTest &&
    !isSide &&
    (/^(?:tsx|jsx|vue|svelte)$/.test(language) || /\.(?:component|page)\.[jt]s$/.test(path)),
  visit: new Map([[ts.SyntaxKind.IfStatement, statement]]),
};
