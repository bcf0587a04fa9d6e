import { isName, parseGlob, type Segment, staticPrefix } from './glob.ts';

/** Whether a glob matches a path. The path is taken letter by letter: its brackets and stars are names, not wishes. */
export function matches(glob: string, path: string): boolean {
  return parseGlob(glob).some((segments) => segmentsMeet(segments, path.split('/')));
}

/** A set of touches several tickets share, and the sets it meets. */
export type TouchClass = {
  readonly touches: readonly string[];
  /** Numbers of the classes it overlaps, its own included, ascending. */
  readonly overlaps: readonly number[];
};

export type TouchClasses = {
  /** For each ticket the number of its class; −1 without touches: it is in nobody's way. */
  readonly classOf: readonly number[];
  readonly classes: readonly TouchClass[];
};

/** Quadratic answers are for a handful of tickets: beyond this the plan takes too long or does not fit in memory. */
const MOST_COMPARED = 500_000;
/** How many letters × letters cost as much as looking at a pair. */
const LETTERS_PER_STEP = 16;

/**
 * Group tickets by what they touch, and say which groups may not be developed at the same time. Where finding that
 * out would take too long all of them are one group: one after the other is slow and never wrong.
 */
export function touchClasses(
  touchesOf: readonly (readonly string[])[],
  mostCompared = MOST_COMPARED,
): TouchClasses {
  const numbers = new Map<string, number>();
  const sets: (readonly string[])[] = [];
  const classOf = touchesOf.map((touches) => {
    if (touches.length === 0) return -1;
    const set = normalised(touches);
    const key = set.join('\n');
    const number = numbers.get(key) ?? sets.push(set) - 1;
    numbers.set(key, number);
    return number;
  });
  const meets = pairs(sets, mostCompared);
  if (meets === undefined) {
    const everything = { touches: ['**'], overlaps: [0] };
    return { classOf: classOf.map((number) => Math.min(number, 0)), classes: [everything] };
  }
  const classes = sets.map((touches, number) => ({
    touches,
    overlaps: [...(meets[number] ?? [])].sort((a, b) => a - b),
  }));
  return { classOf, classes };
}

function normalised(touches: readonly string[]): readonly string[] {
  const plain = touches.map(
    (glob) =>
      glob
        .split('/')
        .filter((step) => step !== '.' && step !== '')
        .join('/') + (glob.endsWith('/') ? '/**' : ''),
  );
  // Whoever touches everything touches nothing else on top.
  return plain.includes('**') ? ['**'] : [...new Set(plain)].sort();
}

type Entry = { readonly owner: number; readonly segments: readonly Segment[]; readonly letters: number };

/**
 * Directories without wildcards as a tree, and in each the globs by the file name they end in (empty where that is
 * variable), so that only globs that could meet are compared.
 */
type Node = { readonly byName: Map<string, Entry[]>; readonly children: Map<string, Node> };

/** Who meets whom, or undefined when that takes too long. */
function pairs(
  sets: readonly (readonly string[])[],
  mostCompared: number,
): readonly ReadonlySet<number>[] | undefined {
  const root: Node = { byName: new Map(), children: new Map() };
  const meets = sets.map((_, owner) => new Set([owner]));
  let compared = 0;
  const compare: Compare = (a, b) => {
    compared += 1;
    if (a.owner !== b.owner && !meets[a.owner]?.has(b.owner) && !endsDiffer(a.segments, b.segments)) {
      compared += Math.floor((a.letters * b.letters) / LETTERS_PER_STEP);
      if (segmentsMeet(a.segments, b.segments)) {
        meets[a.owner]?.add(b.owner);
        meets[b.owner]?.add(a.owner);
      }
    }
    return compared <= mostCompared;
  };
  for (const [owner, touches] of sets.entries())
    for (const segments of touches.flatMap(parseGlob)) {
      const letters = segments.reduce((sum, segment) => sum + segment.length, 0);
      if (!insert(root, { owner, segments, letters }, compare)) return undefined;
    }
  return meets;
}

