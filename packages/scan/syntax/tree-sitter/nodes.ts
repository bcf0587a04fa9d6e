import type { SyntaxNode } from './syntax-node.ts';

/** The named children of a node, without holes. */
export function childrenOf(node: SyntaxNode | null): readonly SyntaxNode[] {
  return node === null ? [] : node.namedChildren.filter((each) => each !== null);
}

export function lineOf(node: SyntaxNode): number {
  return node.startPosition.row + 1;
}

/** What was found in the root of a file: several finders ask for the same kinds. */
const found = new WeakMap<SyntaxNode, Map<string, readonly SyntaxNode[]>>();
const ROOT = /^(?:module|compilation_unit|program|source_file)$/;

/** Every node of these kinds inside, in the order of the text. */
export function within(node: SyntaxNode, ...types: string[]): readonly SyntaxNode[] {
  const known = ROOT.test(node.type)
    ? (found.get(node) ?? new Map<string, readonly SyntaxNode[]>())
    : undefined;
  const key = types.join();
  const nodes = known?.get(key) ?? node.descendantsOfType(types).filter((each) => each !== null);
  if (known !== undefined) found.set(node, known.set(key, nodes));
  return nodes;
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
