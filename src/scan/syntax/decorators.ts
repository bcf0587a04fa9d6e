import ts from 'typescript-api';

/** The decorators of a node by name, with what they were given. */
export function decoratorsOf(node: ts.HasDecorators): ReadonlyMap<string, readonly ts.Expression[]> {
  const found = new Map<string, readonly ts.Expression[]>();
  for (const { expression } of ts.getDecorators(node) ?? []) {
    if (ts.isCallExpression(expression) && ts.isIdentifier(expression.expression))
      found.set(expression.expression.text, [...expression.arguments]);
    else if (ts.isIdentifier(expression)) found.set(expression.text, []);
  }
  return found;
}
