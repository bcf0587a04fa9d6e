import * as ts from '../../syntax/typescript/view.ts';

import { isGuessed, mentions } from './chained-calls.ts';
import { declared } from '../../syntax/typescript/scope.ts';

/** The state of a component as it was when it was drawn, or an id that was made up: neither knows the answer. */
export function isOldState(name: string, around: readonly ts.Node[]): boolean {
  const where = declared(name, around);
  const top = where?.kind === 'top' ? topVariable(name, around) : undefined;
  if (top !== undefined) return isStateAtTop(top, name, around);
  if (where?.kind !== 'variable' || where.declaration.initializer === undefined) return false;
  const value = ts.bare(where.declaration.initializer);
  return stateOf(value) !== undefined || (where.key === undefined && isGuessed(value));
}

/** The variables at the top of a script of Vue or Svelte are the state of its component. */
export function topVariable(name: string, [source]: readonly ts.Node[]): ts.VariableDeclaration | undefined {
  const variables = ts.isSourceFile(source) ? ts.variablesIn(source.statements) : [];
  return variables.find((each) => ts.wordOf(each.name) === name);
}

/** `let orderId = '';`, `const orderId = ref(null)` that this function does not set. */
function isStateAtTop(
  { initializer }: ts.VariableDeclaration,
  name: string,
  around: readonly ts.Node[],
): boolean {
  const own = around.findLast((each) => ts.isFunctionLike(each));
  if (own === undefined || isSet(own, name)) return false;
  if (initializer === undefined) return true;
  const value = ts.bare(initializer);
  const isEmpty = ts.isNull(value) || (ts.isStringLiteralLike(value) && value.text === '');
  return isEmpty || stateOf(value) !== undefined || isGuessed(value);
}

/** `orderId = …`, `orderId.value = …`. */
function isSet(node: ts.Node, name: string): boolean {
  return ts.has(node, (each) => ts.isOperation(each, '=') && mentions(each.left, name));
}

/** What `useState` begins with. */
export function stateOf(value: ts.Expression): readonly ts.Expression[] | undefined {
  return ts.isCallExpression(value) &&
    /^(?:useState|useReducer|ref|shallowRef|\$state)$/.test(ts.calledName(value))
    ? value.arguments
    : undefined;
}
