import { GauntletError } from '../model/error.ts';
import { nearest } from '../schema/nearest.ts';

/** The error about a word that nothing has: with the one that was meant, or else another hint. */
export function unknownName(
  problem: string,
  word: string,
  { known, otherwise }: { readonly known: readonly string[]; readonly otherwise: string },
): GauntletError {
  const meant = nearest(word, known);
  return new GauntletError('USAGE_INVALID', problem, {
    hint: meant === undefined ? otherwise : `Did you mean "${meant}"?`,
  });
}
