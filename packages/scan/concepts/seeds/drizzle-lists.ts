import * as ts from '../../syntax/typescript/view.ts';

import type { RowFact, RowFields } from './fact.ts';

/** A value as far as it is written: a text, `true`, the name of a member; `?` for anything else. */
export function writtenOf(node: ts.Expression): string {
  const inner = ts.bare(node);
  if (ts.isStringLiteralLike(inner) || ts.isNumericLiteral(inner)) return inner.text;
  if (ts.isTrue(inner)) return 'true';
  if (ts.isFalse(inner)) return 'false';
  if (ts.isNull(inner)) return 'null';
  if (!ts.isPropertyAccessExpression(inner) || !ts.isIdentifier(inner.expression)) return '?';
  return /^[A-Z]/.test(inner.expression.text) ? inner.name.text : '?';
}

/** `eq(posts.published, true)`, `and(eq(…), ne(…))` of Drizzle; undefined for what may let in more than it says. */
export function drizzleValues(node: ts.Expression): RowFields | undefined {
  const inner = ts.bare(node);
  if (!ts.isCallExpression(inner)) return undefined;
  const name = ts.calledName(inner);
  if (name === 'or' || name === 'not') return undefined;
  if (name === 'and') {
    const all = inner.arguments.map(drizzleValues);
    return all.includes(undefined) ? undefined : Object.assign({}, ...all);
  }
  const [field, value] = inner.arguments;
  if (!ts.isPropertyAccessExpression(field)) return {};
  const written = value === undefined ? '?' : writtenOf(value);
  const isDenied = name === 'ne' && written !== '?' && written !== 'null';
  return { [field.name.text]: name === 'eq' ? written : isDenied ? `!${written}` : '?' };
}

/** `db.select().from(posts).where(eq(posts.published, true))`. */
export function selectedRows(
  node: ts.CallExpression,
  ancestors: readonly ts.Node[],
): Pick<RowFact, 'entity' | 'values' | 'isOpen'> | undefined {
  const [table] = node.arguments;
  const of = ts.bare(ts.calledOn(node));
  if (!ts.isIdentifier(table) || !ts.isCallExpression(of)) return undefined;
  if (!/^select(?:Distinct)?$/.test(ts.calledName(of))) return undefined;
  let values: RowFields | undefined = {};
  for (const around of ancestors.toReversed()) {
    if (ts.isCallExpression(around)) {
      const [first] = around.arguments;
      if (ts.calledName(around) === 'where') values = first === undefined ? undefined : drizzleValues(first);
      else if (ts.calledName(around) === 'limit' && ts.isNumericLiteral(first) && first.text === '1')
        return undefined;
    } else if (ts.isVariableDeclaration(around)) {
      // `const [post] = await …` asks for one.
      if (ts.isArrayBindingPattern(around.name)) return undefined;
    } else if (!ts.isPropertyAccessExpression(around) && !ts.isAwaitExpression(around)) break;
  }
  const isOpen = values === undefined;
  return { entity: table.text, values: values ?? {}, isOpen };
}
