import { addTo } from '../../engine/add-to.ts';
import { kinds, type Tokens } from './tokens.ts';

/** A stretch of tokens in the file of a number. */
export type Stretch = { readonly file: number; readonly from: number; readonly to: number };

export const SHORTEST = { tokens: 70, lines: 8 } as const;
/** Half of the shortest stretch is hashed; of as many hashes in a row the least is kept, so that none is missed. */
const GRAM = 35;
const WINDOW = SHORTEST.tokens - GRAM + 1;
/** Readers would share logic; what takes fewer ways than this they call parallel by design. */
const BRANCHES = 3;
/** What stands in more places than this is custom, not copying. */
const MOST_ALIKE = 60;

/** The hashes of a file that are kept, with where they begin; one and the same may be said several times in a row. */
export function fingerprints({ codes }: Tokens, keep: (hash: number, at: number) => void): void {
  const count = codes.length - GRAM + 1;
  if (count <= 0) return;
  const hashes = new Int32Array(count);
  let power = 1;
  for (let at = 1; at < GRAM; at += 1) power = Math.imul(power, 31);
  let hash = 0;
  for (let at = 0; at < codes.length; at += 1) {
    if (at >= GRAM) hash = (hash - Math.imul(codes[at - GRAM] ?? 0, power)) | 0;
    hash = (Math.imul(hash, 31) + (codes[at] ?? 0)) | 0;
    if (at >= GRAM - 1) hashes[at - GRAM + 1] = mixed(hash);
  }
  let least = -1;
  for (let end = 0; end < count; end += 1) {
    const begin = end - WINDOW + 1;
    const value = hashes[end] ?? 0;
    if (least < 0 || value <= (hashes[least] ?? 0)) least = end;
    else if (least < begin) {
      least = begin;
      for (let at = begin; at <= end; at += 1) if ((hashes[at] ?? 0) <= (hashes[least] ?? 0)) least = at;
    }
    if (begin >= 0 || end === count - 1) keep(hashes[least] ?? 0, least);
  }
}

/** So that the least hash is any, not that of the smallest tokens. */
function mixed(hash: number): number {
  let value = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  value = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  return value ^ (value >>> 16);
}

type Kept = { readonly file: number; readonly at: number };

/** Hashes of all files, and those among them that occur in more than one. */
export class Index {
  #hashes = new Int32Array(4_096);
  #files = new Int32Array(4_096);
  #places = new Int32Array(4_096);
  #length = 0;
  #last = { hash: 0, file: -1, at: -1 };

