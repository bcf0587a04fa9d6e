import type { SyntaxNode } from '../../ports/syntax.ts';
import type { Piece, Pieces } from '../syntax/pieces.ts';
import { childrenOf } from './tree-sitter-nodes.ts';

/** `a.b.c` as it is written; undefined for anything else. */
export function dottedName(node: SyntaxNode | null): string | undefined {
  if (node === null) return undefined;
  return /^(?:identifier|attribute|dotted_name)$/.test(node.type) && /^[\w.]+$/.test(node.text)
    ? node.text
    : undefined;
}

/** What text an expression of Python is, as far as its file says. */
export function pythonPieces(node: SyntaxNode | null): Pieces {
  if (node === null) return [];
  if (node.type === 'string') return childrenOf(node).flatMap(stringPart);
  if (node.type === 'concatenated_string') return childrenOf(node).flatMap((each) => pythonPieces(each));
  if (node.type === 'parenthesized_expression') return pythonPieces(childrenOf(node)[0] ?? null);
  if (node.type === 'binary_operator' && node.text.includes('+'))
    return [
      ...pythonPieces(node.childForFieldName('left')),
      ...pythonPieces(node.childForFieldName('right')),
    ];
  const name = dottedName(node);
  return name === undefined ? [{ hole: '' }] : [{ name }];
}

function stringPart(node: SyntaxNode): readonly Piece[] {
  if (node.type === 'string_content') return [node.text];
  if (node.type !== 'interpolation') return [];
  const name = dottedName(node.childForFieldName('expression'));
  return [name === undefined ? { hole: '' } : { name }];
}

/** The arguments of a call: those by place, and those by name. */
export function argumentsOf(call: SyntaxNode): {
  readonly placed: readonly SyntaxNode[];
  readonly named: ReadonlyMap<string, SyntaxNode>;
} {
  const placed: SyntaxNode[] = [];
  const named = new Map<string, SyntaxNode>();
  for (const each of childrenOf(call.childForFieldName('arguments'))) {
    if (each.type === 'comment') continue;
    const value = each.type === 'keyword_argument' ? each.childForFieldName('value') : null;
    const name = each.childForFieldName('name')?.text;
    if (each.type !== 'keyword_argument') placed.push(each);
    else if (value !== null && name !== undefined) named.set(name, value);
  }
  return { placed, named };
}
