import * as ts from '../../syntax/typescript/view.ts';

import type { FactFinder, FactWalk } from '../../engine/rule.ts';
import { memberOf } from '../../syntax/typescript/members.ts';
import { classAround, declared, functionName } from '../../syntax/typescript/scope.ts';

declare module '../../engine/facts.ts' {
  interface Facts {
    readonly silentReturns: SilentReturnFact[];
  }
}

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

function statement(node: ts.IfStatement, walk: FactWalk): void {
  if (node.elseStatement !== undefined || !isBareReturn(node.thenStatement)) return;
  const block = walk.ancestors.at(-1);
  const handler = walk.ancestors.at(-2);
  if (!ts.isBlock(block) || handler === undefined || !isHandler(handler)) return;
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
  const line = walk.line(node);
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

/** `status` and `confirmed` of `booking.status === 'confirmed'`, where the booking was given to the handler. */
function stateOf(
  condition: ts.Expression,
  walk: FactWalk,
): { readonly field: string; readonly value: string } | undefined {
  const inner = ts.bare(condition);
  if (!ts.isOperation(inner, '===', '==', '!==', '!=')) return undefined;
  const left = ts.bare(inner.left);
  const right = ts.bare(inner.right);
  if (!ts.isPropertyAccessExpression(left) || !ts.isIdentifier(left.expression)) return undefined;
  if (!ts.isStringLiteralLike(right) || !/^(?:status|state)$|(?:Status|State)$/.test(left.name.text))
    return undefined;
  return declared(left.expression.text, walk.ancestors)?.kind === 'parameter' && right.text !== ''
    ? { field: left.name.text, value: right.text }
    : undefined;
}

function isHandler(node: ts.Node): boolean {
  return ts.isFunction(node) || ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node);
}

function isBareReturn(node: ts.Statement): boolean {
  if (ts.isReturnStatement(node)) return node.expression === undefined;
  return ts.isBlock(node) && node.statements.length === 1 && isBareReturn(node.statements[0] as ts.Statement);
}

/** The names a condition is about, if they are all what a person filled in; undefined if any is not. */
function missing(condition: ts.Expression, walk: FactWalk): readonly string[] | undefined {
  const inner = ts.bare(condition);
  if (ts.isOperation(inner, '||')) {
    const left = missing(inner.left, walk);
    const right = missing(inner.right, walk);
    return left === undefined || right === undefined ? undefined : [...left, ...right];
  }
  if (isForm(inner, 'invalid')) return ['the form'];
  const empty = comparedWithNothing(inner);
  if (empty !== undefined) {
    const filled = filledIn(empty, walk);
    return filled === undefined || WRITING.test(filled) ? undefined : [filled];
  }
  const little = tooLittle(inner, walk);
  if (little !== undefined) return WRITING.test(little) ? undefined : [little];
  if (!ts.isPrefixUnaryExpression(inner) || inner.operator !== ts.SyntaxKind.ExclamationToken)
    return undefined;
  if (isForm(ts.bare(inner.operand), 'valid')) return ['the form'];
  const name = filledIn(inner.operand, walk);
  return name === undefined || WRITING.test(name) ? undefined : [name];
}

/** `title` of `title === ''` and of `title.length === 0`. */
function comparedWithNothing(node: ts.Expression): ts.Expression | undefined {
  if (!ts.isOperation(node, '===', '==')) return undefined;
  const left = ts.bare(node.left);
  const right = ts.bare(node.right);
  if (ts.textOf(right) === '') return left;
  const isLength = ts.isNumericLiteral(right) && right.text === '0' && ts.lastWord(left) === 'length';
  return isLength ? ts.ownerOf(left) : undefined;
}

/** `seats` of `seats < 1`. */
function tooLittle(node: ts.Expression, walk: FactWalk): string | undefined {
  if (!ts.isOperation(node, '<', '<=') || !ts.isNumericLiteral(node.right)) return undefined;
  const name = ts.wordOf(ts.bare(node.left));
  const where = declared(name, walk.ancestors);
  const value = where?.kind === 'variable' ? where.declaration.initializer : undefined;
  if (!ts.isCallExpression(value) || ts.calledName(value) !== 'useState') return undefined;
  return ts.isNumericLiteral(value.arguments[0]) ? name : undefined;
}

/** `this.form.invalid`. */
function isForm(node: ts.Expression, state: string): boolean {
  return ts.lastWord(node) === state && ts.isThis(ts.ownerOf(ts.ownerOf(node)));
}

