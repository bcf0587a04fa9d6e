/** Numbers that look like chance and are the same for the same seed. */
export type Chance = {
  /** From 0 up to, not including, `below`. */
  below(below: number): number;
  shuffled<Item>(items: readonly Item[]): readonly Item[];
};

/** mulberry32: small, and good enough to choose by. */
export function chanceOf(seed: number): Chance {
  let state = Math.imul(seed ^ 0x9e37_79b9, 0x85eb_ca6b) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    below,
    shuffled(items) {
      const all = [...items];
      for (let last = all.length - 1; last > 0; last -= 1) {
        const other = below(last + 1);
        const [a, b] = [all[last], all[other]];
        if (a === undefined || b === undefined) continue;
        all[last] = b;
        all[other] = a;
      }
      return all;
    },
  };
}
