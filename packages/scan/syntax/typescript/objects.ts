import * as ts from './view.ts';

/** An object as it is written: what it says by name, and whether it may say more than that. */
export type ObjectMembers = {
  readonly members: ReadonlyMap<string, ts.Expression>;
  readonly isOpen: boolean;
};

export function writtenObject(node: ts.Expression | undefined): ObjectMembers | undefined {
  if (node === undefined) return undefined;
  if (!ts.isObjectLiteralExpression(node)) return writtenObject(ts.unwrapped(node));
  const members = new Map<string, ts.Expression>();
  let isOpen = false;
  for (const property of node.properties) {
    const { name } = property;
    if (name === undefined || !isPlain(name)) isOpen = true;
    else if (ts.isPropertyAssignment(property)) members.set(name.text, property.initializer);
    else if (ts.isShorthandPropertyAssignment(property)) members.set(name.text, property.name);
    else isOpen = true;
  }
  return { members, isOpen };
}

function isPlain(name: ts.PropertyName): name is ts.Identifier | ts.StringLiteral {
  return ts.isIdentifier(name) || ts.isStringLiteral(name);
}

/** The texts and numbers of a list, if all of it is written out. */
export function writtenValues(node: ts.Expression | undefined): readonly (string | number)[] | undefined {
  if (node === undefined) return undefined;
  if (!ts.isArrayLiteralExpression(node)) return writtenValues(ts.unwrapped(node));
  const values = node.elements.map(writtenValue).filter((value) => value !== undefined);
  return values.length === node.elements.length && values.length > 0 ? values : undefined;
}

export function writtenValue(node: ts.Expression): string | number | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  const isMinus = ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken;
  if (isMinus && ts.isNumericLiteral(node.operand)) return -Number(node.operand.text);
  const inner = ts.unwrapped(node);
  return inner === undefined ? undefined : writtenValue(inner);
}

/** The name in `X`, `() => X`, `a.X`, `'X'` and `() => a.X`: how a class is named to a decorator. */
export function namedThing(node: ts.Expression | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return namedThing(node.body);
  const inner = ts.unwrapped(node);
  return inner === undefined ? undefined : namedThing(inner);
}
