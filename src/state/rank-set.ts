/**
 * A set of small whole numbers that knows its smallest member and shares what did not change. The queues of the
 * coordinator are such sets: adding, removing and taking the first cost the same with ten tickets or ten thousand.
 */
export type RankSet = {
  readonly size: number;
  /**
   * 0: `root` is one 32-bit word; each further level multiplies the range by 32. ALONE: `root` is the only member itself;
   * most queues hold nobody or one, and no fork is built for those.
   */
  readonly height: number;
  readonly root: Branch;
};

/** A leaf is a bitmap of 32 members; a fork names its non-empty children in `bits`. */
type Branch = number | Fork;
type Fork = { readonly bits: number; readonly kids: readonly Branch[] };

const noKids: Fork = { bits: 0, kids: [] };

function forkOf(branch: Branch): Fork {
  return typeof branch === 'number' ? noKids : branch;
}

function leafOf(branch: Branch): number {
  return typeof branch === 'number' ? branch : 0;
}

const BITS = 5;
const MASK = 31;
const ALONE = -1;

export const emptyRankSet: RankSet = { size: 0, height: 0, root: 0 };

export function has(set: RankSet, rank: number): boolean {
  if (set.height === ALONE) return set.root === rank;
  if (rank >>> 0 !== rank || rank >>> ((set.height + 1) * BITS) !== 0) return false;
  let branch = set.root;
  for (let level = set.height; level > 0; level--) {
    const fork = forkOf(branch);
    const bit = 1 << ((rank >>> (level * BITS)) & MASK);
    if ((fork.bits & bit) === 0) return false;
    branch = fork.kids[position(fork.bits, bit)] ?? 0;
  }
  return (leafOf(branch) & (1 << (rank & MASK))) !== 0;
}

export function first(set: RankSet): number | undefined {
  if (set.size === 0) return undefined;
  if (set.height === ALONE) return leafOf(set.root);
  let branch = set.root;
  let rank = 0;
  for (let level = set.height; level > 0; level--) {
    const fork = forkOf(branch);
    rank = rank * 32 + lowest(fork.bits);
    branch = fork.kids[0] ?? 0;
  }
  return rank * 32 + lowest(leafOf(branch));
}

export function added(set: RankSet, rank: number): RankSet {
  if (set.size === 0) return { size: 1, height: ALONE, root: rank };
  if (has(set, rank)) return set;
  let { height, root } = set.height === ALONE ? forked(leafOf(set.root)) : set;
  while (rank >>> ((height + 1) * BITS) !== 0) {
    root = { bits: 1, kids: [root] };
    height++;
  }
  return { size: set.size + 1, height, root: grown(root, height, rank) };
}

/** The tree of a set that has one member. */
function forked(rank: number): { readonly height: number; readonly root: Branch } {
  let height = 0;
  while (rank >>> ((height + 1) * BITS) !== 0) height++;
  return { height, root: grown(height === 0 ? 0 : noKids, height, rank) };
}

export function removed(set: RankSet, rank: number): RankSet {
  if (!has(set, rank)) return set;
  if (set.size === 1) return emptyRankSet;
  const rest = { size: set.size - 1, height: set.height, root: shrunk(set.root, set.height, rank) };
  return rest.size > 1 ? rest : { size: 1, height: ALONE, root: first(rest) ?? 0 };
}

export function* members(set: RankSet): Generator<number> {
  let rest = set;
  for (let rank = first(rest); rank !== undefined; rank = first(rest)) {
    yield rank;
    rest = removed(rest, rank);
  }
}

function grown(branch: Branch, level: number, rank: number): Branch {
  if (level === 0) return leafOf(branch) | (1 << (rank & MASK));
  const fork = forkOf(branch);
  const bit = 1 << ((rank >>> (level * BITS)) & MASK);
  const where = position(fork.bits, bit);
  const kids = fork.kids.slice();
  if ((fork.bits & bit) === 0) {
    kids.splice(where, 0, grown(level === 1 ? 0 : noKids, level - 1, rank));
    return { bits: fork.bits | bit, kids };
  }
  kids[where] = grown(kids[where] ?? 0, level - 1, rank);
  return { bits: fork.bits, kids };
}

/** The rank is known to be in the branch. An emptied child disappears, so `first` never meets one. */
function shrunk(branch: Branch, level: number, rank: number): Branch {
  if (level === 0) return leafOf(branch) & ~(1 << (rank & MASK));
  const fork = forkOf(branch);
  const bit = 1 << ((rank >>> (level * BITS)) & MASK);
  const where = position(fork.bits, bit);
  const kids = fork.kids.slice();
  const kid = shrunk(kids[where] ?? 0, level - 1, rank);
  const empty = typeof kid === 'number' ? kid === 0 : kid.bits === 0;
  if (!empty) {
    kids[where] = kid;
    return { bits: fork.bits, kids };
  }
  kids.splice(where, 1);
  return { bits: fork.bits & ~bit, kids };
}

/** How many children come before this one. */
function position(bits: number, bit: number): number {
  let below = bits & (bit - 1);
  below -= (below >>> 1) & 0x55555555;
  below = (below & 0x33333333) + ((below >>> 2) & 0x33333333);
  below = (below + (below >>> 4)) & 0x0f0f0f0f;
  return Math.imul(below, 0x01010101) >>> 24;
}

function lowest(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}
