import { factKinds } from '../fact-kinds.generated.ts';

/** The number of a kind of facts is its place in `factKinds`; the text of a file is one more that a rule may read. */
export const TEXT = factKinds.length;

/** The facts and texts, by file, that a result was computed from: no other change can change the result. */
export class Dependencies {
  /** By kind, one bit for every file. */
  readonly #files: Uint8Array[] = [];
  /** The dependencies of memoised values that were used. */
  readonly #through = new Set<Dependencies>();

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

  uses(other: Dependencies): void {
    this.#through.add(other);
  }

  /** By kind, the files that were read directly or by a memoised value, one bit each. */
  all(): ReadonlyMap<number, Uint8Array> {
    const all = new Map<number, Uint8Array>();
    for (const dependencies of this.#reached(new Set()))
      for (const [kind, files] of dependencies.#files.entries())
        if (files !== undefined) all.set(kind, either(all.get(kind) ?? new Uint8Array(), files));
    return all;
  }

  #reached(seen: Set<Dependencies>): ReadonlySet<Dependencies> {
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

/** The dependencies that reads are recorded in. Rules run one after the other, each to its end. */
let recording: Dependencies | undefined;

export function recordRead(kind: number, file: number): void {
  recording?.note(kind, file);
}

/** Runs a function and records everything it reads. */
export function recordReads<T>(dependencies: Dependencies, act: () => T): T {
  const before = recording;
  recording = dependencies;
  try {
    return act();
  } finally {
    recording = before;
  }
}

/** The same for a memoised value: the computation that asks for it inherits its dependencies. */
export function recordReadsFor<T>(dependencies: Dependencies, act: () => T): T {
  if (recording === undefined || recording === dependencies) return act();
  recording.uses(dependencies);
  return recordReads(dependencies, act);
}
