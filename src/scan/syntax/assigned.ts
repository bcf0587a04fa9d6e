import ts from 'typescript-api';

/** Everything a name is set to, or that is added to it, inside of a node: in the order of the text, not in inner classes. */
export function assignedTo(name: string, inside: ts.Node): readonly ts.Expression[] {
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isClassLike(node)) return;
    if (ts.isBinaryExpression(node) && ts.isIdentifier(node.left) && node.left.text === name) {
      const { kind } = node.operatorToken;
      if (kind === ts.SyntaxKind.EqualsToken || kind === ts.SyntaxKind.PlusEqualsToken)
        found.push(node.right);
    }
    ts.forEachChild(node, visit);
  };
  visit(inside);
  return found;
}
