import type { LeftOut } from '../../../packages/scan/index.ts';

const EXAMPLES = 3;

/** Counts what is left out, by reason, with a few names. */
export class Omitted {
  readonly #left = new Map<string, { count: number; readonly examples: string[] }>();

  add(reason: string, path: string): void {
    const known = this.#left.get(reason) ?? { count: 0, examples: [] };
    known.count += 1;
    if (known.examples.length < EXAMPLES) known.examples.push(path);
    this.#left.set(reason, known);
  }

  said(): readonly LeftOut[] {
    return [...this.#left].map(([reason, { count, examples }]) => ({ reason, count, examples }));
  }
}
