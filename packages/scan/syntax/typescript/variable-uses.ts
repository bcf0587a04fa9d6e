import * as ts from './view.ts';

/** What a function does with one of its variables, as far as storing what it holds is concerned. */
export type VariableUses = {
  /** The first place where a property of it is changed. */
  readonly change: ts.Node | undefined;
  /** It is handed to something that may do anything with it. */
  readonly isGiven: boolean;
  /** Something in the function stores things. */
  readonly isStored: boolean;
};

/** What only looks at what it is given. */
const LOOKS =
  /^(?:json|send|status|log|info|debug|warn|error|stringify|plainToInstance|plainToClass|instanceToPlain|toDto|toJSON|isArray|keys|entries|values|String|Boolean|Number|end|jsonp|render|sendStatus|ok|created)$/;
/** `toView(order)`, `presentOrder(order)`, `mapToDto(order)`: another shape of it, for whoever sees it. */
const SHOWS =
  /^(?:(?:to|as)(?:[A-Z]\w*)?|(?:present|serialize|serialise|format|describe|view|mapTo|mapFrom|from)(?:[A-Z]\w*)?|map[A-Z]\w*|\w*(?:View|Dto|DTO|Response|Json|JSON)(?:Of|From|For)?)$/;

function isLook(called: string): boolean {
  return LOOKS.test(called) || SHOWS.test(called);
}

/** What stores, whoever does it. */
const STORES =
  /save|persist|flush|commit|upsert|insert|write|bulk|update|destroy|delete|remove|restore|increment|decrement|transaction|emit|publish|dispatch/i;
/** Methods that change what is in memory or show it. */
const IN_MEMORY =
  /^(?:set|setDataValue|push|pull|addToSet|toJSON|toObject|get|populate|markModified|pop|splice|unshift|sort|filter|map|find|some|includes|toString|equals|merge)$/;

/** As many other names of one thing are followed; behind more of them anything may happen to it. */
const MOST_NAMES = 8;

/** Looks at a function's body for the uses of a variable that is declared in it. */
export function usesIn(
  body: ts.Node,
  name: string,
  declaration: ts.Node,
  names: ReadonlySet<ts.Node> = new Set([declaration]),
): VariableUses {
  let change: ts.Node | undefined;
  let isGiven = false;
  let isStored = false;
  const changed = (node: ts.Node): void => void (change ??= node);
  const above: ts.Node[] = [];
  const visitIn = (node: ts.Node, inner: ts.Node): void => {
    above.push(node);
    ts.forEachChild(inner, visit);
    above.pop();
  };
  const visit = (node: ts.Node): void => {
    if (node === declaration) {
      const { initializer } = node as ts.VariableDeclaration;
      if (initializer !== undefined) visitIn(node, initializer);
      return;
    }
    if (ts.isCallExpression(node)) {
      const called = ts.calledName(node);
      if (STORES.test(called)) isStored = true;
      if (isAssign(node, name)) changed(node);
    }
    const isIt = ts.isIdentifier(node) && node.text === name;
    if (isIt) {
      const use = useOf(node, above, names);
      if (use === 'changed') changed(above.at(-1) ?? node);
      if (use === 'given') isGiven = true;
    }
    visitIn(node, node);
  };
  visit(body);
  return { change, isGiven, isStored };
}

/** `Object.assign(user, …)`, `Object.assign(user, { … })`. */
function isAssign(node: ts.CallExpression, name: string): boolean {
  return ts.calledName(node) === 'assign' && ts.wordOf(node.arguments[0]) === name;
}

