import * as ts from './view.ts';

/** Everything a name is set to, or that is added to it, inside of a node: in the order of the text, not in inner classes. */
export function assignedTo(name: string, inside: ts.Node): readonly ts.Expression[] {
  return ts
    .within(inside, ts.isBinaryExpression, ts.isClassLike)
    .filter((each) => ts.wordOf(each.left) === name && ts.isOperation(each, '=', '+='))
    .map(({ right }) => right);
}
