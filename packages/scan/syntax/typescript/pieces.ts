import * as ts from './view.ts';

import { classAround, declared, functionName } from './scope.ts';
import { memberOf } from './members.ts';
import { nameOf } from './names.ts';
import { wordSet } from '../../engine/words.ts';

/** A part of a text: known, named at the top of a module, given to the function around, or known at run time only. */
export type Piece =
  | string
  | { readonly name: string; readonly called?: readonly Pieces[] }
  | { readonly parameter: number; readonly of: string; readonly key?: string }
  | { readonly either: readonly Pieces[] }
  | { readonly hole: string };

/** A text as far as it is written down, in order. */
export type Pieces = readonly Piece[];

/** How many declarations are followed, one after the other. */
const FARTHEST = 12;

/**
 * How many expressions are looked at for one text. Whatever is named twice is followed twice, and what that names four
 * times: without an end to it, a few lines could make a text as long as one likes.
 */
const MOST_LOOKED = 200;
let looked = 0;

const unknown = (hole: string): Pieces => [{ hole }];

/** What text an expression is, as far as its file says. */
export function piecesOf(node: ts.Expression, ancestors: readonly ts.Node[], steps = 0): Pieces {
  if (steps === 0) looked = 0;
  looked += 1;
  if (steps > FARTHEST || looked > MOST_LOOKED) return unknown('');
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isNumericLiteral(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [
      ...(node.head.text === '' ? [] : [node.head.text]),
      ...node.templateSpans.flatMap(({ expression, literal }) => [
        ...piecesOf(expression, ancestors, steps + 1),
        ...(literal.text === '' ? [] : [literal.text]),
      ]),
    ];
  if (ts.isBinaryExpression(node)) return piecesOfBinary(node, ancestors, steps);
  if (ts.isConditionalExpression(node)) return either([node.whenTrue, node.whenFalse], ancestors, steps);
  if (ts.isIdentifier(node)) return piecesOfName(node, ancestors, steps);
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node))
    return piecesOfMember(node, ancestors, steps);
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) return piecesOfCall(node, ancestors, steps);
  const inner = ts.unwrapped(node);
  return inner === undefined ? unknown('') : piecesOf(inner, ancestors, steps);
}

function piecesOfBinary(node: ts.BinaryExpression, ancestors: readonly ts.Node[], steps: number): Pieces {
  const right = (): Pieces => piecesOf(node.right, ancestors, steps + 1);
  const left = (): Pieces => piecesOf(node.left, ancestors, steps + 1);
  if (ts.isOperation(node, '+')) return [...left(), ...right()];
  if (ts.isOperation(node, '&&')) return right();
  if (!ts.isOperation(node, '||', '??')) return unknown('');
  const first = left();
  // Data that may be missing is not the own server; a setting that is not set is.
  if (ts.textOf(node.right) === '' && isData(node.left, ancestors)) return first;
  // What stands when nothing is set tells the shape; a setting tells nothing.
  return first.every((piece) => typeof piece === 'object' && 'hole' in piece) ? right() : first;
}

/** `server?.url`: a field of something that may not be there. */
function isData(node: ts.Expression, ancestors: readonly ts.Node[]): boolean {
  // `parts[1] ?? ''`, also by a name: one of several, and no setting.
  if (ts.isElementAccessExpression(node)) return ts.isIdentifier(node.expression);
  if (ts.isIdentifier(node)) {
    const where = declared(node.text, ancestors);
    // `projectId ?? ''` is one of many; `base ?? ''` may be left out.
    if (where?.kind === 'parameter')
      return !/base|url|host|origin|prefix|root|path|server|api/i.test(node.text);
    const made =
      where?.kind === 'variable' && where.key === undefined ? where.declaration.initializer : undefined;
    return ts.isElementAccessExpression(made) && isData(made, ancestors);
  }
  return ts.isPropertyAccessExpression(node) && node.questionDotToken !== undefined;
}

function either(nodes: readonly ts.Expression[], ancestors: readonly ts.Node[], steps: number): Pieces {
  const ways = nodes
    .filter((node) => !ts.isNothing(node))
    .map((node) => piecesOf(node, ancestors, steps + 1));
  return ways.length === 1 ? (ways[0] ?? []) : [{ either: ways }];
}

function piecesOfName(node: ts.Identifier, ancestors: readonly ts.Node[], steps: number): Pieces {
  const where = declared(node.text, ancestors);
  if (where === undefined || where.kind === 'function') return unknown(node.text);
  if (where.kind === 'top') return [{ name: node.text }];
  if (where.kind === 'parameter') return piecesOfParameter(node.text, where);
  const { initializer } = where.declaration;
  if (initializer === undefined || where.key === '[]') return unknown(node.text);
  if (where.key === undefined) {
    if (ts.isObjectLiteralExpression(initializer) || ts.isFunction(initializer)) return unknown(node.text);
    const first = piecesOf(initializer, where.around, steps + 1);
    // What a `let` begins with may have grown by now.
    return letsOf(where.around.at(-1)).has(where.declaration) ? [...first, { hole: '' }] : first;
  }
  const of = nameOf(initializer, where.around);
  return of === undefined || of.isGlobal ? unknown(node.text) : [{ name: `${of.name}.${where.key}` }];
}

