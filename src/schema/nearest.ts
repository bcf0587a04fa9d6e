/** The closest known word within a third of its letters (none of two), the first of equals. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let bound = Math.floor(word.length / 3) + 1;
  for (const candidate of known) {
    if (candidate === word) continue;
    const distance = editDistance(wanted, candidate.toLowerCase(), bound);
    if (distance < bound) {
      best = candidate;
      bound = distance;
    }
  }
  return best;
}

/** Insertions, deletions, replacements and swaps of neighbours; gives up (with `bound`) when it cannot be less. */
function editDistance(a: string, b: string, bound: number): number {
  if (Math.abs(a.length - b.length) >= bound) return bound;
  let older: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = nextRow({ a, b, row, previous, older });
    if (Math.min(...current) >= bound && Math.min(...previous) >= bound) return bound;
    older = previous;
    previous = current;
  }
  return previous[b.length] ?? bound;
}

type Rows = {
  readonly a: string;
  readonly b: string;
  readonly row: number;
  readonly previous: readonly number[];
  readonly older: readonly number[];
};

function nextRow({ a, b, row, previous, older }: Rows): number[] {
  const current = [row];
  for (let col = 1; col <= b.length; col++) {
    const same = a[row - 1] === b[col - 1];
    let cost = Math.min(
      at(previous, col) + 1,
      at(current, col - 1) + 1,
      at(previous, col - 1) + (same ? 0 : 1),
    );
    const swapped = row > 1 && col > 1 && a[row - 1] === b[col - 2] && a[row - 2] === b[col - 1];
    if (swapped) cost = Math.min(cost, at(older, col - 2) + 1);
    current.push(cost);
  }
  return current;
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
