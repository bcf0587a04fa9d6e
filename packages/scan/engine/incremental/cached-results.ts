import type { RequestCounts } from '../findings/coverage.ts';
import type { LookFinding } from '../file-scan.ts';
import { type Reads, TEXT } from './dependencies.ts';

/** What one rule over the whole project said, in the order in which it said it. */
export type RuleResult = {
  readonly found: readonly (readonly [file: string, finding: LookFinding])[];
  readonly unresolved: readonly (readonly [what: string, count: number])[];
  readonly requests?: RequestCounts | undefined;
};

/** A file whose text changed, by its number, and the kinds of facts that are others now. */
export type FileChange = { readonly at: number; readonly kinds: readonly number[] };

type KeptResult = RuleResult & {
  /** By kind of fact, which of the sets of files the rule looked at. */
  readonly reads: readonly (readonly [kind: number, set: number])[];
};

type Kept = {
  readonly sets: readonly string[];
  readonly rules: readonly (readonly [rule: string, result: KeptResult])[];
};

/**
 * What rules over the whole project said in an earlier scan of the same files. It stands as long as nothing has changed that
 * the rule looked at: another file's text, or facts of a kind that it never asked that file for, cannot change its mind.
 */
export class ProjectResults {
  readonly #standing = new Map<string, RuleResult>();
  readonly #results = new Map<string, KeptResult>();
  readonly #sets: string[] = [];
  readonly #numbers = new Map<string, number>();

  constructor(kept = '', changes: readonly FileChange[] = []) {
    if (kept === '') return;
    const { sets, rules } = JSON.parse(kept) as Kept;
    const touched = sets.map((set) => touching(set, changes));
    for (const [rule, result] of rules) {
      const isTouched = result.reads.some(([kind, set]) =>
        touched[set]?.some(({ kinds }) => kind === TEXT || kinds.includes(kind)),
      );
      if (isTouched) continue;
      this.#standing.set(rule, result);
      const reads = result.reads.map(([kind, set]) => [kind, this.#number(sets[set] ?? '')] as const);
      this.#results.set(rule, { ...result, reads });
    }
  }

  /** What the rule said and would say again. */
  standing(rule: string): RuleResult | undefined {
    return this.#standing.get(rule);
  }

  add(rule: string, result: RuleResult, reads: Reads): void {
    const all = [...reads.all()].map(([kind, files]) => [kind, this.#number(written(files))] as const);
    this.#results.set(rule, { ...result, reads: all });
  }

  /** Many rules look at the same files, most of them at all. */
  #number(set: string): number {
    const before = this.#numbers.get(set);
    if (before !== undefined) return before;
    const number = this.#sets.push(set) - 1;
    this.#numbers.set(set, number);
    return number;
  }

  write(): string {
    return JSON.stringify({ sets: this.#sets, rules: [...this.#results] } satisfies Kept);
  }
}

function written({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}

function touching(set: string, changes: readonly FileChange[]): readonly FileChange[] {
  const bytes = Buffer.from(set, 'base64');
  return changes.filter(({ at }) => (((bytes[at >>> 3] ?? 0) >>> (at & 7)) & 1) === 1);
}
