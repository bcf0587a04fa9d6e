import type { RequestCounts } from '../findings/coverage.ts';
import type { FileFinding } from '../file-scan.ts';
import { type Dependencies, TEXT } from './dependencies.ts';

/** What one rule over the whole project said, in the order in which it said it. */
export type RuleResult = {
  readonly found: readonly (readonly [file: string, finding: FileFinding])[];
  readonly unresolved: readonly (readonly [what: string, count: number])[];
  readonly requests?: RequestCounts | undefined;
};

/** A file whose text changed, by its number, and the kinds of facts that are others now. */
export type FileChange = { readonly at: number; readonly kinds: readonly number[] };

type StoredResult = RuleResult & {
  /** By kind of fact, the number of the set of files that the rule read. */
  readonly reads: readonly (readonly [kind: number, set: number])[];
};

type Stored = {
  readonly sets: readonly string[];
  readonly rules: readonly (readonly [rule: string, result: StoredResult])[];
};

/**
 * Cached results of project rules. A result is valid until something changes that its rule read: facts of other kinds, or
 * the text of other files, cannot change it.
 */
export class CachedResults {
  readonly #valid = new Map<string, RuleResult>();
  readonly #results = new Map<string, StoredResult>();
  readonly #sets: string[] = [];
  readonly #numbers = new Map<string, number>();

  constructor(stored = '', changes: readonly FileChange[] = []) {
    if (stored === '') return;
    const { sets, rules } = JSON.parse(stored) as Stored;
    const touched = sets.map((set) => touching(set, changes));
    for (const [rule, result] of rules) {
      const isTouched = result.reads.some(([kind, set]) =>
        touched[set]?.some(({ kinds }) => kind === TEXT || kinds.includes(kind)),
      );
      if (isTouched) continue;
      this.#valid.set(rule, result);
      const reads = result.reads.map(([kind, set]) => [kind, this.#number(sets[set] ?? '')] as const);
      this.#results.set(rule, { ...result, reads });
    }
  }

  /** The cached result of a rule, where it is still valid. */
  valid(rule: string): RuleResult | undefined {
    return this.#valid.get(rule);
  }

  add(rule: string, result: RuleResult, reads: Dependencies): void {
    const all = [...reads.all()].map(([kind, files]) => [kind, this.#number(written(files))] as const);
    this.#results.set(rule, { ...result, reads: all });
  }

  /** Many rules read the same files, most of them every file. */
  #number(set: string): number {
    const before = this.#numbers.get(set);
    if (before !== undefined) return before;
    const number = this.#sets.push(set) - 1;
    this.#numbers.set(set, number);
    return number;
  }

  write(): string {
    return JSON.stringify({ sets: this.#sets, rules: [...this.#results] } satisfies Stored);
  }
}

function written({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}

function touching(set: string, changes: readonly FileChange[]): readonly FileChange[] {
  const bytes = Buffer.from(set, 'base64');
  return changes.filter(({ at }) => (((bytes[at >>> 3] ?? 0) >>> (at & 7)) & 1) === 1);
}
