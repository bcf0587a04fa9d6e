import type { SyntaxNode } from '../../ports/syntax.ts';

/** The named children of a node, without holes. */
export function childrenOf(node: SyntaxNode | null): readonly SyntaxNode[] {
  return node === null ? [] : node.namedChildren.filter((each) => each !== null);
}

export function lineOf(node: SyntaxNode): number {
  return node.startPosition.row + 1;
}

/** Every node of these kinds inside, in the order of the text. */
export function within(node: SyntaxNode, ...types: string[]): readonly SyntaxNode[] {
  return node.descendantsOfType(types).filter((each) => each !== null);
}

/** The nodes around, innermost first. */
export function* around(node: SyntaxNode): Generator<SyntaxNode> {
  for (let at = node.parent; at !== null; at = at.parent) yield at;
}

/** The nearest node around that is of one of these kinds. */
export function nearestAround(node: SyntaxNode, kinds: RegExp): SyntaxNode | undefined {
  for (const each of around(node)) if (kinds.test(each.type)) return each;
  return undefined;
}