/** false when it has been enough. */
type Compare = (a: Entry, b: Entry) => boolean;

/** Compare with everything above on the way down and everything below, then stay; false when that was too much. */
function insert(root: Node, entry: Entry, compare: Compare): boolean {
  const end = entry.segments.at(-1);
  const name = isName(end) ? end : '';
  const compareIn = (node: Node): boolean => {
    const rivals =
      name === '' ? [...node.byName.values()] : [node.byName.get(name) ?? [], node.byName.get('') ?? []];
    return rivals.every((group) => group.every((other) => compare(entry, other)));
  };
  let node = root;
  for (const step of staticPrefix(entry.segments)) {
    if (!compareIn(node)) return false;
    node = getOrAdd(node.children, step, () => ({ byName: new Map(), children: new Map() }));
  }
  const below = [node];
  for (let next = below.pop(); next; next = below.pop()) {
    if (!compareIn(next)) return false;
    below.push(...next.children.values());
  }
  getOrAdd(node.byName, name, () => []).push(entry);
  return true;
}

function getOrAdd<V>(map: Map<string, V>, key: string, make: () => V): V {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}

/** Both lists walked at once; `**` may take any number of the other's segments. */
export function segmentsMeet(a: readonly Segment[], b: readonly Segment[]): boolean {
  if (endsDiffer(a, b)) return false;
  return meet(a, b, { isRun: (segment) => segment === '**', fits: namesMeet });
}

function endsDiffer(a: readonly Segment[], b: readonly Segment[]): boolean {
  return namesDiffer(a, b, 1) || namesDiffer(a, b, -1);
}

/**
 * The cheap way out for nearly all pairs: before the first `**`, and after the last, segments stand opposite each
 * other, and two different names there settle it.
 */
function namesDiffer(a: readonly Segment[], b: readonly Segment[], step: 1 | -1): boolean {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at++) {
    const one = step === 1 ? a[at] : a[a.length - 1 - at];
    const other = step === 1 ? b[at] : b[b.length - 1 - at];
    if (one === '**' || other === '**') return false;
    if (typeof one === 'string' && typeof other === 'string' && one !== other) return true;
  }
  return false;
}

function namesMeet(a: Segment, b: Segment): boolean {
  if (typeof a === 'string' && typeof b === 'string') return a === b;
  return meet(Array.from(a), Array.from(b), {
    isRun: (letter) => letter === '*',
    fits: (one, other) => one === other || one === '?' || other === '?',
  });
}

type Alphabet<T> = {
  readonly isRun: (one: T) => boolean;
  readonly fits: (one: T, other: T) => boolean;
};

/**
 * Whether two patterns can match one sequence: a table of "the rest of a and the rest of b can meet", filled from
 * the end, one row at a time, so that the cost is length × length and nothing is tried twice.
 */
function meet<T>(a: readonly T[], b: readonly T[], alphabet: Alphabet<T>): boolean {
  let below = nextRow(undefined, b, { ...alphabet, below: undefined });
  for (let at = a.length - 1; at >= 0; at--) below = nextRow(a[at], b, { ...alphabet, below });
  return below[0] === true;
}

/** One row of the table; without `below` it is the last one, where only runs of b can still match nothing. */
function nextRow<T>(
  one: T | undefined,
  b: readonly T[],
  { isRun, fits, below }: Alphabet<T> & { readonly below: readonly boolean[] | undefined },
): readonly boolean[] {
  const row: boolean[] = [];
  const runs = one !== undefined && isRun(one);
  row[b.length] = below === undefined || (runs && below[b.length] === true);
  for (let at = b.length - 1; at >= 0; at--) {
    const other = b[at];
    if (other === undefined) continue;
    // A run takes nothing (the row below) or one more (the cell to the right).
    if (runs || isRun(other)) row[at] = below?.[at] === true || row[at + 1] === true;
    else row[at] = one !== undefined && fits(one, other) && below?.[at + 1] === true;
  }
  return row;
}
