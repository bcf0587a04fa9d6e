import { wordsOf } from './domain-words.ts';
import type { DomainValueFact } from './domain-values.ts';
import type { ClosedSet } from './closed-sets.ts';

/** A value without what serializers change: capitals and what stands between words. */
export function plain(value: string): string {
  return value.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** Whether a set has a value, spelled as it is sent. Serializers of C# are free to choose the capitals. */
export function hasValue(set: ClosedSet, value: string): boolean {
  if (set.values.includes(value)) return true;
  if (set.language !== 'csharp' || set.isExact === true) return false;
  const wanted = plain(value);
  return (
    set.values.some((each) => plain(each) === wanted) || set.names.some((each) => plain(each) === wanted)
  );
}

/** Whether two names are about the same: `OrderStatus` and `order_status`. */
export function isSameSubject(one: ClosedSet, other: ClosedSet): boolean {
  const { words } = one;
  if (words.length === 0 || words.length !== other.words.length) return false;
  return words.every((word, at) => word === other.words[at]);
}

/** The state of something and its status are one and the same. */
function common(word: string | undefined): string | undefined {
  return word === 'state' ? 'status' : word;
}

/** How well it is known which set a field takes its values from. */
export type Matched = { readonly sets: readonly ClosedSet[]; readonly how: 'named' | 'only' };

/**
 * The sets a field may take its values from. `named`: the owner is part of the set's name, as in `order.status` and
 * `OrderStatus`. `only`: there is but one set for such a field.
 */
export function setsOf(use: DomainValueFact, sets: readonly ClosedSet[]): Matched | undefined {
  const field = wordsOf(use.field);
  const last = field.at(-1);
  const alike = sets.filter(({ words }) => common(words.at(-1)) === common(last));
  const owner = use.how === 'compared' ? use.of.slice(use.of.lastIndexOf('.') + 1) : use.of;
  const around = new Set([...wordsOf(owner), ...field.slice(0, -1)]);
  const own = field.slice(0, -1);
  const named = alike.filter(
    ({ words }) =>
      words.length > 1 &&
      words.slice(0, -1).every((word) => around.has(word)) &&
      // `fetchStatus` of an order is another than its own.
      own.every((word) => words.includes(word)),
  );
  if (named.length > 0) return { sets: named, how: 'named' };
  const [only] = alike;
  const isOnly = only !== undefined && alike.every((each) => isSameSubject(each, only));
  return isOnly ? { sets: alike, how: 'only' } : undefined;
}
