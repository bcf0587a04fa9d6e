import ts from 'typescript-api';

import { calledName } from './around.ts';
import { isGuessed, mentions } from './chained-calls.ts';
import { bare } from './record-data.ts';
import { declared } from './scope.ts';

/** The state of a component as it was when it was drawn, or an id that was made up: neither knows the answer. */
export function isOldState(name: string, around: readonly ts.Node[]): boolean {
  const where = declared(name, around);
  const top = where?.kind === 'top' ? topVariable(name, around) : undefined;
  if (top !== undefined) return isStateAtTop(top, name, around);
  if (where?.kind !== 'variable' || where.declaration.initializer === undefined) return false;
  const value = bare(where.declaration.initializer);
  return stateOf(value) !== undefined || (where.key === undefined && isGuessed(value));
}

/** The variables at the top of a script of Vue or Svelte are the state of its component. */
export function topVariable(name: string, [source]: readonly ts.Node[]): ts.VariableDeclaration | undefined {
  if (source === undefined || !ts.isSourceFile(source)) return undefined;
  for (const each of source.statements)
    if (ts.isVariableStatement(each))
      for (const one of each.declarationList.declarations)
        if (ts.isIdentifier(one.name) && one.name.text === name) return one;
  return undefined;
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
  const value = bare(initializer);
  const isEmpty =
    value.kind === ts.SyntaxKind.NullKeyword || (ts.isStringLiteralLike(value) && value.text === '');
  return isEmpty || stateOf(value) !== undefined || isGuessed(value);
}

/** `orderId = …`, `orderId.value = …`. */
function isSet(node: ts.Node, name: string): boolean {
  const isIt =
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    mentions(node.left, name);
  return isIt || (ts.forEachChild(node, (each) => isSet(each, name) || undefined) ?? false);
}

/** What `useState` begins with. */
export function stateOf(value: ts.Expression): readonly ts.Expression[] | undefined {
  return ts.isCallExpression(value) &&
    /^(?:useState|useReducer|ref|shallowRef|\$state)$/.test(calledName(value))
    ? value.arguments
    : undefined;
}
