import * as ts from '../../syntax/typescript/view.ts';

import { assignedTo } from '../../syntax/typescript/assigned.ts';
import { isRequestData } from './request-data.ts';
import { type ScopeEntry, declared } from '../../syntax/typescript/scope.ts';
import { CLEANS, fixed, given, open, PLACEHOLDERS, type SqlParts } from './sql-text.ts';

const FARTHEST = 6;

/** A text of TypeScript or JavaScript as it is put together, with what is known of each thing that is put in. */
export function codeParts(node: ts.Expression, ancestors: readonly ts.Node[], steps = 0): SqlParts {
  if (steps > FARTHEST) return fixed;
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [
      node.head.text,
      ...node.templateSpans.flatMap(({ expression, literal }) => [
        ...codeParts(expression, ancestors, steps + 1),
        literal.text,
      ]),
    ];
  if (isRequestData(node, ancestors)) return given;
  if (ts.isBinaryExpression(node)) return ofBinary(node, ancestors, steps);
  if (ts.isConditionalExpression(node)) return worst([node.whenTrue, node.whenFalse], ancestors, steps);
  if (ts.isIdentifier(node)) return ofName(node.text, ancestors, steps);
  if (ts.isPropertyAccessExpression(node)) return ofMember(node);
  if (ts.isCallExpression(node)) return ofCall(node, ancestors, steps);
  const inner = ts.unwrapped(node);
  if (inner !== undefined) return codeParts(inner, ancestors, steps);
  if (!ts.isElementAccessExpression(node)) return fixed;
  return /^[A-Z]/.test(ts.wordOf(node.expression)) ? fixed : open;
}

function ofBinary(node: ts.BinaryExpression, ancestors: readonly ts.Node[], steps: number): SqlParts {
  if (ts.isOperation(node, '+'))
    return [...codeParts(node.left, ancestors, steps), ...codeParts(node.right, ancestors, steps + 1)];
  // What is reckoned with other signs is a number.
  return ts.isOperation(node, '||', '??', '&&') ? worst([node.left, node.right], ancestors, steps) : fixed;
}

/** Of two ways the one that lets more in. */
function worst(nodes: readonly ts.Expression[], ancestors: readonly ts.Node[], steps: number): SqlParts {
  const ways = nodes.map((node) => codeParts(node, ancestors, steps + 1));
  const holes = (way: SqlParts): number =>
    Math.max(0, ...way.map((each) => (typeof each === 'string' ? 0 : RANK[each.hole])));
  return ways.toSorted((a, b) => holes(b) - holes(a))[0] ?? fixed;
}

const RANK = { fixed: 1, open: 2, given: 3 } as const;

function ofName(name: string, ancestors: readonly ts.Node[], steps: number): SqlParts {
  if (PLACEHOLDERS.test(name)) return fixed;
  const loop = loopOver(name, ancestors);
  if (loop !== undefined) return isWritten(loop, ancestors, steps) ? fixed : open;
  const where = declared(name, ancestors);
  if (where === undefined) return open;
  if (where.kind === 'top') return ofTop(name, ancestors, steps);
  if (where.kind === 'parameter') {
    // The list a callback is given the members of: `list` in `list.map((each) => …)`.
    const through = ts.calledOn(where.around.at(-1));
    if (through !== undefined && isWritten(through, where.around, steps)) return fixed;
    return isNarrow(where.type) ? fixed : open;
  }
  return where.kind === 'variable' ? ofVariable(name, where, ancestors, steps) : fixed;
}

function ofVariable(
  name: string,
  where: Extract<ScopeEntry, { kind: 'variable' }>,
  ancestors: readonly ts.Node[],
  steps: number,
): SqlParts {
  const { initializer } = where.declaration;
  if (where.key === '[]') return fixed;
  if (where.key !== undefined)
    return initializer !== undefined && isRequestData(initializer, where.around) ? given : open;
  const block = where.around.at(-1);
  const later = block === undefined ? [] : assignedTo(name, block);
  const all = initializer === undefined ? later : [initializer, ...later];
  return all.flatMap((each) => codeParts(each, initializer === each ? where.around : ancestors, steps + 1));
}

/** A name from the top of a file is what the file says; one that comes from another module is not somebody's words. */
function ofTop(name: string, ancestors: readonly ts.Node[], steps: number): SqlParts {
  const source = ancestors[0];
  const made = ts.isSourceFile(source) ? ts.initialValue(name, source.statements) : undefined;
  const isText = ts.isStringLiteralLike(made) || ts.isTemplateExpression(made);
  return isText ? codeParts(made, ancestors.slice(0, 1), steps + 1) : fixed;
}

