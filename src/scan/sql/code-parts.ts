import ts from 'typescript-api';

import { calledName, nearest } from '../syntax/around.ts';
import { assignedTo } from '../syntax/assigned.ts';
import { unwrapped } from '../syntax/pieces.ts';
import { isRequestData } from '../syntax/request-data.ts';
import { type Declared, declared } from '../syntax/scope.ts';
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
  const inner = unwrapped(node);
  if (inner !== undefined) return codeParts(inner, ancestors, steps);
  if (!ts.isElementAccessExpression(node)) return fixed;
  return ts.isIdentifier(node.expression) && /^[A-Z]/.test(node.expression.text) ? fixed : open;
}

function ofBinary(node: ts.BinaryExpression, ancestors: readonly ts.Node[], steps: number): SqlParts {
  const { kind } = node.operatorToken;
  if (kind === ts.SyntaxKind.PlusToken)
    return [...codeParts(node.left, ancestors, steps), ...codeParts(node.right, ancestors, steps + 1)];
  const isEither =
    kind === ts.SyntaxKind.BarBarToken ||
    kind === ts.SyntaxKind.QuestionQuestionToken ||
    kind === ts.SyntaxKind.AmpersandAmpersandToken;
  // What is reckoned with other signs is a number.
  return isEither ? worst([node.left, node.right], ancestors, steps) : fixed;
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
    const through = goneThrough(where);
    if (through !== undefined && isWritten(through, where.around, steps)) return fixed;
    return isNarrow(where.type) ? fixed : open;
  }
  return where.kind === 'variable' ? ofVariable(name, where, ancestors, steps) : fixed;
}

function ofVariable(
  name: string,
  where: Extract<Declared, { kind: 'variable' }>,
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
  if (source === undefined || !ts.isSourceFile(source)) return fixed;
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name: bound, initializer } of statement.declarationList.declarations)
      if (ts.isIdentifier(bound) && bound.text === name && initializer !== undefined)
        return ts.isStringLiteralLike(initializer) || ts.isTemplateExpression(initializer)
          ? codeParts(initializer, [source], steps + 1)
          : fixed;
  }
  return fixed;
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
    const isIt = node.initializer.declarations.some(
      (each) => ts.isIdentifier(each.name) && each.name.text === name,
    );
    if (isIt) return node.expression;
  }
  return undefined;
}

/** The list a callback is given the members of: `list` in `list.map((each) => …)`. */
function goneThrough({ around }: Extract<Declared, { kind: 'parameter' }>): ts.Expression | undefined {
  const call = around.at(-1);
  if (call === undefined || !ts.isCallExpression(call)) return undefined;
  return ts.isPropertyAccessExpression(call.expression) ? call.expression.expression : undefined;
}

/** A list that is written out, here or where its name is declared. */
function isWritten(node: ts.Expression, ancestors: readonly ts.Node[], steps: number): boolean {
  const inner = unwrapped(node) ?? node;
  if (ts.isArrayLiteralExpression(inner)) return inner.elements.every((each) => !ts.isSpreadElement(each));
  if (ts.isCallExpression(inner)) {
    const [of] = inner.arguments;
    return (
      /^(?:entries|keys|values)$/.test(calledName(inner)) &&
      of !== undefined &&
      isWritten(of, ancestors, steps + 1)
    );
  }
  if (!ts.isIdentifier(inner) || steps > FARTHEST) return false;
  const where = declared(inner.text, ancestors);
  if (where?.kind === 'top') return true;
  const first = where?.kind === 'variable' ? where.declaration.initializer : undefined;
  return first !== undefined && isWritten(first, where?.kind === 'variable' ? where.around : [], steps + 1);
}

/** `this.table`, `Table.name`, `process.env.X` and `config.x` are chosen by whoever wrote the program. */
function ofMember(node: ts.PropertyAccessExpression): SqlParts {
  if (node.name.text === 'length' || PLACEHOLDERS.test(node.name.text)) return fixed;
  let root: ts.Expression = node;
  while (ts.isPropertyAccessExpression(root)) root = root.expression;
  if (!ts.isIdentifier(root)) return root.kind === ts.SyntaxKind.ThisKeyword ? fixed : open;
  return /^[A-Z]|^process$|config|setting|options?$|schema|^env$|tables?$|columns?$/.test(root.text)
    ? fixed
    : open;
}

function ofCall(node: ts.CallExpression, ancestors: readonly ts.Node[], steps: number): SqlParts {
  const name = calledName(node);
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
    if (calledName(list) !== 'map' || made === undefined || !ts.isArrowFunction(made)) return fixed;
    return ts.isBlock(made.body) ? fixed : codeParts(made.body, [...ancestors, list, made], steps + 1);
  }
  if (!ts.isIdentifier(list)) return isRequestData(list, ancestors) ? given : fixed;
  if (PLACEHOLDERS.test(list.text)) return fixed;
  const pushed = pushedTo(list.text, nearest(ancestors, ts.isFunctionLike) ?? ancestors[0]);
  if (pushed.length > 0) return pushed.flatMap((each) => [' ', ...codeParts(each, ancestors, steps + 1)]);
  return ofName(list.text, ancestors, steps + 1);
}

function pushedTo(name: string, inside: ts.Node | undefined): readonly ts.Expression[] {
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { expression, name: method } = node.expression;
      if (method.text === 'push' && ts.isIdentifier(expression) && expression.text === name)
        found.push(...node.arguments);
    }
    ts.forEachChild(node, visit);
  };
  if (inside !== undefined) visit(inside);
  return found;
}
