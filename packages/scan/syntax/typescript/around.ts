import * as ts from './view.ts';

/** Whether the node stands in an argument of a call of one of these names, however deep. */
export function isInCallOf(ancestors: readonly ts.Node[], names: ReadonlySet<string>): boolean {
  return ancestors.some((node) => ts.isCallExpression(node) && names.has(ts.calledName(node)));
}
