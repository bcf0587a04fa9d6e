import type { Facts } from './facts.ts';

declare module './facts.ts' {
  interface Facts {
    readonly flaws: FlawFact[];
  }
}

/**
 * Something wrong that a file shows by itself, whatever language it is in. It is kept with the facts of the file until
 * the rule it belongs to speaks of it.
 */
export type FlawFact = { readonly rule: string; readonly line: number; readonly message: string };

/** Notes it once for each line. */
export function addFlaw(facts: Facts, rule: string, line: number, message: string): void {
  const isKnown = facts.flaws.some(
    (each) => each.rule === rule && each.line === line && each.message === message,
  );
  if (!isKnown) facts.flaws.push({ rule, line, message });
}