/** A type that leaves no room for somebody's words: a list of literals, a number in a limit. */
function isNarrow(type: ts.TypeNode | undefined): boolean {
  if (type === undefined) return false;
  if (ts.isUnionTypeNode(type)) return type.types.every(isNarrow);
  return (
    ts.isLiteralTypeNode(type) || type.kind === ts.SyntaxKind.BooleanKeyword || ts.isTypeOperatorNode(type)
  );
}

/** What the loop goes through that gives this name. */
function loopOver(name: string, ancestors: readonly ts.Node[]): ts.Expression | undefined {
  for (const node of ancestors.toReversed()) {
    if (ts.isFunctionLike(node)) return undefined;
    if (!ts.isForOfStatement(node) || !ts.isVariableDeclarationList(node.initializer)) continue;
    if (node.initializer.declarations.some((each) => ts.wordOf(each.name) === name)) return node.expression;
  }
  return undefined;
}

/** A list that is written out, here or where its name is declared. */
function isWritten(node: ts.Expression, ancestors: readonly ts.Node[], steps: number): boolean {
  const inner = ts.unwrapped(node) ?? node;
  if (ts.isArrayLiteralExpression(inner)) return inner.elements.every((each) => !ts.isSpreadElement(each));
  if (ts.isCallExpression(inner)) {
    const of = /^(?:entries|keys|values)$/.test(ts.calledName(inner)) ? inner.arguments[0] : undefined;
    return of !== undefined && isWritten(of, ancestors, steps + 1);
  }
  if (!ts.isIdentifier(inner) || steps > FARTHEST) return false;
  const where = declared(inner.text, ancestors);
  if (where?.kind === 'top') return true;
  if (where?.kind !== 'variable' || where.declaration.initializer === undefined) return false;
  return isWritten(where.declaration.initializer, where.around, steps + 1);
}

/** `this.table`, `Table.name`, `process.env.X` and `config.x` are chosen by whoever wrote the program. */
function ofMember(node: ts.PropertyAccessExpression): SqlParts {
  if (node.name.text === 'length' || PLACEHOLDERS.test(node.name.text)) return fixed;
  let root: ts.Expression = node;
  while (ts.isPropertyAccessExpression(root)) root = root.expression;
  if (!ts.isIdentifier(root)) return ts.isThis(root) ? fixed : open;
  return /^[A-Z]|^process$|config|setting|options?$|schema|^env$|tables?$|columns?$/.test(root.text)
    ? fixed
    : open;
}

function ofCall(node: ts.CallExpression, ancestors: readonly ts.Node[], steps: number): SqlParts {
  const name = ts.calledName(node);
  const callee = node.expression;
  if (CLEANS.test(name)) return fixed;
  if (ts.isPropertyAccessExpression(callee)) {
    if (/^(?:trim|toString|toLowerCase|toUpperCase|replace|replaceAll)$/.test(name))
      return codeParts(callee.expression, ancestors, steps + 1);
    if (name === 'concat')
      return [callee.expression, ...node.arguments].flatMap((each) => codeParts(each, ancestors, steps + 1));
    if (name === 'join') return ofJoined(callee.expression, ancestors, steps);
  }
  if (name === 'String' && node.arguments[0] !== undefined)
    return codeParts(node.arguments[0], ancestors, steps + 1);
  // What another function answers may be a piece of SQL as well as a value: unknown, and left alone.
  return fixed;
}

/** `['a', b].join(' ')`, `parts.join(' AND ')`, `ids.map(() => '?').join()`. */
function ofJoined(list: ts.Expression, ancestors: readonly ts.Node[], steps: number): SqlParts {
  if (ts.isArrayLiteralExpression(list))
    return list.elements.flatMap((each, index) => [
      ...(index === 0 ? [] : [' ']),
      ...codeParts(each, ancestors, steps + 1),
    ]);
  if (ts.isCallExpression(list)) {
    const [made] = list.arguments;
    if (ts.calledName(list) !== 'map' || !ts.isArrowFunction(made)) return fixed;
    return ts.isBlock(made.body) ? fixed : codeParts(made.body, [...ancestors, list, made], steps + 1);
  }
  if (!ts.isIdentifier(list)) return isRequestData(list, ancestors) ? given : fixed;
  if (PLACEHOLDERS.test(list.text)) return fixed;
  const pushed = pushedTo(list.text, ts.nearest(ancestors, ts.isFunctionLike) ?? ancestors[0]);
  if (pushed.length > 0) return pushed.flatMap((each) => [' ', ...codeParts(each, ancestors, steps + 1)]);
  return ofName(list.text, ancestors, steps + 1);
}

function pushedTo(name: string, inside: ts.Node | undefined): readonly ts.Expression[] {
  const calls = inside === undefined ? [] : ts.within(inside, ts.isCallExpression);
  return calls
    .filter((each) => ts.calledName(each) === 'push' && ts.wordOf(ts.calledOn(each)) === name)
    .flatMap((each) => each.arguments);
}