/** A state that began empty, or a part of one: `title`, `title.trim()`, `form.email`, `email.value`. */
function filledIn(node: ts.Expression, walk: FactWalk): string | undefined {
  let inner = ts.bare(node);
  while (
    ts.isCallExpression(inner) &&
    /^(?:trim|includes|match|startsWith|endsWith)$/.test(ts.calledName(inner)) &&
    ts.isPropertyAccessExpression(inner.expression)
  )
    inner = ts.bare(inner.expression.expression);
  const plain = memberValue(inner, walk);
  if (plain !== undefined && ts.isPropertyAccessExpression(inner))
    return isEmptyText(plain) ? inner.name.text : undefined;
  let key: string | undefined;
  if (ts.isPropertyAccessExpression(inner)) {
    key = inner.name.text;
    inner = ts.bare(inner.expression);
  }
  const own = memberValue(inner, walk);
  if (own !== undefined) return key === undefined ? undefined : emptyPart(own, key);
  if (!ts.isIdentifier(inner)) return undefined;
  const where = declared(inner.text, walk.ancestors);
  if (where?.kind === 'parameter' && key === undefined) return isTextAsked(node) ? inner.text : undefined;
  const initializer = where?.kind === 'variable' ? where.declaration.initializer : topValue(inner.text, walk);
  const value = initializer === undefined ? undefined : begin(ts.bare(initializer));
  if (value === undefined) return undefined;
  if (key === undefined || key === 'value') return isEmptyText(value) ? inner.text : undefined;
  return emptyPart(value, key);
}

/** Whether what is asked can only be asked of a text: `reason.trim()`, `reason === ''`. */
function isTextAsked(node: ts.Expression): boolean {
  return isCallOf(ts.bare(node), /^trim$/);
}

/** What a field of the class around begins with: `draft` of `this.draft.name`, `name` of `this.name`. */
function memberValue(node: ts.Expression, walk: FactWalk): ts.Expression | undefined {
  const around = ts.isThis(ts.ownerOf(node)) ? classAround(walk.ancestors) : undefined;
  const member = around === undefined ? undefined : memberOf(around.node, ts.lastWord(node), []);
  return member?.kind === 'value' ? ts.bare(member.value) : undefined;
}

function emptyPart(value: ts.Expression, key: string): string | undefined {
  return isEmptyText(ts.optionOf(value, key)) ? key : undefined;
}

/** What a state of React or Vue begins with, or a variable of Svelte. */
function begin(value: ts.Expression): ts.Expression | undefined {
  if (!ts.isCallExpression(value)) return isEmptyText(value) ? value : undefined;
  const isState = /^(?:useState|ref|reactive|\$state|signal)$/.test(ts.calledName(value));
  return isState ? ts.bare(value.arguments[0]) : undefined;
}

function isEmptyText(node: ts.Expression | undefined): boolean {
  const inner = ts.bare(node);
  return ts.textOf(inner) === '' || ts.isFalse(inner);
}

/** Scripts of Vue and Svelte have their state at the top of the file. */
function topValue(name: string, { file }: FactWalk): ts.Expression | undefined {
  const isPage = file.language === 'vue' || file.language === 'svelte';
  return isPage ? ts.initialValue(name, file.source.statements) : undefined;
}

/** What is waited for in such a handler is what it sends. */
function sends(node: ts.Node): boolean {
  return ts.has(node, (each) => ts.isAwaitExpression(each) || isCallOf(each, SENDS));
}

function isCallOf(node: ts.Node, names: RegExp): boolean {
  return ts.isCallExpression(node) && names.test(ts.calledName(node));
}

const SAYS = /toast|alert|error|notify|message|snack|warn|log|touched|valid|focus|confirm/i;

function says(node: ts.Node): boolean {
  return ts.has(node, (each) => isCallOf(each, SAYS));
}

/** `templateUrl` of the component around. */
function templateOf(ancestors: readonly ts.Node[]): string | undefined {
  const owner = ancestors.find(ts.isClassDeclaration);
  const given = owner === undefined ? [] : [...ts.decoratorsOf(owner).values()];
  return given
    .map(([options]) => ts.textOf(ts.optionOf(options, 'templateUrl')))
    .find((each) => each !== undefined);
}

/** Early returns in handlers of what a person does. */
export const silentReturnFacts: FactFinder = {
  applies: ({ isTest, isSide, language, path }) =>
    !isTest &&
    !isSide &&
    (/^(?:tsx|jsx|vue|svelte)$/.test(language) || /\.(?:component|page)\.[jt]s$/.test(path)),
  visit: new Map([ts.on(ts.isIfStatement, statement)]),
};
