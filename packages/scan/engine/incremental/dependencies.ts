import { factKinds } from '../fact-kinds.generated.ts';

/** The number of a kind of facts is its place in `factKinds`; the text of a file is one more that a rule may read. */
export const TEXT = factKinds.length;

/** Which facts and texts of which files somebody has looked at: whatever else changes cannot change what they said. */
export class Reads {
  /** By kind, one bit for every file. */
  readonly #files: Uint8Array[] = [];
  /** What others had worked out, and looked at for it. */
  readonly #through = new Set<Reads>();

  note(kind: number, file: number): void {
    let files = this.#files[kind];
    const byte = file >>> 3;
    if (files === undefined || byte >= files.length) files = this.#grown(kind, byte);
    files[byte] = (files[byte] ?? 0) | (1 << (file & 7));
  }

  #grown(kind: number, byte: number): Uint8Array {
    const files = new Uint8Array(Math.max(64, 2 * byte));
    files.set(this.#files[kind] ?? []);
    this.#files[kind] = files;
    return files;
  }

  uses(other: Reads): void {
    this.#through.add(other);
  }

  /** By kind, the files that were looked at by itself or through others, one bit each. */
  all(): ReadonlyMap<number, Uint8Array> {
    const all = new Map<number, Uint8Array>();
    for (const reads of this.#reached(new Set()))
      for (const [kind, files] of reads.#files.entries())
        if (files !== undefined) all.set(kind, either(all.get(kind) ?? new Uint8Array(), files));
    return all;
  }

  #reached(seen: Set<Reads>): ReadonlySet<Reads> {
    if (seen.has(this)) return seen;
    seen.add(this);
    for (const each of this.#through) each.#reached(seen);
    return seen;
  }
}

function either(some: Uint8Array, others: Uint8Array): Uint8Array {
  const [long, short] = some.length < others.length ? [others, some] : [some, others];
  const both = Uint8Array.from(long);
  for (const [at, bits] of short.entries()) both[at] = (both[at] ?? 0) | bits;
  return both;
}

/** Whoever looks at the facts just now. Rules run one after the other, each to its end. */
let reading: Reads | undefined;

export function noteRead(kind: number, file: number): void {
  reading?.note(kind, file);
}

/** Does something, and has everything that it looks at noted. */
export function readingAs<T>(reads: Reads, act: () => T): T {
  const before = reading;
  reading = reads;
  try {
    return act();
  } finally {
    reading = before;
  }
}

/** The same on behalf of whoever is looking just now: what was looked at here is looked at by them too. */
export function readingFor<T>(reads: Reads, act: () => T): T {
  if (reading === undefined || reading === reads) return act();
  reading.uses(reads);
  return readingAs(reads, act);
}