  add(hash: number, file: number, at: number): void {
    if (this.#last.file === file && this.#last.at === at) return;
    this.#last = { hash, file, at };
    if (this.#length === this.#hashes.length) {
      this.#hashes = grown(this.#hashes);
      this.#files = grown(this.#files);
      this.#places = grown(this.#places);
    }
    this.#hashes[this.#length] = hash;
    this.#files[this.#length] = file;
    this.#places[this.#length] = at;
    this.#length += 1;
  }

  /** Places with the same hash, by hash; hashes of one place are dropped before any list is made. */
  groups(): readonly (readonly Kept[])[] {
    const counts = new Uint8Array(1 << 22);
    const slot = (hash: number): number => hash & ((1 << 22) - 1);
    for (let at = 0; at < this.#length; at += 1) {
      const here = slot(this.#hashes[at] ?? 0);
      if ((counts[here] ?? 0) < 255) counts[here] = (counts[here] ?? 0) + 1;
    }
    const groups = new Map<number, Kept[]>();
    for (let at = 0; at < this.#length; at += 1) {
      const hash = this.#hashes[at] ?? 0;
      if ((counts[slot(hash)] ?? 0) < 2) continue;
      addTo(groups, hash, { file: this.#files[at] ?? 0, at: this.#places[at] ?? 0 });
    }
    return [...groups.values()].filter((group) => group.length > 1 && group.length <= MOST_ALIKE);
  }
}

function grown(from: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const to = new Int32Array(from.length * 2);
  to.set(from);
  return to;
}

/** All stretches that stand in two files, as far as they reach. */
export function clonePairs(
  groups: readonly (readonly Kept[])[],
  tokensOf: (file: number) => Tokens,
): readonly (readonly [Stretch, Stretch])[] {
  const pairs: (readonly [Stretch, Stretch])[] = [];
  /** How far two files have been compared already, by how far apart the places are. */
  const done = new Map<string, number>();
  const compare = (one: Kept, other: Kept): void => {
    if (one.file === other.file) return;
    const key = `${one.file} ${other.file} ${one.at - other.at}`;
    if ((done.get(key) ?? -1) >= one.at) return;
    const pair = reach(one, other, tokensOf(one.file), tokensOf(other.file));
    done.set(key, Math.max(one.at, pair[0].to));
    if (pair.every((each) => isLong(each, tokensOf(each.file)))) pairs.push(pair);
  };
  for (const group of groups) {
    const [first] = group;
    if (first === undefined) continue;
    for (const [index, each] of group.entries()) {
      if (index === 0) continue;
      compare(first, each);
      const before = group[index - 1];
      if (before !== undefined && before !== first) compare(before, each);
    }
  }
  return pairs;
}

function reach(one: Kept, other: Kept, a: Tokens, b: Tokens): readonly [Stretch, Stretch] {
  let left = 0;
  while (left < one.at && left < other.at && a.codes[one.at - left - 1] === b.codes[other.at - left - 1])
    left += 1;
  let right = 0;
  while (one.at + right < a.codes.length && a.codes[one.at + right] === b.codes[other.at + right]) right += 1;
  return [
    { file: one.file, from: one.at - left, to: one.at + right },
    { file: other.file, from: other.at - left, to: other.at + right },
  ];
}

/** Long enough, and more than a table or a row of getters: it takes several ways, and calls or gives back something. */
function isLong({ from, to }: Stretch, tokens: Tokens): boolean {
  if (to - from < SHORTEST.tokens) return false;
  if (linesOf(from, to, tokens) < SHORTEST.lines) return false;
  let literals = 0;
  let calling = 0;
  let deciding = 0;
  let branching = 0;
  for (let at = from; at < to; at += 1) {
    const kind = tokens.kinds[at];
    if (kind === kinds.literal) literals += 1;
    else if (kind === kinds.calling) calling += 1;
    else if (kind === kinds.deciding) deciding += 1;
    else if (kind === kinds.branching) branching += 1;
  }
  const length = to - from;
  const work = calling + deciding + branching;
  return literals < length * 0.25 && branching >= BRANCHES && work >= Math.max(6, length * 0.06);
}

/** On how many lines tokens stand: long remarks in between are not counted. */
export function linesOf(from: number, to: number, { lines }: Tokens): number {
  let count = 0;
  for (let at = from; at < to; at += 1) if (at === from || lines[at] !== lines[at - 1]) count += 1;
  return count;
}

/** Pairs that are about the same places, put together: each class once, its places in order. */
export function cloneClasses(
  pairs: readonly (readonly [Stretch, Stretch])[],
): readonly (readonly Stretch[])[] {
  const all = pairs.flat();
  const heads = all.map((_, index) => index);
  const head = (of: number): number => {
    let at = of;
    while (heads[at] !== at) {
      heads[at] = heads[heads[at] ?? at] ?? at;
      at = heads[at] ?? at;
    }
    return at;
  };
  for (let at = 0; at < all.length; at += 2) heads[head(at)] = head(at + 1);
  const order = heads.map((_, index) => index).sort((a, b) => byPlace(all[a], all[b]));
  let reaching = order[0] ?? 0;
  for (const index of order) {
    if (isSamePlace(all[reaching], all[index])) heads[head(index)] = head(reaching);
    if (
      (all[index]?.file ?? -1) !== (all[reaching]?.file ?? -1) ||
      (all[index]?.to ?? 0) > (all[reaching]?.to ?? 0)
    )
      reaching = index;
  }
  const classes = new Map<number, Stretch[]>();
  for (const index of order) {
    const stretch = all[index];
    if (stretch === undefined) continue;
    const places = classes.get(head(index)) ?? [];
    classes.set(head(index), places);
    const before = places.at(-1);
    if (isSamePlace(before, stretch)) places[places.length - 1] = longer(before ?? stretch, stretch);
    else places.push(stretch);
  }
  return [...classes.values()].filter((places) => places.length > 1);
}

function byPlace(a: Stretch | undefined, b: Stretch | undefined): number {
  return (a?.file ?? 0) - (b?.file ?? 0) || (a?.from ?? 0) - (b?.from ?? 0) || (b?.to ?? 0) - (a?.to ?? 0);
}

/** In the same file, and at least half of the shorter one is in both. */
function isSamePlace(a: Stretch | undefined, b: Stretch | undefined): boolean {
  if (a === undefined || b === undefined || a.file !== b.file) return false;
  const shared = Math.min(a.to, b.to) - Math.max(a.from, b.from);
  return shared * 2 >= Math.min(a.to - a.from, b.to - b.from);
}

function longer(a: Stretch, b: Stretch): Stretch {
  return b.to - b.from > a.to - a.from ? b : a;
}
