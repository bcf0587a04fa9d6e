/**
 * A list that shares what did not change. `evolve` hands back a new state after every event, so replacing one job
 * among ten thousand must copy a few short arrays and not the whole list.
 */
export type Vector<T> = {
  readonly length: number;
  /** How many levels of 16-way nodes lie above the leaves. */
  readonly depth: number;
  readonly root: Node<T>;
};

type Node<T> = readonly (T | Node<T>)[];

const BITS = 4;
const WIDTH = 1 << BITS;
const MASK = WIDTH - 1;

export const emptyVector: Vector<never> = { length: 0, depth: 0, root: [] };

export function vectorOf<T>(items: readonly T[]): Vector<T> {
  return items.reduce<Vector<T>>(push, emptyVector);
}

export function at<T>(vector: Vector<T>, index: number): T | undefined {
  if (index < 0 || index >= vector.length) return undefined;
  let node = vector.root;
  for (let level = vector.depth; level > 0; level--) node = node[(index >> (level * BITS)) & MASK] as Node<T>;
  return node[index & MASK] as T;
}

/** The index must exist; use `push` to add. */
export function replaced<T>(vector: Vector<T>, index: number, item: T): Vector<T> {
  return {
    length: vector.length,
    depth: vector.depth,
    root: withItem(vector.root, vector.depth, index, item),
  };
}

export function push<T>(vector: Vector<T>, item: T): Vector<T> {
  const full = vector.length === WIDTH << (vector.depth * BITS);
  const depth = full ? vector.depth + 1 : vector.depth;
  const root = full ? [vector.root] : vector.root;
  return { length: vector.length + 1, depth, root: withItem(root, depth, vector.length, item) };
}

export function* each<T>(vector: Vector<T>): Generator<T> {
  for (let index = 0; index < vector.length; index++) yield at(vector, index) as T;
}

/** Copies the nodes on the way to one item, and puts it there. A node that is not there yet begins empty. */
function withItem<T>(root: Node<T>, depth: number, index: number, item: T): Node<T> {
  const copy = root.slice();
  let node = copy;
  for (let level = depth; level > 0; level--) {
    const slot = (index >> (level * BITS)) & MASK;
    const below = ((node[slot] ?? []) as Node<T>).slice();
    node[slot] = below;
    node = below;
  }
  node[index & MASK] = item;
  return copy;
}
