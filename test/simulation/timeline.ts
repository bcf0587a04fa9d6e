/** A virtual clock with its agenda: a binary heap ordered by time, then by the order of being entered. */
export type Timeline<T> = {
  now: number;
  at(time: number, what: T): void;
  next(): T | undefined;
  clear(keep: (what: T) => boolean): void;
  readonly size: number;
};

type Entry<T> = { readonly time: number; readonly order: number; readonly what: T };

export function timeline<T>(): Timeline<T> {
  let heap: Entry<T>[] = [];
  let order = 0;
  const line: Timeline<T> = {
    now: 0,
    at: (time, what) => raise(heap, { time, order: order++, what }),
    next: () => {
      const entry = lower(heap);
      if (entry !== undefined) line.now = Math.max(line.now, entry.time);
      return entry?.what;
    },
    clear: (keep) => {
      const kept = heap.filter((entry) => keep(entry.what));
      heap = [];
      for (const entry of kept) raise(heap, entry);
    },
    get size() {
      return heap.length;
    },
  };
  return line;
}

function before<T>(a: Entry<T>, b: Entry<T>): boolean {
  return a.time < b.time || (a.time === b.time && a.order < b.order);
}

function raise<T>(heap: Entry<T>[], entry: Entry<T>): void {
  let index = heap.push(entry) - 1;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    const above = heap[parent] as Entry<T>;
    if (!before(entry, above)) break;
    heap[index] = above;
    index = parent;
  }
  heap[index] = entry;
}

function lower<T>(heap: Entry<T>[]): Entry<T> | undefined {
  const top = heap[0];
  const last = heap.pop();
  if (top === undefined || last === undefined || heap.length === 0) return top;
  let index = 0;
  for (;;) {
    let child = 2 * index + 1;
    if (child >= heap.length) break;
    const right = heap[child + 1];
    if (right !== undefined && before(right, heap[child] as Entry<T>)) child++;
    const kid = heap[child] as Entry<T>;
    if (!before(kid, last)) break;
    heap[index] = kid;
    index = child;
  }
  heap[index] = last;
  return top;
}
