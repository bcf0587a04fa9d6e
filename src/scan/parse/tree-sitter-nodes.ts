import type { SyntaxNode } from '../../ports/syntax.ts';

/** The named children of a node, without holes. */
export function childrenOf(node: SyntaxNode | null): readonly SyntaxNode[] {
  return node === null ? [] : node.namedChildren.filter((each) => each !== null);
}

export function lineOf(node: SyntaxNode): number {
  return node.startPosition.row + 1;
}
