/** `, did you mean "x"?` for a word close to a known one, else nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  const bound = Math.floor(word.length / 3) + 1;
  const close = word.length > LONGEST ? [] : known.filter((candidate) => distance(word, candidate) <= bound);
  const [best] = close.toSorted((a, b) => distance(word, a) - distance(word, b));
  return best === undefined ? '' : `, did you mean "${best}"?`;
}

/** Nobody misspells a key by more letters than this has. */
const LONGEST = 40;

/** Insertions, deletions and replacements. */
function distance(from: string, to: string): number {
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, letter] of from.split('').entries()) {
    const current = [row + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const kept = (last[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1);
      current[column] = Math.min(kept, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
    }
    last = current;
  }
  return last[to.length] ?? 0;
}