const lets = new WeakMap<ts.Node, ReadonlySet<ts.VariableDeclaration>>();

function letsOf(block: ts.Node | undefined): ReadonlySet<ts.VariableDeclaration> {
  if (block === undefined) return new Set();
  const known = lets.get(block);
  if (known !== undefined) return known;
  const found = new Set<ts.VariableDeclaration>();
  for (const statement of (block as ts.Block).statements)
    if (ts.isVariableStatement(statement) && (statement.declarationList.flags & ts.NodeFlags.Const) === 0)
      for (const each of statement.declarationList.declarations) found.add(each);
  lets.set(block, found);
  return found;
}

type Parameter = Extract<ReturnType<typeof declared>, { kind: 'parameter' }>;

function piecesOfParameter(text: string, { index, key, of, around }: Parameter): Pieces {
  if (key === '[]') return unknown(text);
  const name = functionName(of, around);
  if (name === undefined) return unknown(text);
  return [{ parameter: index, of: name, ...(key === undefined ? {} : { key }) }];
}

function piecesOfMember(
  node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  ancestors: readonly ts.Node[],
  steps: number,
): Pieces {
  const key = keyOf(node);
  if (key === undefined) return unknown('');
  if (ts.isThis(node.expression)) {
    const around = classAround(ancestors);
    if (around === undefined) return unknown(key);
    const member = memberOf(around.node, key, ancestors.slice(0, around.at + 1));
    if (member?.kind === 'value') return piecesOf(member.value, member.around, steps + 1);
    return member === undefined ? [{ name: `${around.node.name?.text ?? 'default'}.${key}` }] : unknown(key);
  }
  if (ts.isIdentifier(node.expression)) {
    const where = declared(node.expression.text, ancestors);
    if (where?.kind === 'parameter' && where.key === undefined) {
      const [parameter] = piecesOfParameter(key, where);
      return typeof parameter === 'object' && 'parameter' in parameter
        ? [{ ...parameter, key }]
        : unknown(key);
    }
  }
  const of = nameOf(node, ancestors);
  return of === undefined || of.isGlobal ? unknown(of?.name ?? key) : [{ name: of.name }];
}

function keyOf(node: ts.PropertyAccessExpression | ts.ElementAccessExpression): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  return ts.textOf(node.argumentExpression);
}

/** Functions that give back the text they are given, or change only what stands for a parameter in it. */
const SAME = wordSet('replace replaceAll trim toString concat');

function piecesOfCall(
  node: ts.CallExpression | ts.NewExpression,
  ancestors: readonly ts.Node[],
  steps: number,
): Pieces {
  const args = node.arguments ?? [];
  const callee = node.expression;
  const piecesAt = (index: number): Pieces => {
    const argument = args[index];
    return argument === undefined ? [] : piecesOf(argument, ancestors, steps + 1);
  };
  if (ts.isNewExpression(node))
    return ts.wordOf(callee) === 'URL'
      ? [
          ...piecesAt(1),
          ...(args.length > 1 && !startOf(piecesAt(0)).startsWith('/') ? ['/'] : []),
          ...piecesAt(0),
        ]
      : unknown('');
  if (ts.isPropertyAccessExpression(callee)) {
    if (SAME.has(callee.name.text)) {
      const rest = callee.name.text === 'concat' ? args.flatMap((_, index) => piecesAt(index)) : [];
      return [...piecesOf(callee.expression, ancestors, steps + 1), ...rest];
    }
    if (callee.name.text === 'join' && ts.isArrayLiteralExpression(callee.expression))
      return joined(callee.expression, piecesAt(0), ancestors, steps);
  }
  const of = nameOf(callee, ancestors);
  if (of === undefined || of.isGlobal) return unknown('');
  return [{ name: of.name, called: args.slice(0, 4).map((_, index) => piecesAt(index)) }];
}

function startOf(pieces: Pieces): string {
  const [first] = pieces;
  return typeof first === 'string' ? first : '';
}

function joined(
  list: ts.ArrayLiteralExpression,
  between: Pieces,
  ancestors: readonly ts.Node[],
  steps: number,
): Pieces {
  return list.elements.flatMap((each, index) => [
    ...(index === 0 ? [] : between),
    ...piecesOf(each, ancestors, steps + 1),
  ]);
}
