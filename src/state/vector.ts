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

type Leaf<T> = readonly T[];
type Fork<T> = readonly Node<T>[];
type Node<T> = Leaf<T> | Fork<T>;

function isFork<T>(_: Node<T>, level: number): _ is Fork<T> {
  return level > 0;
}

const BITS = 4;
const WIDTH = 1 << BITS;
const MASK = WIDTH - 1;

export const emptyVector: Vector<never> = { length: 0, depth: 0, root: [] };

export function vectorOf<T>(items: readonly T[]): Vector<T> {
  return items.reduce<Vector<T>>(push, emptyVector);
}

export function at<T>(vector: Vector<T>, index: number): T | undefined {
  if (index < 0 || index >= vector.length) return undefined;
  return leafAt(vector, index)[index & MASK];
}

function leafAt<T>(vector: Vector<T>, index: number): Leaf<T> {
  let node = vector.root;
  let level = vector.depth;
  for (; isFork(node, level); level--) node = node[(index >> (level * BITS)) & MASK] ?? [];
  return node;
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
  const root: Node<T> = full ? [vector.root] : vector.root;
  return { length: vector.length + 1, depth, root: withItem(root, depth, vector.length, item) };
}

export function* each<T>(vector: Vector<T>): Generator<T> {
  for (let from = 0; from < vector.length; from += WIDTH) for (const item of leafAt(vector, from)) yield item;
}

/** Indexes of the items that differ. Looks at those and the few nodes above them, not at ten thousand. */
export function changedIndexes<T>(before: Vector<T>, after: Vector<T>): readonly number[] {
  if (before.depth === after.depth) return changedBelow(before.root, after.root, after.depth);
  return [...each(after)].flatMap((item, index) => (at(before, index) === item ? [] : [index]));
}

function changedBelow<T>(before: Node<T>, after: Node<T>, level: number): readonly number[] {
  if (before === after) return [];
  if (!isFork(after, level)) return after.flatMap((item, slot) => (item === before[slot] ? [] : [slot]));
  const old = isFork(before, level) ? before : [];
  return after.flatMap((kid, slot) =>
    changedBelow(old[slot] ?? [], kid, level - 1).map((index) => index + slot * WIDTH ** level),
  );
}

/** Copies the nodes on the way to one item, and puts it there. A node that is not there yet begins empty. */
function withItem<T>(node: Node<T>, level: number, index: number, item: T): Node<T> {
  const slot = (index >> (level * BITS)) & MASK;
  if (!isFork(node, level)) {
    const leaf = node.slice();
    leaf[slot] = item;
    return leaf;
  }
  const fork = node.slice();
  fork[slot] = withItem(fork[slot] ?? [], level - 1, index, item);
  return fork;
}
