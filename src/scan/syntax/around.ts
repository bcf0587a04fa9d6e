import ts from 'typescript-api';

/** The nearest node around that is one of these. */
export function nearest<T extends ts.Node>(
  ancestors: readonly ts.Node[],
  is: (node: ts.Node) => node is T,
): T | undefined {
  for (let at = ancestors.length - 1; at >= 0; at -= 1) {
    const node = ancestors[at];
    if (node !== undefined && is(node)) return node;
  }
  return undefined;
}

/** Whether the node stands in an argument of a call of one of these names, however deep. */
export function isInCallOf(ancestors: readonly ts.Node[], names: ReadonlySet<string>): boolean {
  return ancestors.some((node) => ts.isCallExpression(node) && names.has(calledName(node)));
}

/** The last word of what is called: `of` in `of(…)` and `rx.of(…)`; empty for anything else. */
export function calledName(node: ts.CallExpression): string {
  if (ts.isIdentifier(node.expression)) return node.expression.text;
  return ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : '';
}
