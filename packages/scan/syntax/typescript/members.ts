import * as ts from './view.ts';

/** What a class says of one of its members. */
export type Member =
  | { readonly kind: 'value'; readonly value: ts.Expression; readonly around: readonly ts.Node[] }
  | { readonly kind: 'typed'; readonly type: string }
  | { readonly kind: 'method'; readonly node: ts.MethodDeclaration | ts.AccessorDeclaration };

/** A member by name: a property's first value, its type where it has none, or the method. `around` ends with the class. */
export function memberOf(
  of: ts.ClassLikeDeclaration,
  name: string,
  around: readonly ts.Node[],
): Member | undefined {
  for (const member of of.members) {
    if (ts.isConstructorDeclaration(member)) {
      const found = inConstructor(member, name, around);
      if (found !== undefined) return found;
      continue;
    }
    if (member.name === undefined || !isNamed(member.name, name)) continue;
    if (ts.isMethodDeclaration(member) || ts.isAccessor(member)) {
      const value = ts.isGetAccessor(member) ? returned(member.body) : undefined;
      if (value !== undefined) return { kind: 'value', value, around: [...around, member] };
      return { kind: 'method', node: member };
    }
    if (!ts.isPropertyDeclaration(member)) continue;
    if (member.initializer !== undefined) return { kind: 'value', value: member.initializer, around };
    const type = typeName(member.type);
    const given = of.members.find(ts.isConstructorDeclaration);
    const assigned = given === undefined ? undefined : inConstructor(given, name, around);
    if (assigned !== undefined) return assigned;
    return type === undefined ? undefined : { kind: 'typed', type };
  }
  return undefined;
}

function isNamed(name: ts.PropertyName, text: string): boolean {
  return (
    (ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isPrivateIdentifier(name)) && name.text === text
  );
}

function inConstructor(
  node: ts.ConstructorDeclaration,
  name: string,
  around: readonly ts.Node[],
): Member | undefined {
  for (const parameter of node.parameters) {
    if (ts.wordOf(parameter.name) !== name || (parameter.modifiers?.length ?? 0) === 0) continue;
    const type = typeName(parameter.type);
    if (type !== undefined) return { kind: 'typed', type };
  }
  for (const statement of node.body?.statements ?? []) {
    if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) continue;
    const { left, right } = statement.expression;
    const isIt = ts.isThis(ts.ownerOf(left)) && ts.lastWord(left) === name;
    if (isIt && ts.isOperation(statement.expression, '=') && node.body !== undefined)
      return { kind: 'value', value: right, around: [...around, node, node.body] };
  }
  return undefined;
}

/** Everything a function may give back, with the nodes around each. */
export function allReturned(
  body: ts.Node | undefined,
  around: readonly ts.Node[],
): readonly { readonly value: ts.Expression; readonly around: readonly ts.Node[] }[] {
  if (body === undefined) return [];
  if (!ts.isBlock(body)) return [{ value: body as ts.Expression, around }];
  const found: { value: ts.Expression; around: readonly ts.Node[] }[] = [];
  const visit = (node: ts.Node, above: readonly ts.Node[]): void => {
    if (ts.isReturnStatement(node)) {
      if (node.expression !== undefined) found.push({ value: node.expression, around: above });
      return;
    }
    const isPassage =
      ts.isBlock(node) || ts.isIfStatement(node) || ts.isSwitchStatement(node) || ts.isTryStatement(node);
    if (!isPassage && !ts.isCaseBlock(node) && !ts.isCaseOrDefaultClause(node)) return;
    const inside = [...above, node];
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(body, around);
  return found;
}

/** What a function gives back, where that is all it does, or the last thing. */
export function returned(body: ts.Node | undefined): ts.Expression | undefined {
  if (body === undefined) return undefined;
  if (!ts.isBlock(body)) return body as ts.Expression;
  const last = body.statements.at(-1);
  return ts.isReturnStatement(last) ? last.expression : undefined;
}

export function typeName(type: ts.TypeNode | undefined): string | undefined {
  if (!ts.isTypeReferenceNode(type)) return undefined;
  return ts.isIdentifier(type.typeName) ? type.typeName.text : type.typeName.right.text;
}