function useOf(
  node: ts.Identifier,
  above: readonly ts.Node[],
  names: ReadonlySet<ts.Node>,
): 'changed' | 'given' | 'seen' {
  const parent = above.at(-1);
  if (parent === undefined) return 'seen';
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node ? 'seen' : memberUse(above);
  if (ts.isElementAccessExpression(parent)) return parent.expression === node ? memberUse(above) : 'seen';
  if (ts.isPropertyAssignment(parent) && parent.name === node) return 'seen';
  if (isLookedAt(parent)) return 'seen';
  // Known by another name from here on, which counts the same.
  if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name))
    return parent.name === node ? 'seen' : aliasUse(parent, above, names);
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) {
    if (parent.expression === node) return 'seen';
    return ts.isCallExpression(parent) && (isAssign(parent, node.text) || isLook(ts.calledName(parent)))
      ? 'seen'
      : 'given';
  }
  // In an object or a list, what matters is who gets that.
  for (let at = above.length - 1; at >= 0; at -= 1) {
    const each = above[at];
    if (each === undefined || ts.isReturnStatement(each)) return 'seen';
    if (ts.isCallExpression(each)) return isLook(ts.calledName(each)) ? 'seen' : 'given';
    const isHolder =
      ts.isObjectLiteralExpression(each) ||
      ts.isPropertyAssignment(each) ||
      ts.isShorthandPropertyAssignment(each) ||
      ts.isSpreadAssignment(each) ||
      ts.isArrayLiteralExpression(each) ||
      ts.isParenthesizedExpression(each) ||
      ts.isAsExpression(each) ||
      ts.isNonNullExpression(each);
    if (!isHolder) return 'given';
  }
  return 'given';
}

function aliasUse(
  declaration: ts.VariableDeclaration,
  above: readonly ts.Node[],
  names: ReadonlySet<ts.Node>,
): 'given' | 'seen' {
  if (names.has(declaration)) return 'seen';
  const block = above.find((each) => ts.isBlock(each));
  if (block === undefined || !ts.isIdentifier(declaration.name) || names.size >= MOST_NAMES) return 'given';
  const known = new Set([...names, declaration]);
  return usesIn(block, declaration.name.text, declaration, known).isGiven ? 'given' : 'seen';
}

function isLookedAt(parent: ts.Node): boolean {
  return (
    (ts.isBinaryExpression(parent) && !ts.isOperation(parent, '=')) ||
    ts.isPrefixUnaryExpression(parent) ||
    ts.isIfStatement(parent) ||
    ts.isConditionalExpression(parent) ||
    ts.isTypeOfExpression(parent) ||
    ts.isReturnStatement(parent) ||
    ts.isTemplateSpan(parent)
  );
}

/** `user.name = …`, `user.roles.push(…)`, `user.save()`; deleting a property and emptying it is for whoever sees it. */
function memberUse(above: readonly ts.Node[]): 'changed' | 'given' | 'seen' {
  let at = above.length - 1;
  let inner = above[at];
  for (;;) {
    const outer = above[at - 1];
    const isDeeper =
      (ts.isPropertyAccessExpression(outer) ||
        ts.isElementAccessExpression(outer) ||
        ts.isNonNullExpression(outer)) &&
      outer.expression === inner;
    if (!isDeeper) break;
    at -= 1;
    inner = outer;
  }
  const outer = above[at - 1];
  if (outer === undefined || inner === undefined) return 'seen';
  if (ts.isCallExpression(outer) && outer.expression === inner) {
    const called = ts.calledName(outer);
    if (/^(?:set|setDataValue|push|pull|addToSet|pop|splice|unshift)$/.test(called)) return 'changed';
    // A method of a part, as of a list, stores nothing; one of the thing itself may.
    const isPart = ts.isPropertyAccessExpression(inner) && !ts.isIdentifier(inner.expression);
    return isPart ||
      IN_MEMORY.test(called) ||
      LOOKS.test(called) ||
      /^(?:compare|is|has|check|match|to|get)/i.test(called)
      ? 'seen'
      : 'given';
  }
  if (ts.isPostfixUnaryExpression(outer) || ts.isPrefixUnaryExpression(outer))
    return outer.operator === ts.SyntaxKind.PlusPlusToken || outer.operator === ts.SyntaxKind.MinusMinusToken
      ? 'changed'
      : 'seen';
  if (!ts.isBinaryExpression(outer) || outer.left !== inner) return 'seen';
  const { kind } = outer.operatorToken;
  const isSet = kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
  return isSet && ts.wordOf(outer.right) !== 'undefined' ? 'changed' : 'seen';
}
